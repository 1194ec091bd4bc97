/** The demo as a person meets it: the panel here, the phone in a browser, and a scripted agent that asks. */
import { createServer } from 'node:net'
import { once } from 'node:events'
import { localeOf } from '../../surfaces/form/locale.ts'
import type { TerminalSurface } from '../../surfaces/terminal/index.ts'
import { linkLine, tellFailures } from '../failures.ts'
import { answerPair } from '../pair.ts'
import { runAgent } from './agent.ts'
import type { DemoOptions } from './options.ts'
import { SCRIPT } from './script.ts'
import { createStage } from './stage.ts'
import { watchEnd } from './watch-end.ts'

const WORDS = {
  en: {
    address: (url: string) => `Phone: ${url}`,
    starting: 'Phone: starting …',
    over: 'The agent has no more questions. ^C leaves.',
    lines: 'No full-screen panel here: questions are printed, and answered by lines or on the phone. --auto plays both humans.',
    phoneOnly: 'Nothing can be typed here: questions are shown and answered on the phone. --auto plays both humans.',
    message: (text: string) => `you · ${text} (the scripted agent reads no messages)`,
    late: (answers: string) => `agent · late answer → ${answers}`,
  },
  zh: {
    address: (url: string) => `手机：${url}`,
    starting: '手机：正在启动……',
    over: '代理没有更多问题了。按 ^C 退出。',
    lines: '此处没有全屏面板：提问会逐行打印，可输入一行回答，或在手机上回答。加 --auto 可自动演示。',
    phoneOnly: '此处无法输入：提问在手机上显示和回答。加 --auto 可自动演示。',
    message: (text: string) => `你 · ${text}（脚本代理不读消息）`,
    late: (answers: string) => `agent · 迟到的回答 → ${answers}`,
  },
}

/** Runs until the person leaves or, without a terminal, until the script ends. */
export async function runInteractive(options: DemoOptions): Promise<number> {
  const locale = options.locale ?? localeOf(process.env)
  const words = WORDS[locale]
  // Before anything is painted: a port that was asked for and is taken is the person's to change.
  if (options.port !== undefined) await probePort(options.port)
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  const stage = await createStage(options.era)
  const closers: (() => Promise<unknown>)[] = []
  let terminal: TerminalSurface | undefined
  stage.host.onLateReply?.((_callId, answers) => say(words.late(JSON.stringify(answers))))
  const say = (line: string) => (terminal ? terminal.say(line) : void process.stdout.write(`${line}\n`))
  try {
    const panel = process.stdin.isTTY && process.stdout.isTTY && process.env['TERM'] !== 'dumb'
    const mountTerminal = () => stage.mountTerminal({
      exitOnSignal: true,
      onQuit: leave,
      onMessage: (text) => say(answerPair(stage.host.ctx, text, locale) ?? words.message(text)),
      onOpen: (surface) => {
        terminal = surface
        tellFailures(stage.host.ctx, locale, say)
      },
    }, { locale, lines: 'on' })
    const mountPhone = async () => {
      const { createPhone } = await import('./phone.ts')
      const phone = await createPhone({ locale, transport: options.transport, ...(options.port === undefined ? {} : { port: options.port }) })
      closers.push(() => phone.simulator.close())
      await stage.mountPhone(phone, (up) => say(linkLine(up, locale)))
      return words.address(phone.simulator.url)
    }
    const playScript = () => runAgent(stage.host, { asks: options.asks ?? SCRIPT, locale, signal: leaving.signal, say })
    if (panel) {
      await mountTerminal()
      terminal?.setNote(words.starting)
      // The first question is on the panel before the phone is even loaded: a surface that comes late joins the open round.
      const script = playScript()
      terminal?.setNote(await mountPhone())
      await script
    } else {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave)
      // Loading the phone takes longer than to find out that the input has ended already; a terminal is never at its end.
      const hasEnded = process.stdin.isTTY ? () => false : watchEnd(process.stdin)
      const address = await mountPhone()
      const typable = !hasEnded()
      say(typable ? words.lines : words.phoneOnly)
      say(address)
      if (typable) await mountTerminal()
      await playScript()
    }
    if (panel && !leaving.signal.aborted) {
      say(words.over)
      await once(leaving.signal, 'abort')
    }
  } finally {
    leaving.abort()
    await stage.close()
    for (const close of closers) await close()
  }
  return 0
}

/** @throws {UsageError} when the port cannot be had. */
async function probePort(port: number): Promise<void> {
  const probe = createServer()
  probe.listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch (error) {
    const { portFault } = await import('./phone.ts')
    throw portFault(error, port)
  }
  probe.close()
  await once(probe, 'close')
}
