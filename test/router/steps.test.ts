import { expect, it } from 'vitest'
import { createRounds, settle } from '../helpers/rounds.ts'
import { DATABASE, database, thirdParty } from '../helpers/third-party.ts'

it('tells each step of an ask once, with its place where it has one, and no field that it has not', async () => {
  const { rounds, steps } = createRounds()
  const [desk, phone] = [thirdParty('desk'), thirdParty('phone')]
  rounds.add(desk)
  rounds.add(phone)
  const answer = rounds.ask(DATABASE)
  const { round } = desk.shown[0]!
  round.report('shown')
  round.report('shown')
  round.submit({ answers: [] })
  round.submit(database('SQLite'))
  phone.shown[0]!.round.submit(database('SQLite'))
  round.report('collapsed', 'late')
  round.report('collapsed')
  await answer
  desk.shown[0]!.resolve(database('SQLite'))
  await settle()
  const at = 1_000
  const own = steps.filter(({ step }) => !['claimed', 'opened'].includes(step))
  expect(own.filter(({ step }) => step === 'shown')).toStrictEqual([{ step: 'shown', ask: 'ask-1', at, surface: 'desk' }])
  expect(own.filter(({ step }) => step === 'collapsed')).toStrictEqual([{ step: 'collapsed', ask: 'ask-1', at, surface: 'desk', detail: 'late' }])
  expect(own.filter(({ step }) => step === 'acted')).toStrictEqual([
    { step: 'acted', ask: 'ask-1', at, surface: 'desk', detail: 'refused' }, { step: 'acted', ask: 'ask-1', at, surface: 'desk', detail: 'won' }, { step: 'acted', ask: 'ask-1', at, surface: 'phone', detail: 'lost' },
  ])
  const opened = steps.find(({ step }) => step === 'opened')
  expect([opened?.ask, opened?.at, Object.values(opened ?? {}).includes(undefined)]).toEqual(['ask-1', at, false])
})
