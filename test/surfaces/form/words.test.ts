import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../../router/types.ts'
import { formOf } from '../../../surfaces/form/fields.ts'
import { answerLines, outcomeLine } from '../../../surfaces/form/words.ts'

const answer = { answers: [{ id: 'a', selected: ['X', 'Y'], custom: 'Z' }, { id: 'b', selected: [] }] }
const OUTCOMES: Outcome[] = [
  { kind: 'answered', answer, actor: { surface: 'feishu', id: 'ou_1', name: '王芳' }, at: 0 },
  { kind: 'dismissed', actor: { surface: 'terminal' }, at: 0 },
  { kind: 'aborted', cause: 'withdrawn', at: 0 },
  { kind: 'aborted', cause: 'disposed', at: 0 },
  { kind: 'timed-out', continued: false, at: 0 },
  { kind: 'failed', error: new Error('x'), at: 0 },
]

describe('the words for an outcome', () => {
  it('are Chinese', () => expect(OUTCOMES.map((outcome) => outcomeLine(outcome, 'zh'))).toEqual([
    '王芳 已在飞书回答', '有人 已在终端搁置该问题', '代理已撤回：不再需要回答', '已结束：提问路由已关闭', '时间已到', '已结束：没有任何界面能显示该问题',
  ]))

  it('are English, and only an answer is called answered', () => {
    const lines = OUTCOMES.map((outcome) => outcomeLine(outcome, 'en'))
    expect(lines[0]).toBe('王芳 answered on Feishu')
    expect(new Set(lines).size).toBe(OUTCOMES.length)
    expect(lines.slice(1).join('\n')).not.toMatch(/\w+ answered|rejected|refused/)
  })

  it('name what an answer decided, and never a decision where nobody answered', () => {
    expect(outcomeLine(OUTCOMES[0]!, 'en', 'approved-always')).toBe('王芳 approved for good on Feishu')
    expect(outcomeLine(OUTCOMES[1]!, 'en', 'approved')).toBe('Someone dismissed the question at the terminal')
  })

  it('name a surface that nobody here knows', () => {
    expect(outcomeLine({ kind: 'answered', answer, actor: { surface: 'watch', name: 'Li' }, at: 0 }, 'en')).toBe('Li answered on watch')
  })
})

it('tells what was answered question by question', () => {
  const form = formOf([{ id: 'a', question: 'Many?', multiSelect: true, options: [{ label: 'X' }, { label: 'Y' }] }, { id: 'b', question: 'Why?' }])
  expect(answerLines(form, answer, 'zh')).toEqual(['X、Y、Z', '（跳过）'])
  expect(answerLines(form, answer, 'en')).toEqual(['X, Y, Z', '(skipped)'])
})
