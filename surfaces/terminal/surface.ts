/** The terminal as a surface: feeds keys, rounds and news to the model, performs its effects, paints every change: news a moment later. */
import { labelOf } from '../../router/errors.ts'
import type { AskRound, AskUserQuestionAnswer, Countdown, Outcome, Verdict } from '../../router/types.ts'
import { alarmBytes } from './alarm.ts'
import { IDLE_CONSOLE } from './console/model.ts'
import { createContinuedAsks, repliedBefore } from './continued-asks.ts'
import { createDetailReader } from './details.ts'
import { draftOf, withDraft } from './draft.ts'
import type { Effect } from './effects.ts'
import { createKeyboard } from './keyboard.ts'
import { createModel, deadlineOf, type Size, wordsIn } from './model.ts'
import { clockOf, collapse, isGone, sourceOf, whenOver } from './open-ask.ts'
import type { OpenAsk } from './open-ask.ts'
import type { TerminalOptions, TerminalSurface } from './options.ts'
import { createPace, type Due } from './pace.ts'
import { createScreen } from './screen.ts'
import type { TerminalOutput } from './streams.ts'
import { dueAfter, update } from './update.ts'
import type { Message } from './update.ts'
import { view } from './view.ts'

export type { TerminalOptions, TerminalSurface } from './options.ts'

const sizeOf = ({ columns, rows }: TerminalOutput): Size => ({ columns: columns || 80, rows: rows || 24 })

