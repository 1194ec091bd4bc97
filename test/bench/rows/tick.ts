/** A second of a countdown and a key, on a large screen with a long transcript. */
import xterm from '@xterm/headless'
import { createTimedRounds, lendWindow } from '../../helpers/timed.ts'
import { atMost, type Figure } from '../figure.ts'
import { median, perOperation, rounded } from '../pairs.ts'
import type { Effort } from '../row.ts'
import { createDesk, type Glass } from '../stage/desk.ts'

const LINES = 2_000
const TURNS = 50
const HOUR = 3_600_000
const DOWN = '\x1b[B'
const UP = '\x1b[A'

/** Milliseconds of processor time of one frame, and its bytes. */
interface Frame {
  readonly cpu: number
  readonly bytes: number
  /** Bytes of the rows that changed, each written by hand with its place before it. */
  readonly byHand: number
}

export async function measure(effort: Effort): Promise<readonly Figure[]> {
  const { rounds, clock } = createTimedRounds()
  const { surface, input, glass } = createDesk({ now: clock.now, after: clock.after, locale: 'zh', console: true, onMessage: () => {} })
  rounds.add(surface)
  const screen = new xterm.Terminal({ cols: glass.columns, rows: glass.rows, allowProposedApi: true })
  glass.onWrite = (text) => screen.write(text)
  for (let line = 0; line < LINES; line += 1) {
    surface.tell({ type: 'spoke', text: `第 ${line} 行：把旧接口替换为新接口，补充测试，并在发布说明里写明原因。${'长'.repeat(line % 60)}`, reasoning: '', interrupted: false })
  }
  clock.tick(1_000)
  const ask = rounds.ask({
    questions: [{ id: 'db', header: '数据库', question: '生产环境要用哪个数据库？', options: [{ label: 'PostgreSQL', description: '团队已有运维经验。' }, { label: 'SQLite', description: '零运维。' }] }],
    agent: { id: 'agent', session: { id: 'session' } },
    wait: { callId: 'call', timed: true },
  }, { window: lendWindow(clock, { ms: HOUR }) })
  ask.catch(() => { /* ends with the row */ })
  await settled()
  clock.tick(5_000)
  await settled()
  surface.setNote('')
  try {
    const tick = await frames(effort, glass, screen, () => clock.tick(1_000))
    const key = await frames(effort, glass, screen, (turn) => input.type(turn % 2 === 0 ? DOWN : UP))
    return [...figures('tick', tick), ...figures('key', key)]
  } finally {
    await surface.close()
    await rounds.close()
    screen.dispose()
  }
}

async function frames(effort: Effort, glass: Glass, screen: xterm.Terminal, act: (turn: number) => void): Promise<readonly Frame[]> {
  const found: Frame[] = []
  for (let pair = 0; pair < effort.pairs; pair += 1) {
    const before = await rowsOf(screen)
    glass.written = 0
    act(1)
    const bytes = glass.written
    if (bytes === 0) throw new Error('nothing was painted')
    const after = await rowsOf(screen)
    const byHand = after.reduce((sum, row, y) => (row === before[y] ? sum : sum + Buffer.byteLength(`\x1b[${y + 1};1H${row}`)), 0)
    act(0)
    // The emulator would be measured with the terminal.
    const { onWrite } = glass
    glass.onWrite = () => {}
    const turns = effort.times(TURNS) * 2
    const { cpu } = await perOperation(turns, (turn) => act(turn))
    glass.onWrite = onWrite
    act(0)
    act(1)
    found.push({ cpu: cpu / 1_000, bytes, byHand })
  }
  return found
}

function figures(name: string, found: readonly Frame[]): readonly Figure[] {
  const cpu = median(found.map((frame) => frame.cpu))
  const [bytes, byHand] = [median(found.map((frame) => frame.bytes)), median(found.map((frame) => frame.byHand))]
  return [
    { name: `${name}: CPU`, value: cpu, unit: 'ms', target: atMost(5), shown: `at 120x40, ${LINES} entries` },
    { name: `${name}: bytes`, value: bytes / byHand, unit: 'x', target: atMost(3), shown: `${rounded(bytes)} to ${rounded(byHand)} bytes` },
  ]
}

async function rowsOf(screen: xterm.Terminal): Promise<readonly string[]> {
  await new Promise<void>((resolve) => { screen.write('', resolve) })
  const { active } = screen.buffer
  return Array.from({ length: screen.rows }, (_, y) => active.getLine(active.viewportY + y)?.translateToString(true) ?? '')
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
