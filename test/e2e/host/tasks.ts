/** Tasks for the model of a rig, each in a session of its own, each leading to one tool call. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Terminal } from '../terminal.ts'
import { eventually, type DrivenHost, type DrivenSession } from './driven.ts'
import type { FakeModel, ModelReply } from './model.ts'

/** The panel takes no key so soon after it appeared, in milliseconds. */
const GUARD_MS = 1_100

export interface Tasks {
  /** Lets the model call a tool; the call's id is the task. `prepare` gets the session before the user speaks. */
  start(task: string, tool: string, args: object, prepare?: (session: DrivenSession) => Promise<void>): Promise<DrivenSession>
  /**
   * Lets the model ask "TASK: which colour?" with the options Red, Green and Blue; with a `timeout`, which hosts of the
   * later era know, for so many seconds. `then` is what it says when the call is over.
   */
  ask(task: string, timeout?: number, then?: ModelReply): Promise<DrivenSession>
  /** What the tool gave back to the model. */
  result(task: string): Promise<string>
  /** The colours that came as messages after the call was over, as the model has heard them so far. */
  replies(task: string): readonly string[]
  /** The first of them, once there is one. */
  reply(task: string): Promise<string>
  /** Interrupts every session, so that nothing stays open behind a test that failed. */
  interrupt(): Promise<void>
}

/** `host` is asked anew for each task: a test may boot another one in between. */
export function createTasks(model: FakeModel, host: () => DrivenHost): Tasks {
  let started: DrivenSession[] = []
  const call = async (task: string, tool: string, args: object, then: ModelReply, prepare?: (session: DrivenSession) => Promise<void>): Promise<DrivenSession> => {
    model.script(task, { calls: [{ id: task, name: tool, arguments: args }] }, then)
    const session = await host().createSession()
    started.push(session)
    await prepare?.(session)
    await session.say(task)
    return session
  }
  const replies: Tasks['replies'] = (task) => {
    const messages = model.requests(task).at(-1)?.messages ?? []
    return messages.flatMap(({ role, content }) => (role === 'user' ? Array.from(content.matchAll(REPLY), ([, batch = '']) => colourIn(batch)) : []))
  }
  return {
    replies,
    start: (task, tool, args, prepare) => call(task, tool, args, thanks(task), prepare),
    ask: (task, timeout, then = thanks(task)) => call(task, 'ask_user_question', {
      questions: [{ id: 'colour', question: `${task}: which colour?`, options: ['Red', 'Green', 'Blue'].map((label) => ({ label })) }],
      ...(timeout === undefined ? {} : { timeout }),
    }, then),
    reply: (task) => eventually(`a late answer to "${task}"`, () => replies(task)[0]),
    result: (task) => eventually(`the result of the call in "${task}"`, () => model.toolResult(task)),
    async interrupt() {
      const sessions = started
      started = []
      for (const session of sessions) await session.interrupt()
    },
  }
}

function thanks(task: string): ModelReply {
  return { text: `${task}: thanks.` }
}

/** Waits until a panel that has just appeared takes keys. */
export async function guardOver(): Promise<void> {
  await delay(GUARD_MS)
}

/** Points at an option of the panel by its number; each key is seen before the next, for a burst would be a paste. */
export async function pointAt(terminal: Terminal, option: number): Promise<void> {
  await guardOver()
  await terminal.press(String(option))
  await terminal.until(new RegExp(`❯ ${option}\\.`))
}

/** Marks an option of the panel and submits it. */
export async function pick(terminal: Terminal, option: number): Promise<void> {
  await pointAt(terminal, option)
  await terminal.press('Space')
  await terminal.until(new RegExp(`❯ ${option}\\. \\(•\\)`))
  await terminal.press('Enter')
}

/** A late answer in a message of the user. */
const REPLY = /<answer_to_pending_question>([^]*?)<\/answer_to_pending_question>/g

function colourIn(batch: string): string {
  const { answers }: { answers: { selected: string[] }[] } = JSON.parse(batch)
  return answers.flatMap(({ selected }) => selected).join()
}

/** The tool's result for one answered colour. */
export function answered(colour: string): string {
  return JSON.stringify({ answers: [{ id: 'colour', selected: [colour] }] })
}

/** The tool's result for a question that goes on without the call. */
export function pending(task: string): string {
  return JSON.stringify({ pending: true, callId: task })
}
