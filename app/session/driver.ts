/** The service `ctx.askSession`: one root agent, driven by whoever follows it. */
import type { Context } from '@deepseek-ai/cordis'
import type { createUserMessage } from '@deepseek-ai/dsh-llm'
import { labelOf } from '../../router/errors.ts'
import type { Locale } from '../../surfaces/form/locale.ts'
import type { ConsoleNews } from '../../surfaces/terminal/console/news.ts'
import { openAgent } from './agent.ts'
import { commandNews, runLine } from './commands.ts'
import { Conversation } from './conversation.ts'
import { earlierSessions, isSessionKnown } from './earlier.ts'
import { fieldOf } from './fields.ts'
import { firstHeading } from './heading.ts'
import { SessionTaken, type Holds } from './holds.ts'
import type { From } from './launch.ts'
import { treeIsUp } from './tree.ts'
import { SESSION_WORDS } from './words.ts'
import type { SessionWords } from './words.ts'

/** A screen that shows the agent. */
export interface Follower {
  readonly locale: Locale
  tell(news: ConsoleNews): void
  /** A line for the person, in their language. */
  say(line: string): void
}

export interface AskSession {
  /** A line that a person typed: a message, or a command that begins with a slash. Never lost: it waits for the agent, or is given back. */
  submit(line: string): void
  /** Ends the running turn. */
  interrupt(): void
  /** Whether this is the session driven here. */
  shows(session: string | undefined): boolean
  /** Tells a follower everything so far, and from then on; the first follower opens the session. The returned function ends it. */
  follow(follower: Follower): () => void
}

/** What outlives a reload of the row, in the same process. */
export interface Memory {
  session?: string
  /** The first task was sent. */
  begun?: boolean
}

export interface DriverOptions {
  readonly from: From
  readonly task?: string
  readonly cwd: string
  readonly memory: Memory
  /** Keeps other processes from the sessions that are driven here. */
  readonly holds?: Holds
}

declare module '@deepseek-ai/cordis' {
  interface Context {
    askSession: AskSession
  }
  interface Events {
    /** Of later hosts: what the model streams, beside the log. */
    'agent/assistant-stream'(payload: unknown): void
    /** The host's: other commands are there. */
    'commands/change'(): void
  }
}

export class Driver implements AskSession {
  private readonly ctx: Context
  private readonly options: DriverOptions
  private readonly followers = new Set<Follower>()
  /** Lines that came before there was an agent. */
  private readonly early: string[] = []
  private readonly ending = new AbortController()
  private current: Conversation | undefined
  private createMessage: typeof createUserMessage | undefined
  /** One change of session at a time, in order; never rejects. */
  private change: Promise<void> = Promise.resolve()
  private changes = 0
  private isBegun = false

  /** Ends with `ctx`. */
  constructor(ctx: Context, options: DriverOptions) {
    this.ctx = ctx
    this.options = options
    ctx.on('session/event', (session, event) => {
      if (session.id === this.current?.id) this.current.heard(event)
    })
    ctx.on('agent/status', ({ agent }) => {
      if (agent.id === this.current?.id) this.current.statusChanged()
    })
    ctx.on('agent/assistant-stream', (payload) => {
      if (fieldOf(payload, 'agent', 'id') === this.current?.id) this.current?.framed(fieldOf(payload, 'frame'))
    })
    ctx.on('agent/disposed', ({ agent }) => {
      if (agent === this.current?.agent && !this.ending.signal.aborted) this.lost(agent.id)
    })
    ctx.on('commands/change', () => this.listCommands())
    ctx.effect(() => () => this.close(), 'ask-session: end')
  }

  submit(line: string): void {
    this.begin()
    runLine(line, {
      ctx: this.ctx,
      cwd: this.options.cwd,
      signal: this.ending.signal,
      conversation: () => this.current,
      wait: (text) => this.wait(text),
      say: (choose) => this.say(choose),
      tell: (choose) => this.tellEach(choose),
      open: (id) => this.switch(id),
    })
  }

  interrupt(): void {
    this.current?.interrupt()
  }

  shows(session: string | undefined): boolean {
    return session !== undefined && session === this.current?.id
  }

  follow(follower: Follower): () => void {
    this.followers.add(follower)
    if (this.current === undefined) follower.tell({ type: 'headed', heading: firstHeading(this.ctx, this.options.cwd) })
    else for (const news of this.current.soFar()) follower.tell(news)
    this.listCommands()
    this.begin()
    return () => void this.followers.delete(follower)
  }

  private tell(news: ConsoleNews): void {
    for (const follower of this.followers) follower.tell(news)
  }

  private tellEach(choose: (words: SessionWords) => ConsoleNews): void {
    for (const follower of this.followers) follower.tell(choose(SESSION_WORDS[follower.locale]))
  }

