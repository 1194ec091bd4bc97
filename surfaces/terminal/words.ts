/** The panel's own words. One table per language, equal in keys by type; what happened to an ask is worded in `form/words`. */
import type { Decided } from '../form/decision.ts'
import type { Locale } from '../form/words.ts'
import { glyphsOf } from './glyphs.ts'
import type { GlyphSet, Glyphs } from './glyphs.ts'

const en = {
  idle: 'No open questions',
  alarm: 'The agent has a question',
  question: 'Question',
  plan: 'Plan review',
  permission: 'Permission',
  review: 'Review',
  reviewText: 'Your answers. Nothing is sent before you submit.',
  recommended: 'recommended',
  other: 'Other: ',
  otherHint: 'type your answer',
  textHint: 'Type your answer',
  changes: 'Changes: ',
  changesHint: 'say what to change',
  talk: 'Let us talk first',
  talkMeans: 'Decides nothing; the agent hears that you have something to say.',
  alwaysMeans: (subject: string) => (subject === '' ? 'From now on such requests are granted without asking.' : `From now on such requests of ${subject} are granted without asking.`),
  missing: 'no answer yet',
  skipped: '(skipped)',
  nothingVisible: '(no visible text)',
  waiting: (count: number) => `${count} more waiting`,
  rows: (range: string) => `lines ${range}`,
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
  dismissPlan: 'Put the plan away without a decision, to talk about it?',
  confirmAlways: (label: string, means: string) => `${label}: ${means} Sure?`,
  confirmChoice: (label: string) => `${label}: is that your decision?`,
  confirmUnseen: 'Not all of it was shown yet. Allow it?',
  sending: 'Sending',
  dismissAll: (count: number, answers: number) => `Dismiss all ${count}, discarding ${answers} answer${answers === 1 ? '' : 's'}?`,
  youAnswered: (what: string) => `Answered: ${what}`,
  youDecided: {
    approved: (what: string) => `Approved: ${what}`,
    'approved-always': (what: string) => `Approved for good: ${what}`,
    rejected: (what: string) => `Declined: ${what}`,
    changes: (what: string) => `Sent back with changes: ${what}`,
  } satisfies Record<Decided, (what: string) => string>,
  youDismissed: 'Dismissed',
  kept: 'unsent text is kept: ^Y inserts it',
  quitAgain: 'Press ^C again to leave; open questions stay open elsewhere.',
  interruptAgain: 'Press ^C again to interrupt the agent.',
  counting: (time: string) => `${time} left`,
  held: (time: string) => `${time} left, held`,
  continued: 'The agent went on; a late answer is sent as a message.',
  /** Where lines are printed and read instead of a screen. */
  lines: {
    one: 'Type a number, or an answer of your own.',
    many: 'Type numbers such as 1,3 or an answer of your own, or both as 1,3 + text.',
    number: 'Type a number.',
    text: 'Type your answer.',
    send: 'Type yes to submit, or a number to change that answer.',
    confirm: 'Type yes; anything else is no.',
    dismiss: '/dismiss puts the question away.',
    back: '/back goes back.',
    skip: '/skip skips this one.',
    noSkip: 'This question cannot be skipped.',
    noSuch: (number: number) => `There is no ${number}. A text that looks like a number is typed as =${number}.`,
    unknown: 'No such command. A text that looks like one is typed with = before it.',
    early: 'That line came before the question could be read: please type it again.',
    nothingOpen: 'No question is open.',
    closed: 'Nothing more can be typed here; open questions stay open elsewhere.',
  },
  help: {
    move: 'move', choose: 'choose', tick: 'tick', next: 'next', review: 'review', submit: 'submit', skip: 'skip',
    scroll: 'scroll', fold: 'fold', unfold: 'open', dismiss: 'dismiss', options: 'options', open: 'open', back: 'back',
    yes: 'yes', no: 'any other key: no', answer: 'answer', send: 'send', insert: 'insert kept text', quit: 'quit',
    whole: 'read', close: 'close', hold: 'take your time',
    submitAgain: 'again after a pause: submit', yesAgain: 'again after a pause: yes',
  },
}

