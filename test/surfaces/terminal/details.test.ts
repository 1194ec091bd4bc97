import { describe, expect, it } from 'vitest'
import type { AskUserQuestionItem } from '../../../router/types.ts'
import { createDetailReader } from '../../../surfaces/terminal/details.ts'
import type { Parse } from '../../../surfaces/terminal/details.ts'
import { plainDocument } from '../../../surfaces/terminal/document.ts'
import { settle } from '../../helpers/rounds.ts'
import { approval, indent } from './asks.ts'

const detailed: AskUserQuestionItem = { id: 'd', question: '?', detail: 'text' }

function createReader(load: () => Promise<Parse> = () => Promise.resolve(plainDocument)) {
  const lines: string[] = []
  let loads = 0
  const reader = createDetailReader(() => {
    loads += 1
    return load()
  }, (line) => lines.push(line))
  return { reader, lines, loads: () => loads }
}

describe('the markdown of asks', () => {
  it('loads its parser for the first ask that has some, and never for one that is shown at once', async () => {
    const { reader, loads } = createReader()
    const shown: string[] = []
    reader.read([indent], () => shown.push('plain'))
    reader.read([approval], () => shown.push('command'))
    expect([shown, loads()]).toEqual([['plain', 'command'], 0])
    reader.read([detailed], () => shown.push('first'))
    reader.read([indent], () => shown.push('behind it'))
    expect([shown.length, loads()]).toEqual([2, 1])
    await settle()
    reader.read([detailed], () => shown.push('later'))
    expect([shown, loads()]).toEqual([['plain', 'command', 'first', 'behind it', 'later'], 1])
  })

  it('is shown as it was written when the parser cannot be had', async () => {
    const { reader, lines } = createReader(() => Promise.reject(new TypeError('no such module')))
    let details: unknown
    reader.read([detailed, indent], (read) => { details = read })
    await settle()
    expect(details).toEqual([plainDocument('text'), undefined])
    expect(lines).toEqual(['markdown is shown as it was written: TypeError'])
  })
})
