/** `/pair [approve]` at the terminal: shows a code that makes whoever sends it to the bot an operator. */
import type { Context } from '@deepseek-ai/cordis'
import type { AskPairing } from '../surfaces/feishu/index.ts'
import type { Locale } from '../surfaces/form/locale.ts'

const WORDS = {
  en: {
    code: (code: string, role: string) => `Send ${code} to the bot in a private chat within five minutes; the sender may then ${role === 'approve' ? 'answer and approve' : 'answer'}.`,
    usage: 'Use /pair to let somebody answer, or /pair approve to let them approve commands and plans as well.',
    other: 'This line takes commands only: /pair, /pair approve or /where.',
    absent: 'Nothing to pair with: Feishu is not running here.',
  },
  zh: {
    code: (code: string, role: string) => `请在五分钟内把 ${code} 私聊发给机器人；发送者即可${role === 'approve' ? '回答与批准' : '回答'}。`,
    usage: '用 /pair 允许某人回答，用 /pair approve 同时允许批准命令与计划。',
    other: '此处只接受命令：/pair、/pair approve 或 /where。',
    absent: '无法配对：飞书未在此运行。',
  },
}

/** For any other line where there is nobody to talk to. */
export function onlyCommands(locale: Locale): string {
  return WORDS[locale].other
}

/** What to show for a line typed at the terminal; undefined when it is no `/pair`. */
export function answerPair(ctx: Context, line: string, locale: Locale): string | undefined {
  const [command, role = 'answer', ...rest] = line.trim().split(/\s+/)
  if (command !== '/pair') return undefined
  const words = WORDS[locale]
  if ((role !== 'answer' && role !== 'approve') || rest.length > 0) return words.usage
  const pairing: AskPairing | undefined = ctx.get('askPairing')
  if (pairing === undefined) return words.absent
  try {
    return words.code(pairing.offer(role), role)
  } catch (error) {
    return error instanceof Error ? error.message : words.absent
  }
}