  private say(choose: (words: SessionWords, locale: Locale) => string): void {
    for (const follower of this.followers) follower.say(choose(SESSION_WORDS[follower.locale], follower.locale))
  }

  private listCommands(): void {
    this.tellEach((words) => ({ type: 'commands-listed', commands: commandNews(this.ctx, this.current?.agent, words) }))
  }

  private wait(line: string): void {
    this.early.push(line)
    this.tell({ type: 'queue-changed', texts: [...this.early] })
    // The last opening failed: a message is a reason to try again.
    if (this.isBegun && this.changes === 0) this.queue(() => this.reopen())
  }

  private begin(): void {
    if (this.isBegun) return
    this.isBegun = true
    this.queue(async () => {
      await treeIsUp(this.ctx, this.ending.signal)
      let found = false
      try {
        found = await this.first()
      } finally {
        this.beginTask(found)
      }
    })
  }

  /** The first task goes to the session that it was meant for; where that isn't there, the person decides. */
  private beginTask(found: boolean): void {
    const { task, memory } = this.options
    if (task === undefined || memory.begun || this.ending.signal.aborted) return
    memory.begun = true
    if (found) this.submit(task)
    else this.tell({ type: 'returned', text: task })
  }

  /** Opens what the process was started for; false when that isn't there and a new session is open instead. */
  private async first(): Promise<boolean> {
    const { from, memory, cwd } = this.options
    if (memory.session !== undefined) {
      await this.reopen()
      return true
    }
    switch (from.kind) {
      case 'new':
        await this.open(undefined)
        return true
      case 'latest': {
        const [latest] = await earlierSessions(this.ctx, cwd, 1)
        await this.open(latest?.id)
        if (latest === undefined) this.say((words) => words.noLatest)
        return true
      }
      case 'named': {
        const known = await isSessionKnown(this.ctx, from.id)
        await this.open(known ? from.id : undefined)
        if (!known) this.say((words) => words.unknownSession(from.id))
        return known
      }
    }
  }

  /** The session that was driven last, or a new one: one without an event was never written down. */
  private async reopen(): Promise<void> {
    await this.open(this.options.memory.session).catch(() => this.open(undefined))
  }

  private switch(id?: string): void {
    this.queue(async () => {
      if (id !== undefined) {
        if (!await isSessionKnown(this.ctx, id)) return this.say((words) => words.unknownSession(id))
        if (this.shows(id)) return
        const holder = this.options.holds?.holderOf(id)
        if (holder !== undefined) return this.say((words) => words.sessionTaken(holder))
      }
      await this.leave()
      await this.open(id)
    })
  }

  private queue(work: () => Promise<void>): void {
    this.changes += 1
    this.change = this.next(this.change, work)
  }

  private async next(before: Promise<void>, work: () => Promise<void>): Promise<void> {
    await before
    try {
      if (!this.ending.signal.aborted) await work()
    } catch (error) {
      this.failed(error)
    } finally {
      this.changes -= 1
    }
  }

  /** The agent has gone without our doing, e.g. with the part of the host that runs agents; its session can be gone on with. */
  private lost(id: string): void {
    const left = this.current
    this.current = undefined
    this.queue(async () => {
      await left?.close()
      await this.open(id)
    })
  }

  private failed(error: unknown): void {
    if (this.ending.signal.aborted) return
    const why = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ')
    this.ctx.logger('ask').error(`the session could not be opened: ${labelOf(error)}`)
    this.say((words) => (error instanceof SessionTaken ? words.sessionTaken(error.pid) : words.openFailed(why)))
    this.giveBack()
  }

  /** Lines that no agent will come for. */
  private giveBack(): void {
    const lines = this.early.splice(0)
    for (const text of lines) this.tell({ type: 'returned', text })
    if (lines.length > 0) this.tell({ type: 'queue-changed', texts: [] })
  }

  private async open(resume: string | undefined): Promise<void> {
    const { cwd, memory, holds } = this.options
    this.createMessage ??= (await import('@deepseek-ai/dsh-llm')).createUserMessage
    const handle = await openAgent(this.ctx, { cwd, signal: this.ending.signal, ...(holds === undefined ? {} : { holds }), ...(resume === undefined ? {} : { resume }) })
    const conversation = new Conversation(this.ctx, handle, this.createMessage, (news) => this.tell(news))
    this.current = conversation
    memory.session = conversation.id
    for (const news of conversation.soFar()) this.tell(news)
    this.listCommands()
    for (const line of this.early.splice(0)) this.submit(line)
    conversation.settle()
  }

  private async leave(): Promise<void> {
    const left = this.current
    this.current = undefined
    await left?.close()
  }

  private async close(): Promise<void> {
    this.ending.abort()
    this.giveBack()
    await this.change
    await this.current?.close()
    this.followers.clear()
  }
}
