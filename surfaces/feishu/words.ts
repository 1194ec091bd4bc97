/** The Feishu surface's own words, one table per language, equal in keys by type. */
import type { Locale } from '../form/words.ts'

const en = {
  title: (count: number) => (count === 1 ? 'The agent has a question' : `The agent has ${count} questions`),
  session: (id: string) => `Session ${id}`,
  waiting: 'Waiting for you',
  ended: { answered: 'Answered', dismissed: 'Dismissed', aborted: 'Ended', 'timed-out': 'Timed out', failed: 'Failed' },
  place: (surface: string) => ({ terminal: 'at the terminal', feishu: 'on Feishu' })[surface] ?? `on ${surface}`,
  places: (others: string) => (others === '' ? 'Can be answered here.' : `Can be answered here or ${others}. The first answer counts.`),
  or: ' or ',
  pair: (name: string, text: string) => `${name}: ${text}`,
  position: (at: number, count: number) => `Question ${at} of ${count}`,
  choose: 'Choose one',
  chooseMany: 'Choose one or more',
  other: 'Something else, in your own words (replaces the choice)',
  otherToo: 'Something to add, in your own words',
  write: 'Your answer',
  recommended: ' (recommended)',
  skip: 'Skip this question',
  submit: 'Submit',
  dismiss: 'Dismiss',
  dismissTitle: 'Put this away?',
  dismissText: 'Nothing is answered. The agent learns that you put the question away.',
  oversized: (others: string) => `This question is too large for a card, so it cannot be answered here. Answer it ${others || 'where the agent runs'}.`,
  refusedCard: (question: string, others: string) => `The agent asks: ${question}\nFeishu cannot show this question. Answer it ${others || 'where the agent runs'}.`,
  when: (time: string) => `Time: ${time}`,
  ago: (seconds: number) => (seconds < 60 ? `${seconds} s ago` : seconds < 3600 ? `${Math.floor(seconds / 60)} min ago` : `${Math.floor(seconds / 3600)} h ago`),
  toast: {
    won: 'Your answer counts.',
    dismissed: 'Put away. The agent has been told.',
    over: (line: string, ago: string, said: string) => (said === '' ? `${line}, ${ago}.` : `${line}, ${ago}: ${said}`),
    gaps: (fields: string) => `Not sent yet. Still to answer or skip: ${fields}`,
    allSkipped: 'Every question is skipped. To put them all away, use Dismiss.',
    refused: (field: string) => (field === '' ? 'This answer does not fit the question. Nothing was sent.' : `This answer does not fit: ${field}. Nothing was sent.`),
    notAsked: 'This question is not open here any more.',
    stranger: (id: string) => `You are not an operator here, so nothing happened. Your id: ${id}. Ask the owner to add it to "operators".`,
    role: 'This needs an operator with the role "approve". Nothing was sent.',
    foreign: 'This is a copy of the card. Act on the original message.',
    unknown: 'This question is unknown here: it is long over, or from another run of the agent. Nothing was sent.',
    unreadable: 'This click could not be read. Nothing was sent.',
    broken: 'Something went wrong here. Nothing was sent; please try again.',
  },
  question: (at: number) => `question ${at}`,
}

const zh: typeof en = {
  title: (count) => (count === 1 ? '代理有一个问题' : `代理有 ${count} 个问题`),
  session: (id) => `会话 ${id}`,
  waiting: '等待回答',
  ended: { answered: '已回答', dismissed: '已搁置', aborted: '已结束', 'timed-out': '已超时', failed: '已失败' },
  place: (surface) => ({ terminal: '在终端', feishu: '在飞书' })[surface] ?? `在 ${surface}`,
  places: (others) => (others === '' ? '可在此处回答。' : `可在此处或${others}回答，先答者为准。`),
  or: '或',
  pair: (name, text) => `${name}：${text}`,
  position: (at, count) => `问题 ${at} / ${count}`,
  choose: '请选择一项',
  chooseMany: '请选择一项或多项',
  other: '其他：用自己的话回答（将取代所选项）',
  otherToo: '补充：用自己的话说明',
  write: '你的回答',
  recommended: '（推荐）',
  skip: '跳过此问题',
  submit: '提交',
  dismiss: '搁置',
  dismissTitle: '要搁置吗？',
  dismissText: '不会作出任何回答，代理会得知你搁置了该问题。',
  oversized: (others) => `该问题超出卡片可容纳的大小，无法在此处回答。请${others || '到代理运行的地方'}回答。`,
  refusedCard: (question, others) => `代理提问：${question}\n飞书无法显示该问题，请${others || '到代理运行的地方'}回答。`,
  when: (time) => `时间：${time}`,
  ago: (seconds) => (seconds < 60 ? `${seconds} 秒前` : seconds < 3600 ? `${Math.floor(seconds / 60)} 分钟前` : `${Math.floor(seconds / 3600)} 小时前`),
  toast: {
    won: '已采用你的回答。',
    dismissed: '已搁置，并已告知代理。',
    over: (line, ago, said) => (said === '' ? `${line}（${ago}）` : `${line}（${ago}）：${said}`),
    gaps: (fields) => `尚未提交。还需回答或跳过：${fields}`,
    allSkipped: '所有问题都已跳过。若要全部搁置，请点“搁置”。',
    refused: (field) => (field === '' ? '该回答与问题不符，未提交。' : `该回答不符合：${field}，未提交。`),
    notAsked: '该问题已不在此处等待回答。',
    stranger: (id) => `你不是这里的操作人，未执行任何操作。你的 ID：${id}。请让所有者将其加入 "operators"。`,
    role: '此操作需要角色为 "approve" 的操作人，未提交。',
    foreign: '这是卡片的副本，请在原消息上操作。',
    unknown: '这里不认识该问题：它早已结束，或属于代理的另一次运行。未提交。',
    unreadable: '无法识别此次点击，未提交。',
    broken: '出现了问题，未提交，请重试。',
  },
  question: (at) => `问题 ${at}`,
}

export type Words = typeof en

const tables: Record<Locale, Words> = { en, zh }

/** The words of one language. */
export function wordsOf(locale: Locale): Words {
  return tables[locale]
}
