/** The host's home, found as the host finds it, and our own folder in it. */
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** Absolute: `DSH_HOME`, in which `~` stands for the user's home, or `~/.dsh` where it is missing or blank. */
export function dshHome({ DSH_HOME: given = '' }: Environment, user: string = homedir()): string {
  if (given.trim() === '') return resolve(user, '.dsh')
  return resolve(given === '~' || /^~[/\\]/u.test(given) ? join(user, given.slice(1)) : given)
}

/** Where everything of ours that outlives a process is kept; stays there when the process changes its folder. */
export function homeFolder(env: Environment, user?: string): string {
  return join(dshHome(env, user), 'ask-anywhere')
}
