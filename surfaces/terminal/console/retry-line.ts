/** That the model is asked again, and why. Pure. */
import type { Words } from '../words.ts'

export interface Retry {
  readonly attempt: number
  readonly most?: number
  readonly detail: string
}

export function retryLine({ attempt, most, detail }: Retry, { console: words }: Words): string {
  const line = words.retrying(most === undefined ? `${attempt}` : `${attempt}/${most}`)
  return detail === '' ? line : `${line}: ${detail}`
}
