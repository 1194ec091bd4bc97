/** Whole processes, from the moment they are started to the first thing that a person sees. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { atMost, type Figure } from '../figure.ts'
import { interleave, ratio, type Sample } from '../pairs.ts'
import type { Effort } from '../row.ts'

const STAGE = new URL('../stage/', import.meta.url)
/** The product as it is published, in few files. All else that the bench imports is compiled file by file. */
const PUBLISHED = new URL('../../../../../lib/', import.meta.url)
const DEMO = new URL('app/demo/main.js', PUBLISHED)
/** A part of the first question, which stands in the first frame that shows one. */
const QUESTION = '生产环境'
/** Milliseconds. */
const LIMIT = 60_000

/** Milliseconds until `sign` comes out. In a terminal of 120x40 where `tty` is set: `script` lends one. */
async function start(program: URL, sign: string, tty: boolean): Promise<Sample & { readonly wall: number }> {
  const path = fileURLToPath(program)
  const begun = performance.now()
  const environment = { ...process.env, TERM: 'xterm-256color', LANG: 'zh_CN.UTF-8', PUBLISHED: PUBLISHED.href }
  const child = tty
    ? spawn('script', ['-qfec', `stty cols 120 rows 40; exec ${process.execPath} ${path}`, '/dev/null'], { env: environment, stdio: ['pipe', 'pipe', 'inherit'] })
    : spawn(process.execPath, [path], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const limit = setTimeout(() => child.kill('SIGKILL'), LIMIT)
  try {
    let text = ''
    for await (const part of child.stdout.setEncoding('utf8')) {
      text += String(part)
      if (text.includes(sign)) return { wall: performance.now() - begun }
    }
    throw new Error(`${path} ended before "${sign}" came: ${text.slice(-500)}`)
  } finally {
    clearTimeout(limit)
    child.kill('SIGKILL')
    await ended
  }
}

function read({ wall }: { readonly wall: number }): number {
  return wall
}

export async function measure(effort: Effort): Promise<readonly Figure[]> {
  const host = new URL('start-host.js', STAGE)
  const painted = new URL('start-painted.js', STAGE)
  const unit = 'ms'
  const against = (program: URL): ReturnType<typeof interleave<Sample & { readonly wall: number }>> =>
    interleave({ product: () => start(program, '[up]', false), baseline: () => start(host, '[up]', false) }, effort.pairs)
  const core = await against(new URL('start-core.js', STAGE))
  const agent = await against(new URL('start-agent.js', STAGE))
  const files = await against(new URL('start-files.js', STAGE))
  const paint = await interleave({ product: () => start(painted, QUESTION, true), baseline: () => start(host, '[up]', true) }, effort.pairs)
  const phone = await interleave({ product: () => start(DEMO, QUESTION, true), baseline: () => start(painted, QUESTION, true) }, effort.pairs)
  return [
    ratio(core, { name: 'core', read, unit, target: atMost(1.2) }),
    ratio(agent, { name: 'core without a router', read, unit }),
    ratio(files, { name: 'core, file by file', read, unit }),
    ratio(paint, { name: 'painted', read, unit, target: atMost(2.3) }),
    ratio(phone, { name: 'painted with Feishu, to without', read, unit, target: atMost(1.1) }),
  ]
}
