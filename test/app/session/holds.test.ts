import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createHolds, SessionTaken, type Holds } from '../../../app/session/holds.ts'

let folder: string
const running = new Map([[10, 'a'], [11, 'b']])
const holdsOf = (pid: number): Holds => createHolds({ folder: join(folder, 'sessions'), pid, startOf: (each) => running.get(each) })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holds-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

it('keeps every other process from a session until it is given back', () => {
  const release = holdsOf(10).take('s/1')
  expect(() => holdsOf(11).take('s/1')).toThrow(new SessionTaken(10))
  expect([holdsOf(11).holderOf('s/1'), holdsOf(10).holderOf('s/1'), holdsOf(11).holderOf('s2')]).toEqual([10, undefined, undefined])
  holdsOf(11).take('s2')()
  release()
  expect(readdirSync(join(folder, 'sessions'))).toEqual([])
  expect(() => holdsOf(11).take('s/1')).not.toThrow()
})

it('keeps nobody from a session of this process, or of one that is gone', () => {
  holdsOf(10).take('s')
  expect(() => holdsOf(10).take('s')).not.toThrow()
  running.delete(10)
  expect(holdsOf(11).holderOf('s')).toBeUndefined()
  expect(() => holdsOf(11).take('s')).not.toThrow()
})

it('stops nobody where no hold can be kept', () => {
  writeFileSync(join(folder, 'sessions'), 'in the way')
  expect(() => holdsOf(11).take('s')()).not.toThrow()
  expect(holdsOf(11).holderOf('s')).toBeUndefined()
})
