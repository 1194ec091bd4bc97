/** What holds whatever a person types while asks come and go: only an Enter that can be meant for an ask decides it. */
import { describe, expect, it } from 'vitest'
import fc from '../../helpers/properties.ts'
import type { AskUserQuestionItem } from '../../../router/types.ts'
import { approval, batch, database, files, indent, plan, remarks } from './asks.ts'
import { createDriver, KEYS } from './driver.ts'
import type { Driver } from './driver.ts'

const GUARD = 400
const REPEAT = 120
const PAUSE = 700
const APART = 35

const always: AskUserQuestionItem = {
  ...approval, options: [{ label: 'Allow once' }, { label: 'Always' }, { label: 'Reject' }],
  intent: { kind: 'approval', approve: 'Allow once', always: 'Always', reject: 'Reject' },
}
const asks: readonly (readonly AskUserQuestionItem[])[] = [[database], [indent], batch, [approval], [always], [plan], [remarks], [files]]

type Event =
  | { readonly kind: 'read'; readonly bytes: string }
  | { readonly kind: 'ask'; readonly questions: readonly AskUserQuestionItem[] }
  | { readonly kind: 'end'; readonly which: number }
  /** The window closes, and a late answer is still taken. */
  | { readonly kind: 'go-on'; readonly which: number }
  | { readonly kind: 'wait'; readonly ms: number }

const { enter, ...others } = KEYS
const harmless = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...Object.values(others), ' ', '1', '2', '3', '9', 'y', 'yes', '是', '２') },
  fc.string({ maxLength: 4 }).map((text) => text.replaceAll('\r', '')),
  fc.constantFrom('\x1b[200~yes\r\n1\r\x1b[201~', 'one\rtwo', '\x1b[13;1:2u', '\x1b[13;2u', '\x1b\r', '\x1b[M !!', '\x1b]0;x\r\x07'),
  fc.record({ x: fc.integer({ min: 1, max: 80 }), y: fc.integer({ min: 1, max: 24 }), button: fc.constantFrom(0, 1, 2, 64, 65) }).map(({ x, y, button }) => `\x1b[<${button};${x};${y}M\x1b[<${button};${x};${y}m`),
)
const coming = fc.oneof(
  fc.constantFrom(...asks).map((questions): Event => ({ kind: 'ask', questions })),
  fc.nat(3).map((which): Event => ({ kind: 'end', which })),
  fc.nat(3).map((which): Event => ({ kind: 'go-on', which })),
  fc.integer({ min: 0, max: 1_500 }).map((ms): Event => ({ kind: 'wait', ms })),
)
const events = (keys: fc.Arbitrary<string>) => fc.array(fc.oneof({ weight: 4, arbitrary: keys.map((bytes): Event => ({ kind: 'read', bytes })) }, { weight: 3, arbitrary: coming }), { minLength: 5, maxLength: 60 })
  .map((list): Event[] => [{ kind: 'ask', questions: [indent] }, { kind: 'wait', ms: 1_000 }, ...list])

/** Plays the events; `before` sees the screen as it was when a read that decided something came. */
function play(list: readonly Event[], decided: (bytes: string, shownFor: number, sinceEnter: number, before: Driver['model'], id: string, readBefore: string) => void): Driver {
  const driver = createDriver({ apart: APART, canSend: true })
  let now = 0
  let asked = 0
  let enteredAt = -Infinity
  let readBefore = ''
  let shown: { readonly id: string | undefined; readonly since: number } = { id: undefined, since: 0 }
  for (const event of list) {
    const before = driver.model
    const count = driver.effects.length
    switch (event.kind) {
      case 'read':
        now += APART
        driver.type(event.bytes)
        break
      case 'ask':
        driver.ask(`a${++asked}`, ...event.questions)
        break
      case 'go-on':
      case 'end': {
        const panel = driver.model.panels[event.which]
        if (panel !== undefined) driver.send({ type: 'settled', id: panel.id, outcome: { kind: 'timed-out', continued: event.kind === 'go-on', at: 0 } })
        break
      }
      case 'wait':
        now += event.ms
        driver.wait(event.ms)
        break
    }
    for (const effect of driver.effects.slice(count)) {
      if (effect.type !== 'submit' && effect.type !== 'dismiss') continue
      decided(event.kind === 'read' ? event.bytes : event.kind, now - shown.since, now - enteredAt, before, effect.id, readBefore)
      expect(shown.id).toBe(effect.id)
      const late = before.panels.some(({ id, wait }) => id === effect.id && wait.kind === 'continued')
      // What nobody waits for any more can only be answered.
      if (late) expect(effect.type).toBe('submit')
      driver.send(late ? { type: 'late-delivered', id: effect.id, result: { kind: 'delivered' } } : { type: 'judged', id: effect.id, verdict: { kind: 'won', outcome: { kind: 'timed-out', continued: false, at: 0 } } })
    }
    if (event.kind === 'read' && event.bytes === enter) enteredAt = now
    if (event.kind === 'read') readBefore = event.bytes
    const id = driver.model.panels[0]?.id
    if (id !== shown.id) shown = { id, since: now }
  }
  return driver
}

