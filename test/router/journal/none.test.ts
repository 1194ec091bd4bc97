import { expect, it } from 'vitest'
import { NO_JOURNAL } from '../../../router/journal/none.ts'
import { asked } from '../../helpers/journal-home.ts'

it('keeps nothing where no journal is kept, and has nothing to tell', () => {
  NO_JOURNAL.append(asked('a'), { kind: 'event', surface: 's', id: 'one' })
  const state = NO_JOURNAL.state()
  expect([state.ask('a'), [...state.asks()], state.run(''), state.seen('s', 'one')]).toEqual([undefined, [], undefined, false])
  expect([NO_JOURNAL.run, NO_JOURNAL.leftovers()]).toEqual(['', []])
  NO_JOURNAL.close()
})
