/** The surface that the guide for contributors shows, word for word: compiled by the type check, and run. */
import { Context } from '@deepseek-ai/cordis'
import { UserQuestionService } from '@deepseek-ai/dsh-user-questions'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as router from '../../router/index.ts'
import type { AskUserQuestionAnswer, Verdict } from '../../router/types.ts'
import { settle } from '../helpers/rounds.ts'
import { DATABASE, database, thirdParty } from '../helpers/third-party.ts'
import * as stickyNotes from './sticky-notes.ts'

it('stands in the guide for contributors as it is', () => {
  const source = readFileSync(new URL('sticky-notes.ts', import.meta.url), 'utf8')
  expect(readFileSync(new URL('../../CONTRIBUTING.md', import.meta.url), 'utf8')).toContain(`\`\`\`ts\n${source}\`\`\``)
})

it('answers, loses and comes down', async () => {
  const ctx = new Context()
  await ctx.plugin(UserQuestionService)
  await ctx.plugin(router)
  const notes: ((answer: AskUserQuestionAnswer) => Verdict)[] = []
  const said: string[] = []
  const board: stickyNotes.Board = {
    show: (_questions, { onAnswer, until }) => new Promise((_resolve, reject) => {
      notes.push(onAnswer)
      until.addEventListener('abort', () => reject(new Error('taken down')))
    }),
    say: (line) => void said.push(line),
  }
  await ctx.plugin(stickyNotes, { board, session: 's1' })
  const desk = thirdParty('desk')
  ctx.askSurfaces.register(desk)
  const first = ctx.userQuestions.ask(DATABASE)
  await settle()
  expect(notes).toEqual([])
  desk.shown[0]!.resolve(database('SQLite'))
  await first
  desk.claim = () => false
  const second = ctx.userQuestions.ask(DATABASE)
  await settle()
  expect(notes[0]!(database('Oracle')).kind).toBe('refused')
  expect(notes[0]!(database('PostgreSQL')).kind).toBe('won')
  expect(await second).toEqual(database('PostgreSQL'))
  expect(notes[0]!(database('PostgreSQL')).kind).toBe('lost')
  expect([said, desk.told]).toEqual([[], ['sticky-notes']])
})
