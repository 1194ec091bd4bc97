/** Who may import whom, held against every import of the sources. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { parseSync } from 'oxc-parser'
import { describe, expect, it } from 'vitest'

const ROOT = new URL('..', import.meta.url).pathname

interface Import { readonly from: string; readonly to: string; readonly typeOnly: boolean; readonly dynamic: boolean }

const files = ['router', 'surfaces', 'app', 'config']
  .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
  .filter((path) => path.endsWith('.ts'))

const imports: Import[] = files.flatMap((from) => {
  const source = readFileSync(join(ROOT, from), 'utf8')
  const { module, errors } = parseSync(from, source)
  if (errors.length > 0) throw new Error(`${from} cannot be parsed`)
  const statics = [
    ...module.staticImports.map(({ moduleRequest, entries, start }) => ({
      to: moduleRequest.value, dynamic: false,
      // `import type {}` has no entries; it brings in what another module adds to a type.
      typeOnly: source.startsWith('import type', start) || (entries.length > 0 && entries.every(({ isType }) => isType)),
    })),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? [{ to: moduleRequest.value, typeOnly: isType, dynamic: false }] : []))),
  ]
  const dynamics = module.dynamicImports.map(({ moduleRequest }) => ({ to: source.slice(moduleRequest.start + 1, moduleRequest.end - 1), typeOnly: false, dynamic: true }))
  // `createRequire` is an import by another name.
  const required = [...source.matchAll(/\brequire\('([^']+)'\)/g)].map(([, to = '']) => ({ to, typeOnly: false, dynamic: true }))
  return [...statics, ...dynamics, ...required].map(({ to, typeOnly, dynamic }) => ({ from, typeOnly, dynamic, to: to.startsWith('.') ? normalize(join(dirname(from), to)) : to }))
})

const isOwn = (path: string) => path.endsWith('.ts')
/** `@scope/name/sub` and `name/sub` as the name of the package. */
const packageOf = (to: string) => to.split('/').slice(0, to.startsWith('@') ? 2 : 1).join('/')

function violations(allowed: (entry: Import) => boolean): string[] {
  return imports.filter((entry) => !allowed(entry)).map(({ from, to }) => `${from} imports ${to}`)
}

describe('the direction of imports', () => {
  it('reads every source file', () => {
    expect(files.length).toBeGreaterThan(20)
    expect(imports.length).toBeGreaterThan(files.length)
  })

  it('leads from the router to nothing but the router', () => {
    expect(violations(({ from, to }) => !from.startsWith('router/') || !isOwn(to) || to.startsWith('router/'))).toEqual([])
  })

  it('leads from a surface to itself, the shared form and the router\'s types and pure files', () => {
    const pure = new Set(['router/types.ts', 'router/answer.ts', 'router/errors.ts', 'router/order.ts', 'router/dsh-home.ts', 'router/service.ts', 'router/own-file.ts', 'router/process-lock.ts', 'router/journal/types.ts'])
    expect(violations(({ from, to, typeOnly }) => {
      if (!from.startsWith('surfaces/') || !isOwn(to)) return true
      const own = from.split('/').slice(0, 2).join('/')
      // A surface's plugin may answer the host by itself where there is no router.
      if (from === `${own}/index.ts` && to === 'router/host/stand-alone.ts') return true
      return to.startsWith(`${own}/`) || to.startsWith('surfaces/form/') || (pure.has(to) && (to !== 'router/service.ts' || typeOnly))
    })).toEqual([])
  })

  it('leads from the simulator to nothing of ours but the simulator: it is a second opinion', () => {
    expect(violations(({ from, to }) => !from.startsWith('app/demo/simulator/') || !isOwn(to) || to.startsWith('app/demo/simulator/'))).toEqual([])
  })

  it('leads from the demo\'s question service to nothing of ours but that service: it stands in for a host', () => {
    expect(violations(({ from, to }) => !from.startsWith('app/demo/host/waterfall/') || !isOwn(to) || to.startsWith('app/demo/host/waterfall/'))).toEqual([])
  })

  it('leads from the config to nothing of ours but the config', () => {
    expect(violations(({ from, to }) => !from.startsWith('config/') || !isOwn(to) || to.startsWith('config/'))).toEqual([])
  })

  it('never leads from anywhere into the app, but from the app', () => {
    expect(violations(({ from, to }) => from.startsWith('app/') || !to.startsWith('app/'))).toEqual([])
  })
})

