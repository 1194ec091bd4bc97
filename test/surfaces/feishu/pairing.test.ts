import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CODE_LIFETIME, createPairing, MAX_TRIES, type Pairing } from '../../../surfaces/feishu/pairing.ts'
import { ask, createScene, open, titleOf } from './scene.ts'

const WANG = { openId: 'ou_wang' }

describe('pairing', () => {
  let folder: string
  let file: string
  let now: number
  let logs: string[]
  const bytes = { next: 0 }
  const create = (): Pairing => createPairing({
    file, now: () => now, log: { info: () => undefined, warn: (line) => logs.push(line) },
    randomBytes: (size) => Uint8Array.from({ length: size }, () => (bytes.next += 37) % 256),
  })
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pairing-'))
    file = join(folder, 'ask-anywhere', 'operators.json')
    now = 1_000
    logs = []
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('offers eight characters that cannot be taken for one another, new ones each time', () => {
    const pairing = create()
    const codes = Array.from({ length: 15 }, () => pairing.offer())
    for (const code of codes) expect(code).toMatch(/^[2-9A-HJ-KM-NP-TV-Z]{8}$/u)
    expect(new Set(codes).size).toBe(15)
  })

  it('makes an operator of whoever sends the code, in any case and once', () => {
    const pairing = create()
    const code = pairing.offer()
    expect(pairing.claim(` ${code.toLowerCase()}\n`, WANG)).toEqual({ kind: 'paired', role: 'answer' })
    expect(pairing.operators()).toEqual([{ id: 'ou_wang', role: 'answer' }])
    expect(pairing.claim(code, { openId: 'ou_eve' })).toBeUndefined()
  })

  it('keeps operators for the next start in a file of the owner alone, and nothing beside it', () => {
    const pairing = create()
    pairing.claim(pairing.offer('approve'), WANG)
    expect(create().operators()).toEqual([{ id: 'ou_wang', role: 'approve' }])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(dirname(file))).toEqual(['operators.json'])
  })

  it('gives one person one role: the last', () => {
    const pairing = create()
    pairing.claim(pairing.offer('approve'), WANG)
    pairing.claim(pairing.offer('answer'), WANG)
    expect(pairing.operators()).toEqual([{ id: 'ou_wang', role: 'answer' }])
  })

  it('ends a code after five minutes', () => {
    const pairing = create()
    const code = pairing.offer()
    now += CODE_LIFETIME
    expect(pairing.claim(code, WANG)).toEqual({ kind: 'wrong', triesLeft: 0 })
    expect(pairing.claim(code, WANG)).toBeUndefined()
    expect(existsSync(file)).toBe(false)
  })

  it('ends a code after five wrong tries, whoever makes them', () => {
    const pairing = create()
    const code = pairing.offer()
    const left = Array.from({ length: MAX_TRIES }, (_, index) => pairing.claim('ZZZZZZZZ', { openId: `ou_${index}` }))
    expect(left.map((claim) => claim?.kind === 'wrong' && claim.triesLeft)).toEqual([4, 3, 2, 1, 0])
    expect(pairing.claim(code, WANG)).toBeUndefined()
    expect(pairing.operators()).toEqual([])
  })

  it('replaces an earlier code by a new one', () => {
    const pairing = create()
    const first = pairing.offer()
    pairing.offer()
    expect(pairing.claim(first, WANG)).toMatchObject({ kind: 'wrong' })
  })

  it('takes nothing for a code that does not look like one, and nothing while none is offered', () => {
    const pairing = create()
    expect(pairing.claim('ABCDEFGH', WANG)).toBeUndefined()
    pairing.offer()
    for (const text of ['Postgres', 'Postgres now', 'ABC', '?', 'ABCDEFG!', '']) expect(pairing.claim(text, WANG)).toBeUndefined()
    expect(pairing.claim(pairing.offer(), {})).toBeUndefined()
  })

  it.each([
    ['open to others', () => { writeFileSync(file, '{"operators":[{"id":"ou_eve","role":"approve"}]}'); chmodSync(file, 0o644) }],
    ['no JSON', () => writeFileSync(file, 'ou_eve', { mode: 0o600 })],
    ['something else', () => writeFileSync(file, '{"operators":["ou_eve"]}', { mode: 0o600 })],
    ['larger than any list', () => writeFileSync(file, '{"operators":[]}'.padEnd(1_000_001), { mode: 0o600 })],
    ['a link to one that is good', () => { writeFileSync(`${file}.good`, '{"operators":[{"id":"ou_eve","role":"approve"}]}', { mode: 0o600 }); symlinkSync(`${file}.good`, file) }],
  ])('believes no file that is %s, says so, and does not write over it', (_what, make) => {
    file = join(folder, 'operators.json')
    make()
    const before = readFileSync(file, 'utf8')
    const pairing = create()
    expect(pairing.operators()).toEqual([])
    expect(logs).toEqual([expect.stringContaining('Remove it or mend it')])
    expect(() => pairing.offer()).toThrow(file)
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it('waits for no pipe in the place of the file', () => {
    file = join(folder, 'operators.json')
    execFileSync('mkfifo', ['-m', '600', file])
    expect(create().operators()).toEqual([])
    expect(logs).toEqual([expect.stringContaining('cannot be read')])
  })

  it.skipIf(process.geteuid?.() !== 0)('believes no file of another user, even where it may read that', () => {
    file = join(folder, 'operators.json')
    writeFileSync(file, '{"operators":[{"id":"ou_eve","role":"approve"}]}', { mode: 0o600 })
    chownSync(file, 65_534, 65_534)
    expect(create().operators()).toEqual([])
    expect(logs).toEqual([expect.stringContaining('is another user\'s')])
  })

  it('changes nothing when the file cannot be written, and the code stays valid', () => {
    const pairing = create()
    const code = pairing.offer()
    writeFileSync(dirname(file), 'in the way')
    expect(pairing.claim(code, WANG)).toEqual({ kind: 'not-kept' })
    expect(pairing.operators()).toEqual([])
    rmSync(dirname(file))
    expect(pairing.claim(code, WANG)).toEqual({ kind: 'paired', role: 'answer' })
  })

  it('tells the owner that somebody took the code, without the code itself', () => {
    const pairing = create()
    const code = pairing.offer()
    pairing.claim('ZZZZZZZZ', WANG)
    pairing.claim(code, WANG)
    expect(logs.join('\n')).not.toContain(code)
    expect(logs).toEqual(['an operator was paired with the role answer; 1 in all'])
  })

  it('lets a stranger in over a private chat only, and from then on counts their clicks', async () => {
    const pairing = create()
    const scene = createScene({ operators: [] }, true, { pairing })
    expect(scene.surface.claim({ questions: [] })).toBe(false)
    const code = pairing.offer()
    scene.hear(code, { group: true })
    expect(pairing.operators()).toEqual([])
    scene.hear(code)
    expect(scene.calls.map(({ text }) => text)).toEqual(['You are an operator now, with the role "answer".'])
    expect(scene.surface.claim({ questions: [] })).toBe(true)
    const answer = ask(scene)
    await scene.calls[1]?.succeed()
    scene.click('submit', 'ask-1', { form: { q0: '0' } })
    expect(await answer).toMatchObject({ answers: [{ selected: ['SQLite'] }] })
  })

  it.each([['answer', 'approve'], ['approve', 'answer']] as const)('leaves whom the config gives the role %j with the stronger one when the code gives %j, and says so', async (configured, offered) => {
    const pairing = create()
    const scene = createScene({ operators: [{ id: 'ou_wang', name: 'Wang Fang', role: configured }] }, true, { pairing })
    scene.hear(pairing.offer(offered))
    expect(scene.calls[0]?.text).toBe('You are an operator now, with the role "approve".')
    const answer = ask(scene, [{ id: 'plan', question: 'Go?', detail: '# Plan', options: [{ label: 'No' }, { label: 'Go' }], intent: { kind: 'plan-review', approve: 'Go' } }])
    await scene.calls[1]?.succeed()
    expect(scene.calls.map(({ what }) => what)).toEqual(['reply', 'card'])
    expect(titleOf(scene.click('approve', 'ask-1').body.card)).toBe('Wang Fang approved on Feishu')
    expect(await answer).toEqual({ answers: [{ id: 'plan', selected: ['Go'] }] })
  })

  it('takes a text that quotes a card for an answer, though it looks like a code', async () => {
    const pairing = create()
    const scene = createScene({}, true, { pairing })
    const answer = ask(scene)
    await scene.calls[0]?.succeed()
    pairing.offer()
    scene.hear('ABCDEFGH', { quotes: 'om_1' })
    expect(await answer).toMatchObject({ answers: [{ custom: 'ABCDEFGH' }] })
  })

  it('tells whoever sends a wrong code how many tries are left', () => {
    const pairing = create()
    const scene = createScene({}, true, { pairing })
    open(scene)
    pairing.offer()
    scene.hear('ZZZZZZZZ', { person: 'ou_eve' })
    expect(scene.calls.at(-1)?.text).toBe('This code is wrong or too old. Tries left: 4.')
  })
})