const zh: typeof en = {
  idle: '没有待答的提问',
  alarm: '代理有一个提问',
  question: '提问',
  plan: '计划审阅',
  permission: '权限请求',
  review: '复核',
  reviewText: '请复核答案，提交之前不会发送。',
  recommended: '推荐',
  other: '其他: ',
  otherHint: '输入你的答案',
  textHint: '输入你的答案',
  changes: '修改意见: ',
  changesHint: '说明要修改什么',
  talk: '先谈一谈',
  talkMeans: '不作决定；代理会知道你有话要说。',
  alwaysMeans: (subject) => (subject === '' ? '今后此类请求不再询问，直接允许。' : `今后 ${subject} 的此类请求不再询问，直接允许。`),
  missing: '尚未回答',
  skipped: '（跳过）',
  nothingVisible: '（无可见文字）',
  waiting: (count) => `还有 ${count} 个在等`,
  rows: (range) => `第 ${range} 行`,
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
  dismissPlan: '不作决定，先把计划放一边谈一谈？',
  confirmAlways: (label, means) => `${label}：${means}确定吗？`,
  confirmChoice: (label) => `${label}：确定吗？`,
  confirmUnseen: '内容未全部显示过，仍然允许？',
  sending: '正在提交',
  dismissAll: (count, answers) => `搁置全部 ${count} 个问题，丢弃 ${answers} 个答案？`,
  youAnswered: (what) => `已回答: ${what}`,
  youDecided: {
    approved: (what) => `已批准: ${what}`,
    'approved-always': (what) => `已始终批准: ${what}`,
    rejected: (what) => `已拒绝: ${what}`,
    changes: (what) => `已退回修改: ${what}`,
  },
  youDismissed: '已搁置',
  kept: '未发送的文字已保留：^Y 插入',
  quitAgain: '再按一次 ^C 离开；未答的问题在其他地方仍然开放。',
  interruptAgain: '再按一次 ^C 中断代理。',
  counting: (time) => `剩余 ${time}`,
  held: (time) => `剩余 ${time}，已暂停`,
  continued: '代理已继续；现在回答会作为消息发送。',
  lines: {
    one: '输入编号，或直接输入你的答案。',
    many: '输入编号（如 1,3），或直接输入你的答案，或两者（1,3 + 文字）。',
    number: '输入编号。',
    text: '输入你的答案。',
    send: '输入 yes 提交，或输入编号修改该答案。',
    confirm: '输入 yes 确认，其他输入取消。',
    dismiss: '/dismiss 搁置。',
    back: '/back 返回上一题。',
    skip: '/skip 跳过本题。',
    noSkip: '该问题不能跳过。',
    noSuch: (number) => `没有 ${number}。像编号的文字请输入为 =${number}。`,
    unknown: '没有这个命令。像命令的文字请在前面加 =。',
    early: '这一行在问题显示之前就输入了，请重新输入。',
    nothingOpen: '没有待答的提问。',
    closed: '此处无法再输入；未答的问题在其他地方仍然开放。',
  },
  help: {
    move: '移动', choose: '选择', tick: '勾选', next: '下一题', review: '复核', submit: '提交', skip: '跳过',
    scroll: '滚动', fold: '收起', unfold: '展开', dismiss: '搁置', options: '选项', open: '打开', back: '返回',
    yes: '确认', no: '其他键取消', answer: '回答', send: '发送', insert: '插入保留的文字', quit: '退出',
    whole: '全文', close: '关闭', hold: '慢慢来',
    submitAgain: '停一下再按：提交', yesAgain: '停一下再按：确认',
  },
}

type Table = typeof en
/** What the panel says and the signs that it draws. */
export interface Words extends Table {
  readonly glyphs: Glyphs
}
export type HelpWord = keyof Words['help']

const tables: Record<Locale, Table> = { en, zh }
const made = new Map<string, Words>()

/** The words of a language with the signs of a terminal; the same object for the same pair. */
export function wordsOf(locale: Locale, glyphs: GlyphSet = 'unicode'): Words {
  const key = `${locale} ${glyphs}`
  const words = made.get(key) ?? { ...tables[locale], glyphs: glyphsOf(glyphs) }
  made.set(key, words)
  return words
}
