/** The host's own files as a person has laid them out, read and changed by setup and read by the doctor. */
import { isDeepStrictEqual } from 'node:util'
import { compose, parseLayer } from '../../../app/doctor/layers.ts'
import { changeLayer, readLayer, revertLayer, type WantedRow } from '../../../app/setup/layer.ts'
import { parseRecord } from '../../../app/setup/record.ts'
import { changeSecrets, readSecrets, revertSecrets } from '../../../app/setup/secrets.ts'
import { readYaml, YamlFault } from '../../../app/setup/yaml-text.ts'
import { UsageError } from '../../../app/usage-error.ts'
import type { Random } from '../../load/random.ts'
import { jsonBytes, mutateBytes, mutateJson } from '../mutate.ts'
import { textOf } from '../pieces.ts'
import { hold, type Target } from '../target.ts'

const SECRET = 'a-secret-that-is-nobodys-business'
const LAYERS = [
  '', '# nothing yet\n', '[]\n', '- id: ask-core\n  config: { journal: ids }\n', '- id: ask-feishu\n  disabled: true\n', '- { id: ask-feishu, config: { appId: cli_1, operators: [] } }\n',
  `# mine\n- id: ask-feishu   # here\n  config:\n    appId: cli_0000000000000000\n    operators:\n      - { id: ou_1, role: approve }\n      - id: ou_2\n        name: |\n          ${SECRET}\n    webhook:\n      port: 80 # as it was\n`,
  '- &a { id: ask-feishu, config: &b { appId: x } }\n- *a\n- id: other\n  config: *b\n', '- id: ask-feishu\n  config:\n    <<: { appId: x }\n    appId: !!js env.APP\n', '- insert: [{ id: g, group: true, config: [{ id: h }] }]\n- id: g\n  insert: [{ id: i }]\n',
] as const
const SECRETS = ['', `FEISHU_APP_SECRET: ${SECRET}\n`, `# ours\nA: "b"\nFEISHU_APP_SECRET: |-\n  ${SECRET}\n`, `{ A: b, FEISHU_APP_SECRET: '${SECRET}' }\n`] as const
const RECORD = {
  version: 1, profiles: { ask: { history: [], changes: { entryAdded: true, fields: [{ path: ['config', 'appId'], after: 'x' }], elements: [] }, refs: ['A'] } },
  secrets: { history: [], changes: { A: { before: SECRET, mark: 'm' } } },
}
const PIECES = [
  '\n', '\n  ', '\n    ', '- ', ': ', '? ', '# x\n', '{', '}', '[', ']', ', ', '&a ', '*a', '<<: ', '!!js x', '!!binary ', '!t ', '|\n', '>-\n', '---\n', '...\n', '%YAML 1.1\n', '\t', '"', '\'', '\\x', '\r\n', '\ufeff', 'id: ask-feishu', 'config: ',
  'appId: x', 'disabled: true', 'operators: ', 'null', '~', '.inf', '0o7', '__proto__: x', 'a: &a [x, x, x]\nb: &b [*a, *a, *a]\n', '- &l [*l]\n', '[[[[[[[[[[[[',
] as const
const WANTED: WantedRow = { appId: 'cli_0123456789abcdef', domain: 'feishu', transport: 'webhook', webhook: { port: 8790, path: '/hook' }, refs: { appSecretRef: 'FEISHU_APP_SECRET' }, person: { id: 'ou_1', name: 'Wang', role: 'approve' } }

function laidOut(texts: readonly [string, ...string[]], random: Random): Buffer {
  const text = random.pick(texts)
  if (random.below(3) === 0) return mutateBytes(Buffer.from(text), random)
  const at = random.below(text.length + 1)
  return Buffer.from(text.slice(0, at) + textOf(random, PIECES, 6) + text.slice(random.below(3) === 0 ? at : Math.min(text.length, at + random.below(9))))
}

/** What it gives, unless the file cannot be read, which is told in one line without quoting it. */
function told<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof YamlFault) && !(error instanceof UsageError)) throw error
    hold(!/\p{Cc}/u.test(error.message) && !error.message.includes(SECRET), () => `it is told in ${JSON.stringify(error.message)}`)
    return undefined
  }
}

/** An empty list or mapping says as much as nothing, wherever it stands. */
function said(text: string): unknown {
  return withoutEmpty(readYaml(text))
}

function withoutEmpty(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value ?? undefined
  const fields = Object.entries(value).map(([key, each]) => [key, withoutEmpty(each)] as const).filter(([, each]) => each !== undefined)
  return fields.length === 0 ? undefined : Object.fromEntries(fields)
}

export const setupFiles: Target = {
  name: 'setup-files',
  share: 0.1,
  open: () => ({
    make: (random) => {
      const kind = random.pick(['layer', 'layer', 'secrets', 'record'])
      const bytes = kind === 'record' ? jsonBytes(mutateJson(RECORD, random)) : laidOut(kind === 'layer' ? LAYERS : SECRETS, random)
      return Buffer.concat([Buffer.from(`${kind}\n`), bytes])
    },
    run: (input) => {
      const end = input.indexOf('\n')
      const [kind, text] = [input.subarray(0, end).toString(), input.subarray(end + 1).toString()]
      if (kind === 'record') return void told(() => parseRecord(text, 'setup.json'))
      if (kind === 'secrets') {
        told(() => readSecrets(text))
        const changed = told(() => changeSecrets(text, { FEISHU_APP_SECRET: 'new' }))
        if (changed === undefined) return
        hold(readSecrets(changed.text)['FEISHU_APP_SECRET'] === 'new', () => 'a secret was not stored')
        const back = told(() => revertSecrets(changed.text, changed.changes))
        hold(back === undefined || isDeepStrictEqual(said(back), said(text)), () => `taken back it is ${JSON.stringify(back)}`)
        return
      }
      const read = parseLayer('cordis.patch.yml', text)
      hold(read.kind !== 'broken' || !read.why.includes(SECRET), () => 'the doctor quotes a file')
      if (read.kind === 'layer') hold(compose([read.layer, read.layer]).rows.every(({ id }) => typeof id === 'string'), () => 'a row without an id')
      const changed = told(() => changeLayer(text, WANTED))
      if (changed === undefined) return
      hold(readLayer(changed.text).config['appId'] === WANTED.appId, () => `changed it is ${JSON.stringify(changed.text)}`)
      const back = told(() => revertLayer(changed.text, changed.changes))
      hold(back === undefined || isDeepStrictEqual(said(back), said(text)), () => `taken back it is ${JSON.stringify(back)}`)
    },
  }),
}