describe('libraries', () => {
  const owners: Record<string, (from: string) => boolean> = {
    'blessed': (from) => from === 'surfaces/terminal/screen.ts',
    'express': (from) => from === 'surfaces/feishu/webhook.ts' || from.startsWith('app/demo/simulator/'),
    '@larksuiteoapi/node-sdk': (from) => from === 'surfaces/feishu/client.ts',
    'axios': (from) => from === 'surfaces/feishu/client.ts',
    'helmet': (from) => from.startsWith('app/demo/simulator/'),
    'marked': (from) => /^surfaces\/(?:terminal|feishu)\/markdown\.ts$/.test(from),
  }

  it.each(Object.keys(owners))('%s has one importer in each part that uses it', (library) => {
    const found = imports.filter(({ to, typeOnly }) => packageOf(to) === library && !typeOnly)
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter(({ from }) => !owners[library]!(from)).map(({ from }) => from)).toEqual([])
  })

  it('of the host are loaded at run time by the router\'s plugin and bridges, and the app alone', () => {
    const loaders = /^(?:router\/(?:host\/|service\.ts$|index\.ts$)|app\/|config\/schema\.ts$)/
    expect(violations(({ from, to, typeOnly }) => typeOnly || !to.startsWith('@deepseek-ai/') || loaders.test(from))).toEqual([])
  })

  it('of the host that the bundle needs are declared as optional peers', () => {
    const { peerDependencies, peerDependenciesMeta }: { peerDependencies: object; peerDependenciesMeta: object } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    const needed = imports.filter(({ from, to, typeOnly, dynamic }) => !typeOnly && !dynamic && to.startsWith('@deepseek-ai/') && !from.startsWith('app/demo/'))
    expect([...new Set(needed.map(({ to }) => packageOf(to)))].toSorted()).toEqual(Object.keys(peerDependencies))
    expect(Object.keys(peerDependenciesMeta)).toEqual(Object.keys(peerDependencies))
  })

  it('of the host are not among the dependencies: a second copy would break the host\'s own checks', () => {
    const { dependencies }: { dependencies: object } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    expect(Object.keys(dependencies).filter((name) => name.startsWith('@deepseek-ai/'))).toEqual([])
  })

  it('of the host are not needed by the command line, which also runs where they are absent', () => {
    const reach = (from: string, seen = new Set<string>()): Set<string> => {
      if (seen.has(from)) return seen
      seen.add(from)
      for (const { to, typeOnly, dynamic } of imports.filter((entry) => entry.from === from)) if (!typeOnly && !dynamic) reach(to, seen)
      return seen
    }
    expect([...reach('app/cli.ts')].filter((to) => to.startsWith('@deepseek-ai/'))).toEqual([])
  })

  it('are all declared in package.json', () => {
    const { dependencies }: { dependencies: object } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    // The host's own packages are never ours to bring along; the test above holds who may load them.
    expect(violations(({ to, typeOnly }) => typeOnly || isOwn(to) || to.startsWith('node:') || to.startsWith('@deepseek-ai/') || packageOf(to) in dependencies)).toEqual([])
  })
})

it('keeps every source file under 300 lines', () => {
  expect(files.filter((path) => readFileSync(join(ROOT, path), 'utf8').split('\n').length > 301).map((path) => relative('.', path))).toEqual([])
})
