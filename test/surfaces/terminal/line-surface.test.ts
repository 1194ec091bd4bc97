/** The terminal without a screen: what is printed, what a line does, and the same contract as the panel. */
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { AskUserQuestionItem } from '../../../router/types.ts'
import type { Locale } from '../../../surfaces/form/words.ts'
import { createLineSurface } from '../../../surfaces/terminal/line-surface.ts'
import { parseMarkdown } from '../../../surfaces/terminal/markdown.ts'
import { createRounds, rejection, settle } from '../../helpers/rounds.ts'
import { describeSurface } from '../../helpers/describe-surface.ts'
import { talk } from './console/talk.ts'
import { approval, batch, database, indent, languages, permission, remarks, shortPlan } from './asks.ts'

// The parser is loaded already, so that the surface's own import of it takes no time.
parseMarkdown('')

function createDesk({ locale = 'en', typed = false, slow = false, onMessage }: { locale?: Locale; typed?: boolean; slow?: boolean; onMessage?: (text: string) => void } = {}) {
  const input = new PassThrough()
  const lines: string[] = []
  const held: (() => void)[] = []
  let now = 0
  let ended = 0
  const surface = createLineSurface({
    input, locale, typed, zone: 'UTC', ...(onMessage === undefined ? {} : { onMessage }), actor: { name: 'Lee' }, now: () => now, log: (line) => lines.push(`log: ${line}`), onEnd: () => { ended += 1 },
    output: {
      write(text, done) {
        lines.push(...text.split('\n').slice(0, -1))
        if (slow) held.push(() => done?.())
        else queueMicrotask(() => done?.())
        return true
      },
    },
  })
  const router = createRounds()
  const leave = router.rounds.add(surface)
  return {
    ...router, surface, input, lines, held, leave,
    ended: () => ended,
    wait: (ms: number) => { now += ms },
    ask: (...questions: AskUserQuestionItem[]) => router.rounds.ask({ questions }),
    async type(...typedLines: string[]) {
      for (const line of typedLines) {
        input.write(`${line}\n`)
        await settle()
        await settle()
      }
    },
  }
}

/** The answer to one ask, given by lines. */
async function answerTo(questions: readonly AskUserQuestionItem[], ...typedLines: string[]): Promise<unknown> {
  const desk = createDesk()
  const answer = desk.ask(...questions)
  answer.catch(() => {
    // The caller looks at it.
  })
  await settle()
  await settle()
  await desk.type(...typedLines)
  return Promise.race([answer.catch((error: unknown) => error), settle().then(() => desk.lines.at(-1))])
}

describe('a printed question', () => {
  it('is a numbered list that can be read aloud, with what may be typed', async () => {
    const desk = createDesk()
    desk.ask(database).catch(() => {})
    await settle()
    expect(desk.lines).toEqual([
      '', '数据库', '生产环境要用哪个数据库？', '1. PostgreSQL (recommended) - 团队已有运维经验，支持事务与 JSON。', '2. SQLite - Zero ops; one file; single writer.',
      '3. Other: type your answer', 'Type a number, or an answer of your own. /dismiss puts the question away.',
    ])
    expect(desk.steps.filter(({ step }) => step === 'shown')).toHaveLength(1)
  })

  it('carries nothing that a terminal acts upon', async () => {
    const desk = createDesk()
    desk.ask(approval).catch(() => {})
    desk.surface.say('\x1b[2Jsaid\x1b]0;x\x07')
    desk.surface.setNote('a\nb\x1b[0m')
    await settle()
    expect(desk.lines.join('\n')).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u)
    expect(desk.lines.join('\n')).toContain('| ls<U+200B>; safe <U+202E>')
  })
})

