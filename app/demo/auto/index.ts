/** `--auto`: both humans are played through the real edges, round after round. */
import { writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { Writable } from 'node:stream'
import { localeOf } from '../../../surfaces/form/locale.ts'
import type { TerminalPluginPorts } from '../../../surfaces/terminal/index.ts'
import type { DemoOptions } from '../options.ts'
import { createPhone, OPERATOR_ID } from '../phone.ts'
import { createStage, type Unmount } from '../stage.ts'
import { createObserver } from './observer.ts'
import { createPhonePlayer } from './phone-player.ts'
import { renderJson, summary, TIMELINE_HEADER, timelineLine, type PlayedRound } from './report.ts'
import { playRound, type Cast } from './round.ts'
import { createScenarios, scenariosFor } from './scenarios.ts'
import { createTerminalPlayer } from './terminal-player.ts'

/**
 * The played human at the desk lives this many times faster than the clock: the panel holds keys back for up to a
 * second against typing ahead, which would make up most of the run. What is measured is measured in real time.
 */
const HASTE = 4
/** Longest time, in milliseconds of the panel's clock, for which it holds keys back. */
const PANEL_QUIET_MS = 1_000

/** Plays every round; the exit code is 0 only if each ended as scripted. */
export async function playAuto(options: DemoOptions): Promise<number> {
  const locale = options.locale ?? localeOf(process.env)
  const phone = await createPhone({ locale, transport: options.transport, ...(options.port === undefined ? {} : { port: options.port }) })
  const visible = process.stdin.isTTY && process.stdout.isTTY
  const stage = await createStage(options.era)
  const terminal = await createTerminalPlayer()
  const ports: TerminalPluginPorts = {
    input: terminal.input,
    ...(visible ? {} : { output: blankScreen() }),
    env: { ...process.env, TERM: 'xterm-256color' },
    actor: { id: 'you', name: locale === 'zh' ? '你' : 'You' },
    now: () => performance.now() * HASTE,
    exitOnSignal: true,
  }
  let unmount: Unmount | undefined
  const mountTerminal = async () => {
    unmount = await stage.mountTerminal(ports, { locale })
  }
  const unmountTerminal = async () => {
    await unmount?.()
    unmount = undefined
  }
  const played: PlayedRound[] = []
  const closers: (() => void)[] = [() => terminal.close()]
  try {
    const webhook = await stage.mountPhone(phone)
    await mountTerminal()
    const observer = createObserver(stage.host.ctx, phone.simulator, () => performance.now())
    const hands = createPhonePlayer(phone.simulator, webhook, OPERATOR_ID)
    closers.push(() => observer.close(), () => hands.close())
    const cast: Cast = {
      host: stage.host, simulator: phone.simulator, observer, phone: hands, terminal,
      terminalQuietMs: PANEL_QUIET_MS / HASTE + 20,
      mountTerminal, unmountTerminal,
    }
    if (!visible) print(TIMELINE_HEADER)
    const scenarios = options.asks ? scenariosFor(options.asks) : createScenarios(options.seed)
    for (const scenario of scenarios) {
      // A final refusal of the next card, and of nothing else.
      if (scenario.refusesSend) phone.simulator.faults.set({ name: 'refused-send', times: 1, on: ['send'] })
      const round = await playRound(cast, scenario)
      played.push(round)
      if (!visible) print(timelineLine(round))
      if (unmount === undefined && !scenario.leavesTerminalOut) await mountTerminal()
    }
  } finally {
    await unmountTerminal()
    for (const close of closers) close()
    await stage.close()
    await phone.simulator.close()
  }
  if (visible) print([TIMELINE_HEADER, ...played.map(timelineLine)].join('\n'))
  print(summary(played, options.seed))
  if (options.json !== undefined) writeFileSync(options.json, renderJson(played))
  return played.every(({ faults }) => faults.length === 0) ? 0 : 1
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** A screen that nobody looks at: bytes leave and are gone. */
function blankScreen(): NonNullable<TerminalPluginPorts['output']> {
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() })
  return Object.assign(sink, { isTTY: true, columns: 80, rows: 24 })
}
