/** One life of the product in a process of its own, on what earlier ones have left: asks what it is told to, until it is killed or stopped. */
import { z } from 'zod'
import { createDice } from '../dice.ts'
import { playDesk } from '../desk.ts'
import { createFastClock } from '../fast-clock.ts'
import { Glass, Keyboard } from '../glass.ts'
import { createChaosHost } from '../host.ts'
import { OPERATOR } from '../phone.ts'
import { mountFeishu, mountRouter, mountTerminal } from '../processes.ts'
import { SESSIONS } from '../stage.ts'
import { createStory, type Story } from '../story.ts'
import { openRecords, unfinishedCalls } from './records.ts'

const settings = z.object({ folder: z.string(), url: z.string(), seed: z.number(), speed: z.number() })
const command = z.union([
  z.object({ ask: z.object({ tag: z.string(), session: z.string(), call: z.string().optional(), windowMs: z.number().optional(), questions: z.array(z.looseObject({ id: z.string(), question: z.string() })) }) }),
  z.literal('stop'),
])

const { folder, url, seed, speed } = settings.parse(JSON.parse(process.argv[3] ?? ''))
const records = openRecords(folder)
const clock = createFastClock(speed)
const dice = createDice(seed)
const stories = new Map<string, Story>()
const playing = new AbortController()

for (const session of SESSIONS) for (const callId of unfinishedCalls(records.events(session))) {
  // As the host does when it opens a session whose process has ended.
  records.append(`${session}.jsonl`, { type: 'tool/result', data: { message: { source: { callId }, content: [] }, error: { code: 'TOOL_OUTCOME_UNKNOWN' } } })
}
const host = await createChaosHost({
  era: 'waterfall', clock, dice, sessions: SESSIONS, readsAtOnce: true,
  logs: new Map(SESSIONS.map((session) => [session, records.events(session)])),
  onEvent: (session, event) => records.append(`${session}.jsonl`, event),
})
const { ctx } = host
ctx.logger.exporter({ levels: { default: 5 }, export: ({ name, args }) => records.append('log.jsonl', [name, ...args.map((part) => (part instanceof Error ? part.name : String(part)))].join(' ')) })
const glass = new Glass()
const keyboard = new Keyboard()
const unmountRouter = await mountRouter({ ctx, clock, folder, onNote: (line) => records.append('log.jsonl', line) })
const unmountTerminal = await mountTerminal({ ctx, clock }, keyboard, glass)
let address = ''
const unmountFeishu = await mountFeishu({ ctx, clock, folder, url, transport: 'webhook', people: [OPERATOR], onAddress: (now) => { address = now } })
const desk = playDesk({
  glass, keyboard, clock, dice: dice.fork(), signal: playing.signal,
  storyOf: (tag) => stories.get(tag),
  attempted: ({ tag, attempts }) => records.append('attempts.jsonl', { tag, attempt: attempts.at(-1) }),
})

/** Without whoever started it, it has nothing to do here. */
const abandoned = (): never => process.exit(1)
process.on('disconnect', abandoned)

async function stop(): Promise<void> {
  process.off('disconnect', abandoned)
  playing.abort()
  await desk
  await unmountFeishu()
  await unmountTerminal()
  await unmountRouter()
  await host.close()
  glass.close()
  // Nothing of ours keeps the process alive now.
  process.disconnect()
}

process.on('message', (message) => {
  const told = command.parse(message)
  if (told === 'stop') {
    stop().catch((error: unknown) => { throw error })
    return
  }
  const { tag, session, call, windowMs, questions } = told.ask
  const story = createStory({ tag, session, questions, ...(call === undefined ? {} : { call }), ...(windowMs === undefined ? {} : { windowMs }) })
  stories.set(tag, story)
  host.ask(story).then((end) => records.append('ends.jsonl', { tag, end })).catch((error: unknown) => { throw error })
})
process.send?.({ address })
// What is imported on demand is there only while this module is being run.
await new Promise((resolve) => { process.on('disconnect', resolve) })
