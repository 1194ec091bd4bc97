/** What the title row names of a session. */
import type { Context } from '@deepseek-ai/cordis'
import type { Agent } from '@deepseek-ai/dsh-agent'
import { basename } from 'node:path'
import type { Heading } from '../../surfaces/terminal/console/news.ts'
import { eventsOf, selectedModel } from './agent.ts'
import { textOf } from './fields.ts'

/** What is used of services whose types are not installed here. */
interface Titles {
  get(session: unknown): unknown
}

interface Presets {
  current(events: readonly unknown[]): string
}

/** What is known before there is a session. */
export function firstHeading(ctx: Context, cwd: string): Heading {
  return { project: basename(cwd), model: selectedModel(ctx).model }
}

/** What tells the asks of another session apart: its project and title; undefined when the host has no such session. */
export function originOf(ctx: Context, id: string | undefined): string | undefined {
  const session = ctx.get('sessions')?.list().find((each) => each.id === id)
  if (session === undefined) return undefined
  const titles: Titles | undefined = ctx.get('sessionTitle')
  const parts = [basename(textOf(session, 'header', 'cwd')), textOf(titles?.get(session), 'title')].filter((part) => part !== '')
  return parts.length === 0 ? undefined : parts.join(': ')
}

/** What the host's services say of a live session beside its log. */
export function headingOf(ctx: Context, { session, options }: Agent): Heading {
  const titles: Titles | undefined = ctx.get('sessionTitle')
  const presets: Presets | undefined = ctx.get('permissionPresets')
  const [title, preset, cwd] = [textOf(titles?.get(session), 'title'), presets?.current(eventsOf(session)), textOf(session, 'header', 'cwd')]
  return {
    id: session.id,
    ...(cwd === '' ? {} : { project: basename(cwd) }),
    ...(title === '' ? {} : { session: title }),
    ...(options.model === undefined ? {} : { model: options.model }),
    ...(preset === undefined ? {} : { preset }),
  }
}
