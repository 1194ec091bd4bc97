import { Context } from '@deepseek-ai/cordis'
import { expect, it } from 'vitest'
import { release } from '../../router/release.ts'
import { settle } from '../helpers/rounds.ts'

it('calls the disposer at once, and logs what it rejects with', async () => {
  const ctx = new Context()
  const called: string[] = []
  release(ctx, () => { called.push('at once') })
  expect(called).toEqual(['at once'])
  const error = new Error('no')
  release(ctx, () => Promise.reject(error))
  release(ctx, () => Promise.resolve())
  await settle()
  expect(ctx.logger.buffer.map(({ args }) => args[0])).toEqual([error])
})
