import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { dshHome, homeFolder } from '../../router/dsh-home.ts'

it.each([
  ['/srv/home', '/srv/home/ask-anywhere'],
  ['some/home', join(process.cwd(), 'some/home/ask-anywhere')],
  ['', join(homedir(), '.dsh/ask-anywhere')],
  ['  ', join(homedir(), '.dsh/ask-anywhere')],
  [undefined, join(homedir(), '.dsh/ask-anywhere')],
  ['~', join(homedir(), 'ask-anywhere')],
  ['~/of/dsh', join(homedir(), 'of/dsh/ask-anywhere')],
  ['some~/home', join(process.cwd(), 'some~/home/ask-anywhere')],
  ['~other/dsh', join(process.cwd(), '~other/dsh/ask-anywhere')],
])('keeps everything under the home %s, as the host reads it, wherever the process goes', (home, folder) => {
  expect(homeFolder({ DSH_HOME: home })).toBe(folder)
})

it('takes the user\'s home from whoever knows it better', () => {
  expect([dshHome({}, '/home/wang'), dshHome({ DSH_HOME: '~/dsh' }, '/home/wang')]).toEqual(['/home/wang/.dsh', '/home/wang/dsh'])
})
