import { describe, expect, it } from 'vitest'
import type { AskOrder } from '../../../router/types.ts'
import { orderPortOf, where, whereArgument, whereLine, type OrderPort } from '../../../surfaces/form/where.ts'

function port(isKept = true): OrderPort & { readonly chosen: AskOrder[] } {
  const chosen: AskOrder[] = [{ mode: 'together', delaySeconds: 30 }]
  return { chosen, order: () => chosen.at(-1)!, reorder: (order) => { chosen.push(order); return isKept } }
}

it.each([
  ['where', ''], ['Where', ''], ['  where  terminal-first  5 ', 'terminal-first  5'], ['whereabouts', undefined], ['where\nterminal-first', undefined], ['so where', undefined], ['', undefined],
])('reads %j', (text, argument) => {
  expect(whereArgument(text)).toBe(argument)
})

describe('the word', () => {
  it('alone tells what is so and changes nothing', () => {
    const orders = port()
    expect(whereLine(where('', orders), 'en', 'where')).toBe('Questions are asked at the terminal and on the phone at once.')
    expect(orders.chosen).toHaveLength(1)
  })

  it('with a mode changes it and keeps the delay, and with seconds changes that, too', () => {
    const orders = port()
    expect(whereLine(where('Terminal-First', orders), 'en', 'where')).toMatch(/^From now on: .*terminal first.*after 30 s/)
    expect(whereLine(where('phone-first 5', orders), 'zh', 'where')).toBe('从现在起：提问先发往手机，5 秒后再发往终端。')
    expect(orders.chosen.slice(1)).toEqual([{ mode: 'terminal-first', delaySeconds: 30 }, { mode: 'phone-first', delaySeconds: 5 }])
  })

  it('takes seconds of several digits behind any blanks', () => {
    const orders = port()
    expect(where('  phone-first \t 3600 ', orders)).toEqual({ kind: 'changed', order: { mode: 'phone-first', delaySeconds: 3_600 } })
  })

  it('says so when the choice ends with the process', () => {
    expect(whereLine(where('phone-first', port(false)), 'en', 'where')).toContain('ends with this process')
  })

  it.each(['nowhere', 'phone-first soon', 'phone-first 0', 'phone-first 3601', 'phone-first 1e3', 'phone-first 5 6', '5'])('with %j changes nothing and tells how it is used', (argument) => {
    const orders = port()
    expect(whereLine(where(argument, orders), 'en', '/where')).toMatch(/\/where terminal-first.*Nothing has changed/)
    expect(orders.chosen).toHaveLength(1)
  })

  it('says so where another plugin routes', () => {
    expect(orderPortOf(undefined)).toBeUndefined()
    expect(orderPortOf({})).toBeUndefined()
    const { order, reorder } = port()
    expect([orderPortOf({ order }), orderPortOf({ reorder })]).toEqual([undefined, undefined])
    const service = { order, reorder }
    expect(orderPortOf(service)).toBe(service)
    expect(whereLine(where('together', undefined), 'en', 'where')).toContain('Another plugin')
  })
})
