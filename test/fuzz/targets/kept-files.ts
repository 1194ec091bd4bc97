/** The small files that a process finds: paired operators and locks, whatever was left in them. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claimLock, lookAtLock } from '../../../router/process-lock.ts'
import { createPairing } from '../../../surfaces/feishu/pairing.ts'
import { jsonBytes, mutateBytes, mutateJson } from '../mutate.ts'
import { hold, type Target } from '../target.ts'

const OPERATORS = { operators: [{ id: 'ou_1', role: 'answer' }, { id: 'ou_2', role: 'approve' }] }
const HOLDER = { pid: 4_000_000, start: '12345' }

const startOf = (pid: number): string | undefined => (pid === 1 || pid === 7 ? 'alive' : undefined)

export const keptFiles: Target = {
  name: 'kept-files',
  share: 0.12,
  open: () => {
    const folder = mkdtempSync(join(tmpdir(), 'ask-fuzz-'))
    const [file, lock] = [join(folder, 'operators.json'), join(folder, 'a.lock')]
    return {
      make: (random) => {
        const bytes = jsonBytes(mutateJson(random.pick<object>([OPERATORS, HOLDER]), random))
        return random.below(2) === 0 ? bytes : mutateBytes(bytes, random)
      },
      run: (input) => {
        rmSync(folder, { recursive: true })
        mkdirSync(folder)
        for (const path of [file, lock]) {
          writeFileSync(path, input, { mode: 0o600 })
          if (input.length % 9 === 0) chmodSync(path, 0o644)
        }
        const logs: string[] = []
        const log = { info: () => undefined, warn: (line: string) => { logs.push(line) } }
        const ports = { file, now: () => 0, randomBytes: (size: number) => new Uint8Array(size), log }
        const pairing = createPairing(ports)
        const known = pairing.operators()
        hold(known.every(({ id, role }) => typeof id === 'string' && id !== '' && (role === 'answer' || role === 'approve')), () => 'somebody is an operator without an id and a role')
        hold(input.length % 9 !== 0 || known.length === 0, () => 'a file that others could write is believed')
        hold(logs.every((line) => !line.includes('\n')), () => 'more than one line')
        if (logs.length === 0) {
          const paired = pairing.claim(pairing.offer('approve'), { openId: 'ou_new' })
          hold(paired?.kind === 'paired' && createPairing(ports).operators().some(({ id }) => id === 'ou_new'), () => 'who was paired is not known afterwards')
        }
        const seen = lookAtLock({ file: lock, startOf })
        const claimed = claimLock({ file: lock, pid: 7, startOf })
        hold(claimed.kind === (seen.kind === 'taken' ? 'taken' : 'owner'), () => `a lock that is ${seen.kind} was ${claimed.kind}`)
        if (claimed.kind === 'owner') claimed.release()
        hold(claimed.kind === 'taken' || !existsSync(lock), () => 'a lock outlives its release')
        hold(readdirSync(folder).every((name) => name === 'operators.json' || name === 'a.lock'), () => `left behind: ${readdirSync(folder).join(', ')}`)
      },
      close: () => rmSync(folder, { recursive: true, force: true }),
    }
  },
}