describe('a typed line', () => {
  it.each<[string, AskUserQuestionItem[], string[], unknown]>([
    ['a number chooses', [indent], ['2'], [{ id: 'style', selected: ['Spaces'] }]],
    ['a full-width number as well', [indent], ['２'], [{ id: 'style', selected: ['Spaces'] }]],
    ['other text answers in the person\'s words', [indent], ['both, "mixed"'], [{ id: 'style', selected: [], custom: 'both, "mixed"' }]],
    ['a text that looks like a number is said with =', [indent], ['=2'], [{ id: 'style', selected: [], custom: '2' }]],
    ['numbers tick', [languages], ['1, 3'], [{ id: 'lang', selected: ['Python', 'Rust'] }]],
    ['numbers and text go together', [languages], ['3 1 + also Zig'], [{ id: 'lang', selected: ['Python', 'Rust'], custom: 'also Zig' }]],
    ['a number is an answer where there are no options', [remarks], ['42'], [{ id: 'note', selected: [], custom: '42' }]],
    ['a batch is asked one by one, and submitted after a review', [...batch], ['1', '/skip', 'no', 'yes'], [{ id: 'lang', selected: ['Python'] }, { id: 'style', selected: [] }, { id: 'note', selected: [], custom: 'no' }]],
    ['an answer can be changed', [...batch], ['1', '2', 'no', '2', '1', 'yes'], [{ id: 'lang', selected: ['Python'] }, { id: 'style', selected: ['Tabs'] }, { id: 'note', selected: [], custom: 'no' }]],
    ['a plan is approved by its label, after a yes', [shortPlan], ['2', 'yes'], [{ id: 'plan-review', selected: ['Approve'] }]],
    ['a plan takes what to change', [shortPlan], ['smaller steps'], [{ id: 'plan-review', selected: [], custom: 'smaller steps' }]],
    ['a permission is given after a yes', [permission], ['1', 'yes'], [{ id: 'cmd', selected: ['允许一次'] }]],
    ['a permission for good spells its scope', [permission], ['2', '是'], [{ id: 'cmd', selected: ['总是允许'] }]],
  ])('%s', async (_, questions, typedLines, answers) => {
    expect(await answerTo(questions, ...typedLines)).toEqual({ answers })
  })

  it.each<[string, AskUserQuestionItem[], string[], RegExp]>([
    ['a number that is not there', [indent], ['9'], /There is no 9/],
    ['two numbers for one choice', [indent], ['1 2'], /Type a number, or/],
    ['a text for a permission', [permission], ['yes'], /Type a number/],
    ['an unknown command', [indent], ['/quit'], /No such command/],
    ['a skip of the only question', [indent], ['/skip'], /cannot be skipped/],
    ['anything but yes, asked whether it is sure', [permission], ['1', 'y e s'], /Type a number/],
    ['a review that was not said yes to', [...batch], ['1', '2', 'no', 'no'], /Type yes to submit/],
  ])('decides nothing by %s, and says why', async (_, questions, typedLines, complaint) => {
    expect(await answerTo(questions, ...typedLines)).toMatch(complaint)
  })

  it('dismisses with a command and a yes, and by the plan\'s row to talk', async () => {
    expect(await answerTo([indent], '/dismiss', 'no', '/dismiss', 'yes')).toMatchObject({ code: 'ASK_CANCELLED' })
    expect(await answerTo([shortPlan], '4', 'yes')).toMatchObject({ code: 'ASK_CANCELLED' })
  })

  it('spells out what is granted for good before it is', async () => {
    const desk = createDesk()
    desk.ask(permission).catch(() => {})
    await settle()
    await desk.type('2')
    expect(desk.lines.at(-1)).toContain('From now on such requests of bash are granted without asking.')
    expect(desk.steps.filter(({ step }) => step === 'acted')).toEqual([])
  })

  it('typed before a person could have read the question answers nothing', async () => {
    const desk = createDesk({ typed: true, slow: true })
    desk.ask(indent).catch(() => {})
    await settle()
    desk.wait(10_000)
    await desk.type('1')
    desk.held.splice(0).forEach((finish) => finish())
    desk.wait(399)
    await desk.type('1')
    expect(desk.lines.filter((line) => line.includes('came before'))).toHaveLength(2)
    expect(desk.steps.filter(({ step }) => step === 'acted')).toEqual([])
    desk.held.splice(0).forEach((finish) => finish())
    desk.wait(400)
    await desk.type('1')
    expect(desk.steps.filter(({ step }) => step === 'acted')).toHaveLength(1)
  })

  it('through a pipe answers what is asked, however slowly that is written', async () => {
    const desk = createDesk({ slow: true })
    const batchAnswer = desk.ask(indent, remarks)
    const next = desk.ask(remarks)
    await settle()
    desk.input.write('2\nno\ny\nand one more\n')
    expect(await batchAnswer).toEqual({ answers: [{ id: 'style', selected: ['Spaces'] }, { id: 'note', selected: [], custom: 'no' }] })
    expect(await next).toEqual({ answers: [{ id: 'note', selected: [], custom: 'and one more' }] })
  })

  it('through a pipe waits for a question that is not ready yet, also when it was the last', async () => {
    const desk = createDesk()
    const answer = desk.ask(shortPlan)
    // Both come before the parser of the plan is there.
    desk.input.emit('data', Buffer.from('2\nyes\n'))
    desk.input.emit('end')
    expect(desk.surface.claim({ questions: [indent] })).toBe(false)
    expect(await answer).toEqual({ answers: [{ id: 'plan-review', selected: ['Approve'] }] })
    expect(desk.ended()).toBe(1)
    expect(desk.lines.join('\n')).not.toContain('No question is open')
  })

  it('through a pipe answers no other question than the one that waited for it', async () => {
    const desk = createDesk()
    const agent = new AbortController()
    const gone = rejection(desk.rounds.ask({ questions: [shortPlan], signal: agent.signal }))
    desk.input.emit('data', Buffer.from('2\nyes\n'))
    agent.abort()
    await gone
    await settle()
    expect(desk.lines.filter((line) => line === 'No question is open.')).toHaveLength(2)
  })

  it('without a question is told so', async () => {
    const desk = createDesk()
    await desk.type('1', '')
    expect(desk.lines).toEqual(['No question is open.'])
  })
})

