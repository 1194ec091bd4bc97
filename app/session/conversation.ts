/** One live agent that is driven from here: what it is told, what it tells. */
import type { Context } from '@deepseek-ai/cordis'
import type { Agent } from '@deepseek-ai/dsh-agent'
import type { createUserMessage } from '@deepseek-ai/dsh-llm'
import type { AgentState, ConsoleNews } from '../../surfaces/terminal/console/news.ts'
import { eventsOf } from './agent.ts'
import type { OpenedAgent } from './agent.ts'
import { headingOf } from './heading.ts'
import { readEvent, readFrame, replay } from './news.ts'
import type { Read, Reading } from './news.ts'
import { waitingTexts } from './queue.ts'

/** Owns the agent that it was given with a `dispose`, and what is queued for it; a shared agent stays. */
export class Conversation {
  readonly agent: Agent
  private readonly ctx: Context
  private readonly opened: OpenedAgent
  private readonly createMessage: typeof createUserMessage
  private readonly tell: (news: ConsoleNews) => void
  private readonly dispose: () => Promise<void>
  private reading: Reading

  /** Takes the agent over; one of its own ends with `ctx` at the latest. */
  constructor(ctx: Context, opened: OpenedAgent, createMessage: typeof createUserMessage, tell: (news: ConsoleNews) => void) {
    this.ctx = ctx
    this.opened = opened
    this.agent = opened.agent
    this.createMessage = createMessage
    this.tell = tell
    this.reading = replay(eventsOf(this.agent.session))[0]
    // Made after the agent, so that it is undone before: what is still queued is given back while somebody listens.
    this.dispose = ctx.effect(() => () => this.end(), 'ask-session: end the conversation')
  }

  get id(): string {
    return this.agent.id
  }

  get isRunning(): boolean {
    return this.agent.status === 'running'
  }

  /** Everything so far, for somebody who comes to it now. */
  soFar(): readonly ConsoleNews[] {
    const [, news] = replay(eventsOf(this.agent.session))
    return [
      { type: 'session-opened', id: this.id },
      // A title of the session before must not stay.
      { type: 'headed', heading: { session: '', ...headingOf(this.ctx, this.agent) } },
      ...news,
      { type: 'state-changed', state: this.state() },
    ]
  }

  /** A message of a person: a new turn, or a word to the running one. */
  say(text: string): void {
    const message = this.createMessage({ content: [{ type: 'text', text }], source: { kind: 'user' } })
    if (this.isRunning) this.agent.steer(message)
    else this.agent.followup(message)
  }

  /** Ends the running turn; what still waits is given back. */
  interrupt(): void {
    this.agent.cancel({ kind: 'user' })
  }

  /** An event of the session's log. */
  heard(event: unknown): void {
    this.take(readEvent(this.reading, event))
  }

  /** A piece that comes beside the log. */
  framed(frame: unknown): void {
    this.take(readFrame(this.reading, frame))
  }

  statusChanged(): void {
    this.tell({ type: 'state-changed', state: this.state() })
    if (!this.isRunning) this.settle()
  }

  /**
   * Gives back what still waits once the agent is at rest: a turn that failed, or a process that was killed, leaves it
   * where nobody takes it before somebody says more.
   */
  settle(): void {
    if (this.opened.dispose === undefined) return
    const resting = async (): Promise<void> => {
      await this.agent.whenIdle()
      if (!this.isRunning && waitingTexts(this.reading.queue).length > 0) this.interrupt()
    }
    resting().catch(() => {
      // The agent is being taken down, which gives it back as well.
    })
  }

  /** Writes the session down and ends the agent; once, whoever asks. */
  async close(): Promise<void> {
    await this.dispose()
  }

  private take([reading, news]: Read): void {
    this.reading = reading
    for (const one of news) this.tell(one)
  }

  private state(): AgentState {
    if (this.isRunning) return 'running'
    return this.reading.interrupted ? 'interrupted' : 'idle'
  }

  private async end(): Promise<void> {
    const { dispose } = this.opened
    if (dispose === undefined) return
    this.agent.cancel({ kind: 'disposed' })
    try {
      await this.agent.whenIdle()
      await this.ctx.get('sessions')?.flush(this.agent.session)
    } catch {
      // The host is taking the session down itself, and writes it down as it does.
    }
    await dispose()
  }
}
