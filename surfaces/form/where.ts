/** `where [together|terminal-first|phone-first] [seconds]`: who is asked first, asked for or chosen in words. */
import { DELAY, isDelay, ORDER_MODES } from '../../router/order.ts'
import type { AskOrder } from '../../router/types.ts'
import type { Locale } from './locale.ts'

/** Who decides about the order. */
export interface OrderPort {
  order(): AskOrder
  /** Whether the choice outlives the process. */
  reorder(order: AskOrder): boolean
}

export type WhereResult =
  | { readonly kind: 'told' | 'changed' | 'not-kept'; readonly order: AskOrder }
  | { readonly kind: 'unreadable' }
  /** Another plugin routes here. */
  | { readonly kind: 'absent' }

/** A router of another plugin has no order of ours. */
export function orderPortOf(service: Partial<OrderPort> | undefined): OrderPort | undefined {
  return service !== undefined && hasOrder(service) ? service : undefined
}

function hasOrder(service: Partial<OrderPort>): service is OrderPort {
  return typeof service.order === 'function' && typeof service.reorder === 'function'
}

/** What follows the word in a message; undefined when the message is none of these. */
export function whereArgument(text: string): string | undefined {
  const said = text.trim()
  return /^where(?!\S)[^\n]*$/i.test(said) ? said.slice('where'.length).trim() : undefined
}

/** Does what was asked for; the delay stays as it was where none is named. */
export function where(argument: string, port: OrderPort | undefined): WhereResult {
  if (port === undefined) return { kind: 'absent' }
  const { delaySeconds: before } = port.order()
  const [name, seconds, ...more] = argument.toLowerCase().split(/\s/).filter((word) => word !== '')
  if (name === undefined) return { kind: 'told', order: port.order() }
  const mode = ORDER_MODES.find((each) => each === name)
  const delaySeconds = seconds === undefined ? before : /^\d{1,5}$/.test(seconds) ? Number(seconds) : NaN
  if (mode === undefined || !isDelay(delaySeconds) || more.length > 0) return { kind: 'unreadable' }
  const isKept = port.reorder({ mode, delaySeconds })
  return { kind: isKept ? 'changed' : 'not-kept', order: port.order() }
}

const WORDS = {
  en: {
    together: () => 'Questions are asked at the terminal and on the phone at once.',
    'terminal-first': (seconds: number) => `Questions are asked at the terminal first, and on the phone after ${seconds} s, later while keys are pressed there.`,
    'phone-first': (seconds: number) => `Questions are asked on the phone first, and at the terminal after ${seconds} s.`,
    changed: 'From now on: ',
    notKept: ' This could not be written down and ends with this process.',
    usage: (command: string) => `Use ${command} together, ${command} terminal-first or ${command} phone-first, the last two with seconds (${DELAY.least} to ${DELAY.most}) if you like; ${command} alone tells what is so. Nothing has changed.`,
    absent: 'Another plugin decides here where questions are asked.',
  },
  zh: {
    together: () => '提问同时发往终端和手机。',
    'terminal-first': (seconds: number) => `提问先发往终端，${seconds} 秒后再发往手机；终端有人按键时会更晚。`,
    'phone-first': (seconds: number) => `提问先发往手机，${seconds} 秒后再发往终端。`,
    changed: '从现在起：',
    notKept: '该设置无法写入，仅在此进程内有效。',
    usage: (command: string) => `请用 ${command} together、${command} terminal-first 或 ${command} phone-first，后两者可再加秒数（${DELAY.least} 至 ${DELAY.most}）；单独的 ${command} 显示当前设置。未作任何更改。`,
    absent: '此处由另一个插件决定提问发往何处。',
  },
} as const

/** `command` is how it is written where this is read. */
export function whereLine(result: WhereResult, locale: Locale, command: string): string {
  const words = WORDS[locale]
  switch (result.kind) {
    case 'told':
      return orderLine(result.order, locale)
    case 'changed':
      return `${words.changed}${orderLine(result.order, locale)}`
    case 'not-kept':
      return `${words.changed}${orderLine(result.order, locale)}${words.notKept}`
    case 'unreadable':
      return words.usage(command)
    case 'absent':
      return words.absent
  }
}

function orderLine({ mode, delaySeconds }: AskOrder, locale: Locale): string {
  return WORDS[locale][mode](delaySeconds)
}
