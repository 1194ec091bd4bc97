/** The local Feishu as the command starts it: what it prints, and whose phone it shows. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { runSimulator, type SimulatorOptions } from '../../app/simulator.ts'
import { UsageError } from '../../app/usage-error.ts'
import { createRowConfig } from '../../config/row.ts'
import { feishuSchema } from '../../config/schema.ts'

interface Shown { readonly printed: string; readonly people: readonly { readonly name: string; readonly locale: string }[] }

/** Runs the command until its phone has been looked at. */
async function show(options: Partial<SimulatorOptions>, env: Record<string, string>): Promise<Shown> {
  const ending = new AbortController()
  let printed = ''
  let running: Promise<void> | undefined
  await new Promise<void>((resolve, reject) => {
    const stdout = { write(text: string) { printed += text; resolve() } }
    running = runSimulator({ port: 0, webhook: 'http://127.0.0.1:8790/feishu/webhook', ...options }, { env, stdout, signal: ending.signal })
    running.catch(reject)
  })
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? ''
  const { people } = await (await fetch(`${url}/sim/state`)).json() as Shown
  ending.abort()
  await running
  await expect(fetch(url)).rejects.toThrow()
  return { printed, people }
}

describe('the simulator command', () => {
  it.each<[string, Partial<SimulatorOptions>, Record<string, string>]>([
    ['asked for', { locale: 'zh' }, { LANG: 'en_US.UTF-8' }],
    ['of the environment', {}, { LANG: 'zh_CN.UTF-8' }],
  ])('speaks Chinese where that is the language %s, and so does its phone', async (_title, options, env) => {
    const { printed, people } = await show(options, env)
    expect(people).toMatchObject([{ name: '王芳', locale: 'zh' }, { name: '路人', locale: 'zh' }])
    expect(printed).toContain('本地飞书已启动')
    expect(printed).toMatch(/operators: .*name: 王芳/)
    expect(printed).toContain('\n    locale: zh\n')
    expect(printed).not.toMatch(/Start dsh|Ctrl-C ends/)
  })

  it('speaks English otherwise', async () => {
    const { printed, people } = await show({}, { LANG: 'C.UTF-8' })
    expect(people).toMatchObject([{ name: 'Wang Fang', locale: 'en' }, { name: 'Passer-by', locale: 'en' }])
    expect(printed).toContain('\n    locale: en\n')
    expect(printed).not.toMatch(/\p{Script=Han}/u)
  })

  it.each(['en', 'zh'] as const)('gives lines for a shell that make a layer which the row takes as it is, in %s', async (locale) => {
    const { printed } = await show({ locale, webhook: 'http://127.0.0.1:8123/a/path' }, {})
    const folder = mkdtempSync(join(tmpdir(), 'ask-layer-'))
    try {
      execFileSync('sh', ['-c', /^cat [^]*?^END$/m.exec(printed)?.[0] ?? ''], { cwd: folder })
      const layer = readFileSync(join(folder, 'simulator.yml'), 'utf8')
      expect(parse(layer)).toEqual([{ id: 'ask-feishu', config: expect.objectContaining({ transport: 'webhook', webhook: { host: '127.0.0.1', port: 8123, path: '/a/path' }, locale }) }])
      expect(createRowConfig('ask-feishu', feishuSchema).read(parse(layer)[0].config).fault).toBeUndefined()
    } finally {
      rmSync(folder, { recursive: true })
    }
    expect(printed).toContain('\ndsh --profile ask --patch simulator.yml\n')
    // Below an empty list a layer is no YAML, and dsh would not start.
    expect(printed).toMatch(/cordis\.patch\.yml.*\[\]/)
  })

  it('says of a taken port only what helps here', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
    const { port } = server.address() as AddressInfo
    const refused = show({ port }, {})
    await expect(refused).rejects.toThrow(UsageError)
    await expect(refused).rejects.toThrow(`--port: ${port} is in use; choose another`)
    await new Promise((resolve) => { server.close(resolve) })
  })
})
