/** What happened, in words that every screen shares. One table per language, equal in keys by type. */
import type { AskUserQuestionAnswer, Outcome } from '../../router/types.ts'
import type { Decided } from './decision.ts'
import type { Form } from './fields.ts'
import type { Locale } from './locale.ts'

export type { Locale } from './locale.ts'


const en = {
  answered: (who: string, where: string) => `${who} answered ${where}`,
  approved: (who: string, where: string) => `${who} approved ${where}`,
  'approved-always': (who: string, where: string) => `${who} approved for good ${where}`,
  rejected: (who: string, where: string) => `${who} rejected ${where}`,
  changes: (who: string, where: string) => `${who} asked for changes ${where}`,
  dismissed: (who: string, where: string) => `${who} dismissed the question ${where}`,
  withdrawn: 'Withdrawn by the agent: no answer is needed any more',
  disposed: 'Ended: the question router was shut down',
  'timed-out': 'Time ran out',
  failed: 'Ended: no place could show the question',
  someone: 'Someone',
  skipped: '(skipped)',
  at: (surface: string) => ({ terminal: 'at the terminal', feishu: 'on Feishu' })[surface] ?? `on ${surface}`,
  separator: ', ',
}

const zh: typeof en = {
  answered: (who, where) => `${who} 已${where}回答`,
  approved: (who, where) => `${who} 已${where}批准`,
  'approved-always': (who, where) => `${who} 已${where}批准（始终允许）`,
  rejected: (who, where) => `${who} 已${where}拒绝`,
  changes: (who, where) => `${who} 已${where}要求修改`,
  dismissed: (who, where) => `${who} 已${where}搁置该问题`,
  withdrawn: '代理已撤回：不再需要回答',
  disposed: '已结束：提问路由已关闭',
  'timed-out': '时间已到',
  failed: '已结束：没有任何界面能显示该问题',
  someone: '有人',
  skipped: '（跳过）',
  at: (surface) => ({ terminal: '在终端', feishu: '在飞书' })[surface] ?? `在 ${surface}`,
  separator: '、',
}

const tables: Record<Locale, typeof en> = { en, zh }

/**
 * An outcome in one line, without what was chosen: "Wang Fang answered on Feishu". `decided` is what the answer to a
 * plan review or an approval came to: "Wang Fang approved on Feishu".
 */
export function outcomeLine(outcome: Outcome, locale: Locale, decided?: Decided): string {
  const words = tables[locale]
  switch (outcome.kind) {
    case 'answered':
    case 'dismissed':
      return words[outcome.kind === 'answered' && decided ? decided : outcome.kind](outcome.actor.name ?? outcome.actor.id ?? words.someone, words.at(outcome.actor.surface))
    case 'aborted':
      return words[outcome.cause]
    case 'timed-out':
    case 'failed':
      return words[outcome.kind]
  }
}

/**
 * What was answered to each question, in the form's order, in the asker's and the person's own words. Empty for a
 * question that the answer does not mention: nothing is known of it, which is not a skip.
 */
export function answerLines(form: Form, answer: AskUserQuestionAnswer, locale: Locale): readonly string[] {
  const words = tables[locale]
  return form.map((field) => {
    const item = answer.answers.find(({ id }) => id === field.id)
    if (item === undefined) return ''
    const said = [...item.selected, ...(item.custom === undefined ? [] : [item.custom])]
    return said.length === 0 ? words.skipped : said.join(words.separator)
  })
}
