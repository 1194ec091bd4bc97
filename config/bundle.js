// Writes the compiled tree, into `lib` or the folder that is named; the declarations are for `tsc` to add. A module in
// a file of its own takes the runtime a fifth of a millisecond to find, read and link, and a start would meet fifty.
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const { bin, exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const published = [...Object.values(bin), ...Object.values(exports).flatMap((target) => target.default ?? [])]
const entries = [
  ...published.map((path) => /lib\/(.+)\.js$/.exec(path)[1]),
  // The demo is started from a clone. Of its parts the bench makes starts of its own, and the tests of the real host one
  // of the other era.
  'app/demo/main', 'app/demo/stage', 'app/demo/agent', 'app/demo/script', 'app/demo/host/waterfall/index',
]

const LIB = join(ROOT, 'lib')
const lib = resolve(process.argv[2] ?? LIB)
// Files of before would be published as well; of any other folder nothing is taken away.
if (lib === LIB) rmSync(lib, { recursive: true, force: true })
const bundle = await rolldown({
  cwd: ROOT,
  input: Object.fromEntries(entries.map((entry) => [entry, `${entry}.ts`])),
  external: /^[^./]/,
  platform: 'node',
})
try {
  await bundle.write({
    dir: lib,
    chunkFileNames: 'chunks/[name].js',
    // All else is split by who needs it.
    codeSplitting: {
      groups: [
        // In two files, since what can do without the host's packages must run where there are none.
        { debugName: 'router', name: (id, modules) => (isOfRouter(id, modules) ? (needsHost(id, modules) ? 'router-plugin' : 'router') : null) },
        // What each start of the demo needs.
        { name: 'stage', test: /\/app\/demo\/(?:stage|host\/(?:agent|index|slot))\.ts$/ },
      ],
    },
  })
} finally {
  await bundle.close()
}
// Served as it stands in the source, from beside the chunks.
cpSync(join(ROOT, 'app/demo/page'), join(lib, 'page'), { recursive: true })

function isOfRouter(id, modules) {
  return neededBy(join(ROOT, 'router/index.ts'), modules).has(id)
}

function needsHost(id, modules) {
  return [...neededBy(id, modules)].some((needed) => needed.startsWith('@'))
}

/** The module and those that it imports, at once or through others. */
function neededBy(id, modules, found = new Set()) {
  if (found.has(id)) return found
  found.add(id)
  for (const next of modules.getModuleInfo(id)?.importedIds ?? []) neededBy(next, modules, found)
  return found
}
