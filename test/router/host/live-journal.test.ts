import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { homeFolder } from '../../../router/host/live-journal.ts'

it.each([
  ['/srv/home', '/srv/home/ask-anywhere'],
  ['some/home', join(process.cwd(), 'some/home/ask-anywhere')],
  ['', join(homedir(), '.dsh/ask-anywhere')],
  [undefined, join(homedir(), '.dsh/ask-anywhere')],
])('keeps everything under the home %s, wherever the process goes', (home, folder) => {
  expect(homeFolder({ DSH_HOME: home })).toBe(folder)
})
