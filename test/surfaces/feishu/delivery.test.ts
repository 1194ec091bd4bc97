import { describe, expect, it } from 'vitest'
import fc from '../../helpers/properties.ts'
import { type Delivery, type DeliveryCommand, type DeliveryEvent, isOver, isSettled, isUnplaced, placeOf, transition } from '../../../surfaces/feishu/delivery.ts'

const MESSAGE = { messageId: 'om_1', chatId: 'oc_1' }

/** Runs events from the start; returns the last state and every command. */
function run(...events: DeliveryEvent[]): { state: Delivery; commands: DeliveryCommand[] } {
  let state: Delivery = { phase: 'sending' }
  const commands: DeliveryCommand[] = []
  for (const event of events) {
    const [next, more] = transition(state, event)
    state = next
    commands.push(...more)
  }
  return { state, commands }
}

const sent: DeliveryEvent = { kind: 'sent', message: MESSAGE }
const clicked: DeliveryEvent = { kind: 'clicked', message: MESSAGE }
const ended: DeliveryEvent = { kind: 'ended' }
const patched: DeliveryEvent = { kind: 'patched', messageId: 'om_1' }
const patchFailed: DeliveryEvent = { kind: 'patch-failed', messageId: 'om_1' }
const surelyFailed: DeliveryEvent = { kind: 'send-failed', arrival: 'impossible' }
const maybeFailed: DeliveryEvent = { kind: 'send-failed', arrival: 'possible' }

describe('a delivery', () => {
  it('is sent, shown, made final and reported', () => {
    expect(run(sent, ended, patched)).toEqual({ state: { phase: 'final', message: MESSAGE }, commands: ['report-shown', 'patch', 'report-collapsed'] })
  })

  it('whose final card does not arrive stays as it is, and nothing is reported of it', () => {
    expect(run(sent, ended, patchFailed)).toEqual({ state: { phase: 'stranded', message: MESSAGE }, commands: ['report-shown', 'patch'] })
  })

  it('that the end overtakes is patched as soon as its place is known', () => {
    expect(run(ended).commands).toEqual([])
    expect(run(ended, sent).commands).toEqual(['patch'])
    expect(run(ended, clicked).commands).toEqual(['patch'])
  })

  it('that the end overtakes and that surely failed is over', () => {
    expect(run(ended, surelyFailed)).toEqual({ state: { phase: 'undelivered' }, commands: [] })
  })

  it('takes its place from a click that comes before the send\'s answer, and is shown once', () => {
    expect(run(clicked, sent, clicked)).toEqual({ state: { phase: 'live', message: MESSAGE }, commands: ['report-shown'] })
  })

  it('believes the send\'s answer more than a click on a copy', () => {
    const other = { messageId: 'om_2', chatId: 'oc_1' }
    expect(placeOf(run(clicked, { kind: 'sent', message: other }).state)).toEqual(other)
    const late = run(clicked, ended, { kind: 'sent', message: other }, patched)
    expect(late).toEqual({ state: { phase: 'patching', message: other }, commands: ['report-shown', 'patch', 'patch'] })
  })

  it('that may have arrived stays clickable after it was given up', () => {
    expect(run(maybeFailed)).toEqual({ state: { phase: 'unsure' }, commands: ['report-failed'] })
    expect(run(maybeFailed, clicked, ended, patched)).toEqual({
      state: { phase: 'final', message: MESSAGE },
      commands: ['report-failed', 'report-shown', 'patch', 'report-collapsed'],
    })
    expect(run(maybeFailed, ended, clicked).commands).toEqual(['report-failed', 'patch'])
  })

  it('whose final card was refused is left as it is', () => {
    expect(run(sent, ended, patchFailed, patched, ended).state).toEqual({ phase: 'stranded', message: MESSAGE })
  })

  it('that failed is nowhere where that is sure, and may be found where it is not', () => {
    expect(run(surelyFailed)).toEqual({ state: { phase: 'undelivered' }, commands: ['report-failed'] })
    expect(run(ended, maybeFailed)).toEqual({ state: { phase: 'lost' }, commands: [] })
    expect(run(maybeFailed, ended)).toEqual({ state: { phase: 'lost' }, commands: ['report-failed'] })
  })

  it('stays as it is by an event that does not matter, and nothing is done', () => {
    const states: Delivery[] = [{ phase: 'sending' }, { phase: 'overtaken' }, { phase: 'unsure' }, { phase: 'lost' }, { phase: 'live', message: MESSAGE }, { phase: 'patching', message: MESSAGE }, { phase: 'final', message: MESSAGE }, { phase: 'stranded', message: MESSAGE }, { phase: 'undelivered' }]
    for (const state of states) expect(transition(state, { kind: 'patched', messageId: 'om_other' })).toEqual([state, []])
    for (const state of states.slice(6)) for (const event of [patched, patchFailed, ended, clicked, sent]) expect(transition(state, event)).toEqual([state, []])
    expect(transition({ phase: 'patching', message: MESSAGE }, clicked)).toEqual([{ phase: 'patching', message: MESSAGE }, []])
    expect(states.map(isOver)).toEqual([false, false, false, true, false, false, true, true, true])
    expect(states.map(isSettled)).toEqual([false, false, false, false, false, false, true, true, true])
    expect(states.map(isUnplaced)).toEqual([true, true, true, true, false, false, false, false, false])
    expect(states.map(placeOf)).toEqual([undefined, undefined, undefined, undefined, MESSAGE, MESSAGE, MESSAGE, MESSAGE, undefined])
  })

  const anyEvent = fc.constantFrom(sent, clicked, ended, patched, patchFailed, surelyFailed, maybeFailed)

  it('in any order of events is never live again after the end, and its final card is never replaced', () => {
    fc.assert(fc.property(fc.array(anyEvent, { maxLength: 12 }), (events) => {
      let state: Delivery = { phase: 'sending' }
      let isEnded = false
      for (const event of events) {
        const before = state
        state = transition(state, event)[0]
        isEnded ||= event === ended
        if (isEnded) expect(['sending', 'live', 'unsure']).not.toContain(state.phase)
        if (before.phase === 'final') expect(state).toEqual(before)
      }
    }))
  })

  it('in any order of events patches at most once per message, and only after the end', () => {
    fc.assert(fc.property(fc.array(anyEvent, { maxLength: 12 }), (events) => {
      const { commands } = run(...events)
      const patches = commands.filter((command) => command === 'patch').length
      expect(patches).toBeLessThanOrEqual(events.includes(ended) ? 1 : 0)
      for (const once of ['report-shown', 'report-collapsed', 'report-failed'] as const) {
        expect(commands.filter((command) => command === once).length).toBeLessThanOrEqual(1)
      }
    }))
  })

  it('is over once the round has ended and its calls have come back, after whatever happened before', () => {
    fc.assert(fc.property(fc.array(anyEvent, { maxLength: 8 }), fc.constantFrom(sent, surelyFailed, maybeFailed), fc.constantFrom(patched, patchFailed), (events, send, patch) => {
      expect(isOver(run(...events, ended, send, patch).state)).toBe(true)
    }))
  })
})
