/** A console as it stands in the middle of a day's work. */
import type { CommandNews, Heading } from '../../../../surfaces/terminal/console/news.ts'
import { createDriver } from '../driver.ts'
import type { Driver, DriverOptions } from '../driver.ts'

export const heading: Heading = { project: 'shop', session: 'Move the cache', model: 'deepseek-chat', preset: 'ask-first', places: ['feishu'] }
export const commands: readonly CommandNews[] = [
  { name: 'compact', description: 'Compact the conversation', hint: '[focus]' },
  { name: 'help', description: 'What can be typed here' },
  { name: 'model', description: '选择模型' },
  { name: 'new', description: 'Start a new session' },
  { name: 'pair', description: 'Pair a phone' },
  { name: 'plan', description: 'Plan before anything is changed' },
  { name: 'quit', description: 'Leave' },
  { name: 'sessions', description: 'Pick an earlier session' },
]
export const sessions = [
  { value: 'ses-1', label: 'Move the cache', detail: '2 hours ago' },
  { value: 'ses-2', label: '修复登录', detail: 'yesterday' },
] as const

/** A screen that has heard of its agent. */
export function createShop(options: DriverOptions = {}): Driver {
  const driver = createDriver({ canSend: true, canInterrupt: true, ...options })
  driver.tell({ type: 'headed', heading })
  driver.tell({ type: 'commands-listed', commands })
  return driver
}

/** What was sent, oldest first. */
export function sentFrom({ effects }: Driver): readonly string[] {
  return effects.flatMap((effect) => (effect.type === 'send' ? [effect.text] : []))
}