/** The asks that a person can still reach. */
const reachable = ({ model }: Driver): readonly string[] => [...model.panels, ...model.putAway].map(({ id }) => id).toSorted()

describe('while asks come and go', () => {
  it('no ask is lost or listed twice: each is on the screen or in the list until it ends', () => {
    fc.assert(fc.property(events(fc.oneof(harmless, fc.constant(KEYS.ctrlG), fc.constant(enter))), (list) => {
      const over = new Set<string>()
      let asked = 0
      const driver = createDriver({ apart: APART, canSend: true })
      for (const event of list) {
        const before = driver.effects.length
        const target = 'which' in event ? driver.model.panels[event.which] : undefined
        if (event.kind === 'read') driver.type(event.bytes)
        else if (event.kind === 'wait') driver.wait(event.ms)
        else if (event.kind === 'ask') driver.ask(`a${++asked}`, ...event.questions)
        else if (target !== undefined && target.wait.kind !== 'continued') {
          driver.send({ type: 'settled', id: target.id, outcome: { kind: 'timed-out', continued: event.kind === 'go-on', at: 0 } })
          if (event.kind === 'end') over.add(target.id)
        }
        for (const effect of driver.effects.slice(before)) {
          if (effect.type !== 'submit' && effect.type !== 'dismiss') continue
          const late = driver.model.panels.some(({ id, wait }) => id === effect.id && wait.kind === 'continued')
          driver.send(late ? { type: 'late-delivered', id: effect.id, result: { kind: 'delivered' } } : { type: 'judged', id: effect.id, verdict: { kind: 'won', outcome: { kind: 'timed-out', continued: false, at: 0 } } })
          over.add(effect.id)
        }
        expect(reachable(driver)).toEqual(Array.from({ length: asked }, (_, index) => `a${index + 1}`).filter((id) => !over.has(id)).toSorted())
        expect(driver.model.putAway.every(({ wait }) => wait.kind === 'continued')).toBe(true)
        if (driver.model.inbox !== undefined) expect(reachable(driver)).not.toEqual([])
      }
    }), { numRuns: 400 })
  }, 60_000)

  it('no key but Enter ever decides one: no text, paste, digit, click or sequence', () => {
    fc.assert(fc.property(events(harmless), (list) => {
      play(list, (bytes) => expect.fail(`${JSON.stringify(bytes)} decided`))
    }), { numRuns: 400 })
  }, 60_000)

  it('Enter decides only the ask that has been on the glass, with the keyboard, for the time of the guard, and never as a repeat', () => {
    let decisions = 0
    fc.assert(fc.property(events(fc.oneof({ weight: 1, arbitrary: fc.constant(enter) }, { weight: 1, arbitrary: harmless })), (list) => {
      play(list, (bytes, shownFor, sinceEnter, before, id, readBefore) => {
        decisions += 1
        expect(bytes).toBe(enter)
        expect(before.panels[0]?.id).toBe(id)
        expect(before.place).toBe('panel')
        expect(shownFor).toBeGreaterThanOrEqual(GUARD)
        expect(sinceEnter).toBeGreaterThanOrEqual(readBefore === enter ? PAUSE : REPEAT)
      })
    }), { numRuns: 800 })
    // Else the property says nothing.
    expect(decisions).toBeGreaterThan(20)
  }, 60_000)

  it('a permission or a plan is never decided by one key, whatever it is', () => {
    fc.assert(fc.property(fc.constantFrom(approval, always, plan), fc.oneof(harmless, fc.constant(enter)), (question, key) => {
      const driver = createDriver()
      driver.open('a', question)
      driver.type(key)
      expect(driver.effects.filter(({ type }) => type === 'submit' || type === 'dismiss')).toEqual([])
    }), { numRuns: 300 })
  })
})