/** Opens the screen at once and keeps it until `close`. The streams stay the caller's. */
export function createTerminalSurface(options: TerminalOptions): TerminalSurface {
  const { input, output, env, now } = options
  const screen = createScreen(output, { colour: !env['NO_COLOR'], mouse: options.mouse ?? true })
  const keyboard = createKeyboard(input, { after: options.after, pressed: (key) => dispatch({ type: 'pressed', key }) })
  const asks = new Map<string, OpenAsk>()
  /** Asks that are over, on their way off the glass. */
  const ending = new Set<OpenAsk>()
  const pending: Message[] = []
  const details = createDetailReader(async () => (await import('./markdown.ts')).parseMarkdown, options.log)
  const late = createContinuedAsks({
    ended: (id, end) => dispatch({ type: 'late-ended', id, end }),
    delivered: (id, result) => dispatch({ type: 'late-delivered', id, result }),
    log: options.log,
  })
  let model = createModel({
    locale: options.locale,
    glyphs: options.glyphs ?? 'unicode',
    size: sizeOf(output),
    canSend: options.onMessage !== undefined,
    canInterrupt: options.onInterrupt !== undefined,
    ...(options.zone === undefined ? {} : { zone: options.zone }),
    ...(options.console === true ? { console: IDLE_CONSOLE } : {}),
  })
  if (options.draft !== undefined) model = withDraft(model, options.draft)
  /** `away`: the terminal is lent to the shell; the model goes on, nothing is painted. */
  let phase: 'shown' | 'away' | 'closed' = 'shown'
  let running = false
  let cancelTick: (() => void) | undefined

  /** An act here has decided an ask: the other screens hear of it first, and whatever comes meanwhile comes after it. */
  let yielding = false

  const pace = createPace({ after: options.after, paint: () => paint() })

  function dispatch(message: Message): void {
    pending.push(message)
    if (!yielding) run()
  }

  /** Runs messages to the last, then paints once: in the same tick, unless all of them are news. */
  function run(): void {
    if (running || phase === 'closed') return
    running = true
    let due: Due = 'soon'
    try {
      for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
        due = dueAfter(due, next)
        const [after, effects] = update(model, next, now())
        model = after
        for (const effect of effects) contain(effect)
      }
    } finally {
      running = false
    }
    if (!yielding) pace.due(due)
  }

  /** What the caller's own functions throw must not take the keyboard's listener down. */
  function contain(effect: Effect): void {
    try {
      perform(effect)
    } catch (error) {
      options.log(`${effect.type} failed: ${labelOf(error)}`)
    }
  }

  function perform(effect: Effect): void {
    switch (effect.type) {
      case 'submit':
        return answer(effect.id, effect.answer)
      case 'dismiss':
        return act(effect.id, (round) => round.dismiss(options.actor))
      case 'send':
        return options.onMessage?.(effect.text)
      case 'bell':
        return screen.send(alarmBytes(options.bell ?? 'bell', env, wordsIn(model).alarm))
      case 'hold':
        return onClock(effect.id, (clock) => clock.hold(effect.forGood ? 'for-good' : 'touched', options.actor))
      case 'release':
        return onClock(effect.id, (clock) => clock.release())
      case 'interrupt':
        return options.onInterrupt?.()
      case 'quit':
        return options.onQuit?.()
      case 'suspend':
        return options.onSuspend?.()
      case 'redraw':
        return screen.invalidate()
    }
  }

  /** An ask whose window has closed is answered late. */
  function answer(id: string, given: AskUserQuestionAnswer): void {
    const verdict = late.submit(id, given, options.actor)
    if (verdict !== undefined) pending.push({ type: 'late-judged', id, verdict })
    else if (asks.has(id)) act(id, (round) => round.submit(given, options.actor))
    // Over since the key was pressed, and on its way off the glass.
    else pending.push({ type: 'withdrawn', id })
  }

  function onClock(id: string, change: (clock: Countdown) => void): void {
    const clock = asks.get(id)?.round.countdown
    if (clock === undefined) return
    change(clock)
    // Another place may hold it still.
    pending.push({ type: 'timed', id, wait: clockOf(clock) })
  }

  function act(id: string, acted: (round: AskRound) => Verdict): void {
    const ask = asks.get(id)
    if (ask === undefined) return
    ask.isActing = true
    try {
      const verdict = acted(ask.round)
      if (verdict.kind !== 'refused') ask.outcome = verdict.outcome
      learn({ type: 'judged', id, verdict })
    } catch (error) {
      fail(id, error)
    }
    ask.isActing = false
  }

  function learn(judged: Extract<Message, { type: 'judged' }>): void {
    if (options.defer === undefined || judged.verdict.kind !== 'won') {
      pending.push(judged)
      return
    }
    yielding = true
    options.defer(() => {
      yielding = false
      pending.unshift(judged)
      run()
    })
  }

  /** In the tick of the decision: other places are answered after it, and may take their time. */
  function settled(id: string, outcome: Outcome): void {
    const ask = asks.get(id)
    // An act of this screen hears of it by its verdict.
    if (ask === undefined || ask.isActing) return
    ask.outcome = outcome
    ask.unlisten()
    dispatch({ type: 'settled', id, outcome })
  }

  /** This surface alone fails the ask; the others go on. */
  function fail(id: string, error: unknown): void {
    const ask = asks.get(id)
    ask?.unlisten()
    ask?.reject(error instanceof Error ? error : new Error(String(error)))
    asks.delete(id)
    dispatch({ type: 'withdrawn', id })
  }

  /** Paints the model. What the frame shows, or no longer shows, is reported once its bytes are out. */
  function paint(): void {
    if (phase !== 'shown') return
    const { guard, panels } = model
    const shown = panels.flatMap(({ id }) => asks.get(id)?.round ?? [])
    const gone = [...asks].filter(([id, { outcome }]) => outcome !== undefined && isGone(panels, id))
    for (const [id, ask] of gone) {
      asks.delete(id)
      ending.add(ask)
    }
    const left = pace.began()
    screen.paint(view(model), (error) => {
      if (error) return broken(error)
      for (const round of shown) round.report('shown')
      for (const [, ask] of gone) if (ending.delete(ask)) collapse(ask)
      // The guard counts from the moment its own frame is on the glass; the screen stays the same.
      if (model.guard === guard && guard.kind === 'unpainted') [model] = update(model, { type: 'painted' }, now())
      left()
    })
    cancelTick?.()
    const deadline = deadlineOf(model)
    cancelTick = deadline === undefined ? undefined : options.after(Math.max(0, deadline - now()), () => dispatch({ type: 'ticked' }))
  }

  function broken(error: Error): void {
    if (phase === 'closed') return
    options.log(`the terminal can no longer be written to: ${error.name}`)
    release(new Error('the terminal can no longer be written to', { cause: error }))
  }

  const onResize = (): void => dispatch({ type: 'resized', size: sizeOf(output) })

  function release(reason: Error): void {
    if (phase === 'closed') return
    if (phase === 'shown') keyboard.unlisten()
    phase = 'closed'
    pace.stop()
    cancelTick?.()
    output.off('resize', onResize)
    screen.destroy()
    output.off('error', broken)
    late.close()
    for (const { reject, unlisten } of asks.values()) {
      unlisten()
      reject(reason)
    }
    for (const ask of ending) collapse(ask)
    asks.clear()
    ending.clear()
  }

  keyboard.listen()
  output.on('resize', onResize)
  output.on('error', broken)
  if (options.note !== undefined) pending.push({ type: 'noted', text: options.note })
  dispatch({ type: 'resized', size: model.size })

  return {
    name: 'terminal', side: 'desk', idle: () => now() - model.pressedAt,
    claim: (request) => phase !== 'closed' && (options.claims?.(request) ?? true),
    ask(request, round) {
      const { questions, wait } = request
      return new Promise((resolve, reject) => {
        if (phase === 'closed') {
          reject(new Error('the terminal is closed'))
          return
        }
        const timed = (): void => dispatch({ type: 'timed', id: round.id, wait: clockOf(round.countdown) })
        asks.set(round.id, { round, resolve, reject, unlisten: round.countdown?.onChange(timed) ?? (() => {}) })
        details.read(questions, (read) => {
          // It may be over before it could be shown.
          const ask = asks.get(round.id)
          if (ask === undefined || ask.outcome !== undefined) return
          dispatch({ type: 'asked', id: round.id, questions, details: read, ...(wait === undefined ? {} : { wait }), ...sourceOf(request.agent?.session.id, options.origin) })
          timed()
        })
        whenOver(round, (outcome) => settled(round.id, outcome), (error) => fail(round.id, error))
      })
    },
    continued(ask) {
      const end = repliedBefore(ask)
      if (phase === 'closed' || (!late.take(ask) && end === undefined)) return
      const { id, session, questions = [] } = ask
      const since = now() - Math.max(0, (options.wall ?? now)() - ask.since)
      details.read(questions, (read) => { // It may be over before it could be listed.
        if (end || late.has(id)) dispatch({ type: 'continued', id, questions: [...questions], details: read, since, ...(end ? { end } : {}), ...sourceOf(session, options.origin) })
      })
    },
    setNote: (text) => dispatch({ type: 'noted', text }),
    say: (text) => dispatch({ type: 'said', text }),
    tell: (news) => dispatch({ type: 'told', news }),
    draft: () => draftOf(model),
    leave() {
      if (phase !== 'shown') return
      phase = 'away'
      keyboard.unlisten()
      screen.leave()
    },
    enter() {
      if (phase !== 'away') return
      phase = 'shown'
      screen.enter()
      keyboard.listen()
      dispatch({ type: 'resized', size: sizeOf(output) })
    },
    close() {
      release(new Error('the terminal was closed'))
      return Promise.resolve()
    },
  }
}
