/** What the scripted agent says of each end, on the real host with the real router. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ScriptedAsk } from '../../../app/asks.ts'
import { runAgent } from '../../../app/demo/agent.ts'
import { createStage, type Stage } from '../../../app/demo/stage.ts'
import type { AskSurface } from '../../../router/types.ts'

const ASK: ScriptedAsk = { name: 'one', questions: [{ id: 'a', question: 'Which?', options: [{ label: 'X' }, { label: 'Y' }] }] }

let stage: Stage
beforeEach(async () => { stage = await createStage() })
afterEach(() => stage.close())

async function said(locale: 'en' | 'zh', ask: ScriptedAsk = ASK, signal = new AbortController().signal): Promise<string[]> {
  const lines: string[] = []
  await runAgent(stage.host, { asks: [ask], locale, signal, say: (line) => lines.push(line) })
  return lines
}

function register(ask: AskSurface['ask']): void {
  stage.host.ctx.askSurfaces.register({ name: 'desk', claim: () => true, ask })
}

describe('the scripted agent', () => {
  it('says what was answered, as data', async () => {
    register(() => Promise.resolve({ answers: [{ id: 'a', selected: ['Y'] }] }))
    expect(await said('zh')).toEqual(['agent · one → [{"id":"a","selected":["Y"]}]'])
  })

  it.each([['en', 'dismissed'], ['zh', '搁置']] as const)('says a dismissal as its code, and in words of the language: %s', async (locale, words) => {
    register((_request, round) => new Promise(() => { round.dismiss() }))
    expect(await said(locale)).toEqual([`agent · one → ASK_CANCELLED (${words})`])
  })

  it('says a failure as its code and in the sentence of the service that refused', async () => {
    const intent = { kind: 'plan-review', approve: 'Perhaps' } as const
    const [line] = await said('en', { name: 'plan', questions: [{ ...ASK.questions[0]!, intent }] })
    expect(line).toMatch(/^agent · plan → BAD_INTENT \(question a declares intent plan-review .*"Perhaps".*\)$/)
    expect((await said('en'))[0]).toMatch(/^agent · one → NO_PROVIDER \(\S.* \S.*\)$/)
  })

  it('says nothing of an ask that it withdraws on leaving', async () => {
    const leaving = new AbortController()
    register(() => new Promise(() => { leaving.abort() }))
    expect(await said('en', ASK, leaving.signal)).toEqual([])
  })
})