describe('several asks', () => {
  it('are asked one after the other, with a count', async () => {
    const desk = createDesk()
    const answers = [desk.ask(indent), desk.ask(remarks)]
    await settle()
    expect(desk.lines.at(-1)).toBe('1 more waiting')
    expect(desk.steps.filter(({ step }) => step === 'shown')).toHaveLength(2)
    await desk.type('1', 'text')
    expect(await Promise.all(answers)).toMatchObject([{ answers: [{ selected: ['Tabs'] }] }, { answers: [{ custom: 'text' }] }])
  })

  it('say who answered elsewhere, and go on', async () => {
    const desk = createDesk({ locale: 'zh' })
    desk.rounds.add({ name: 'feishu', claim: () => true, ask: async () => ({ answers: [{ id: 'db', selected: ['SQLite'] }] }) })
    await desk.ask(database)
    await settle()
    expect(desk.lines.at(-1)).toMatch(/^OK 有人 已在飞书回答: SQLite \| \d\d:\d\d$/)
    expect(desk.steps.filter(({ step, surface }) => step === 'collapsed' && surface === 'terminal')).toHaveLength(1)
  })
})

describe('an agent that is driven from here', () => {
  it('is heard of once something is finished', async () => {
    const desk = createDesk()
    for (const news of talk) desk.surface.tell(news)
    expect(desk.lines).toEqual([
      '## What I will do', '', 'First run `npm test`, **then** look at the *lock file*:', '',
      '- read it, and whatever it needs on the way to a build that works again', '- 重新生成锁文件，并检查差异', '', '```sh', 'npm test # **all** of it', '```',
      '> quoted, with snake_case_names kept',
      '* bash  npm test  OK done',
      '* read  packages/application/source/components/settings/AccountSettingsPanel.tsx  x failed', '  ` ENOENT: 没有这个文件',
      '# Plan mode on', '> (late answer) PostgreSQL', 'x The turn failed: UNAUTHORIZED: the key is not valid',
    ])
  })

  it('takes lines while no question is open, and its choices are printed as the lines that pick them', async () => {
    const sent: string[] = []
    const desk = createDesk({ typed: true, onMessage: (text) => sent.push(text) })
    await desk.type('fix the build', '', '/sessions')
    expect(sent).toEqual(['fix the build', '/sessions'])
    desk.surface.tell({ type: 'choices-offered', command: 'sessions', choices: [{ value: 's1', label: 'Fix the build', detail: '14:32' }] })
    expect(desk.lines).toEqual(['/sessions s1  Fix the build  14:32'])
    const answer = desk.ask(indent)
    await settle()
    desk.wait(1_000)
    await desk.type('2')
    expect(await answer).toMatchObject({ answers: [{ selected: ['Spaces'] }] })
    expect(sent).toHaveLength(2)
  })
})

describe('the end of the input', () => {
  it('fails open asks here alone, says so, and takes no further one', async () => {
    const desk = createDesk()
    const failure = rejection(desk.ask(indent))
    await settle()
    desk.input.end()
    expect(await failure).toMatchObject({ message: 'the input of the terminal has ended' })
    expect(desk.lines.at(-1)).toContain('Nothing more can be typed here')
    expect([desk.ended(), desk.surface.claim({ questions: [indent] })]).toEqual([1, false])
    await desk.surface.close()
    expect(desk.ended()).toBe(1)
  })

  it('leaves no listener on a stream that is only closed here', async () => {
    const desk = createDesk()
    const before = new PassThrough().eventNames()
    await desk.surface.close()
    await desk.surface.close()
    expect([desk.input.eventNames(), desk.ended()]).toEqual([before, 0])
  })
})

describeSurface('the terminal without a screen', async () => {
  const desk = createDesk()
  const open = new Set<string>()
  const surface: typeof desk.surface = {
    ...desk.surface,
    ask: (request, round) => desk.surface.ask(request, {
      ...round,
      get signal() { return round.signal },
      get outcome() { return round.outcome },
      submit: (answer, actor) => round.submit(answer, actor),
      dismiss: (actor) => round.dismiss(actor),
      report: (step, detail) => {
        if (step === 'shown') open.add(round.id)
        else open.delete(round.id)
        round.report(step, detail)
      },
    }),
  }
  return { surface, answer: () => desk.type('2'), dismiss: () => desk.type('/dismiss', 'yes'), openAsks: () => open.size, close: () => desk.surface.close() }
})

it('takes /where for a command also while a question is open, and counts a person\'s lines as keys', async () => {
  const sent: string[] = []
  const desk = createDesk({ typed: true, onMessage: (text) => sent.push(text) })
  const answer = desk.ask(database)
  await settle()
  await settle()
  desk.wait(1_000)
  expect(desk.surface.idle?.()).toBe(Infinity)
  await desk.type('/where phone-first 5')
  desk.wait(2_000)
  expect(desk.surface.idle?.()).toBe(2_000)
  expect(sent).toEqual(['/where phone-first 5'])
  await desk.type('=/where')
  expect(await answer).toMatchObject({ answers: [{ custom: '/where' }] })
})
