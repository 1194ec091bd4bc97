/** The panel's own words. One table per language, equal in keys by type; what happened to an ask is worded in `form/words`. */
import type { Locale } from '../form/words.ts'

const en = {
  idle: 'No open questions',
  question: 'Question',
  review: 'Review',
  reviewText: 'Your answers. Nothing is sent before you submit.',
  recommended: 'recommended',
  other: 'Other: ',
  otherHint: 'type your answer',
  textHint: 'Type your answer',
  missing: 'no answer yet',
  skipped: '(skipped)',
  nothingVisible: '(no visible text)',
  waiting: (count: number) => `${count} more waiting`,
  lines: (range: string) => `lines ${range}`,
  options: (range: string) => `options ${range}`,
  noKeyboard: 'Tab to answer',
  folded: (count: number) => (count === 1 ? '1 question open' : `${count} questions open`),
  tooSmall: (count: number) => (count === 0 ? 'Enlarge the window to 36x10' : `${count} open: enlarge to 36x10`),
  needsPick: 'Tick at least one option, or type an answer.',
  needsText: 'Type an answer first.',
  allSkipped: 'Every question is skipped: ^X dismisses them.',
  gaps: (numbers: string) => `Still without an answer: ${numbers}`,
  refused: (reason: string) => `Not accepted: ${reason}`,
  dismissOne: 'Dismiss this question?',
  dismissAll: (count: number, answers: number) => `Dismiss all ${count}, discarding ${answers} answer${answers === 1 ? '' : 's'}?`,
  youAnswered: (what: string) => `Answered: ${what}`,
  youDismissed: 'Dismissed',
  kept: 'unsent text is kept: ^Y inserts it',
  quitAgain: 'Press ^C again to leave; open questions stay open elsewhere.',
  help: {
    move: 'move', choose: 'choose', tick: 'tick', next: 'next', review: 'review', submit: 'submit', skip: 'skip',
    scroll: 'scroll', fold: 'fold', unfold: 'open', dismiss: 'dismiss', options: 'options', open: 'open', back: 'back',
    yes: 'yes', no: 'any other key: no', answer: 'answer', send: 'send', insert: 'insert kept text', quit: 'quit',
  },
}

const zh: typeof en = {
  idle: '没有待答的提问',
  question: '提问',
  review: '复核',
  reviewText: '请复核答案，提交之前不会发送。',
  recommended: '推荐',
  other: '其他: ',
  otherHint: '输入你的答案',
  textHint: '输入你的答案',
  missing: '尚未回答',
  skipped: '（跳过）',
  nothingVisible: '（无可见文字）',
  waiting: (count) => `还有 ${count} 个在等`,
  lines: (range) => `第 ${range} 行`,
  options: (range) => `选项 ${range}`,
  noKeyboard: '按 Tab 回答',
  folded: (count) => `${count} 个提问待答`,
  tooSmall: (count) => (count === 0 ? '窗口太小，请放大到 36x10' : `${count} 个提问待答，请放大到 36x10`),
  needsPick: '请至少勾选一项，或输入答案。',
  needsText: '请先输入答案。',
  allSkipped: '所有问题都已跳过：^X 可全部搁置。',
  gaps: (numbers) => `尚未回答：${numbers}`,
  refused: (reason) => `未被接受：${reason}`,
  dismissOne: '搁置该问题？',
  dismissAll: (count, answers) => `搁置全部 ${count} 个问题，丢弃 ${answers} 个答案？`,
  youAnswered: (what) => `已回答: ${what}`,
  youDismissed: '已搁置',
  kept: '未发送的文字已保留：^Y 插入',
  quitAgain: '再按一次 ^C 离开；未答的问题在其他地方仍然开放。',
  help: {
    move: '移动', choose: '选择', tick: '勾选', next: '下一题', review: '复核', submit: '提交', skip: '跳过',
    scroll: '滚动', fold: '收起', unfold: '展开', dismiss: '搁置', options: '选项', open: '打开', back: '返回',
    yes: '确认', no: '其他键取消', answer: '回答', send: '发送', insert: '插入保留的文字', quit: '退出',
  },
}

export type Words = typeof en
export type HelpWord = keyof Words['help']

const tables: Record<Locale, Words> = { en, zh }

export function wordsOf(locale: Locale): Words {
  return tables[locale]
}
