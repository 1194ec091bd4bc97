/** What is changed to try the tests, which tests are tried, and how much of it they must find. */

export interface Scope {
  /** With what comes before a slash it is called together with others. */
  readonly name: string
  /** Files whose code is changed, and folders of such files. */
  readonly sources: readonly string[]
  /** Files of those folders that are left alone, and folders of such files. */
  readonly apart?: readonly string[]
  /** Tests that may find it. */
  readonly tests: readonly string[]
  /** Share of the changes that must be found, in percent. */
  readonly least: number
}

/** What only declares. */
const ROUTER_APART = ['router/types.ts', 'router/cordis.ts', 'router/late-host.ts']

/** What outlives the process that asked, or writes for that. */
const LATE = [
  'callers', 'dsh-home', 'late-ask', 'late-delivery', 'late-replies', 'leftovers', 'order', 'process-lock', 'record', 'restart', 'standing-order',
].map((name) => `router/${name}.ts`)

/** Files of the Feishu surface that decide or draw, without an effect. */
const FEISHU = [
  'action', 'answer', 'ask', 'card', 'decision-view', 'delivery', 'ended-view', 'ending', 'fit', 'list-view', 'markdown', 'operators', 'owner', 'pages', 'phrase',
  'question-view', 'reply', 'ruling', 'safe-markdown', 'sections', 'text', 'times', 'verify', 'view',
]

/** The same of the terminal. Files of words are left out: they are texts, which golden files hold. */
const TERMINAL = [
  'answering', 'body', 'cells', 'commands', 'document', 'draft', 'editor', 'ending', 'face', 'fidelity', 'field-rows', 'glyphs', 'holding', 'keymap', 'keys', 'late-ending', 'layout',
  'leaving', 'line-page', 'line-turn', 'markdown', 'model', 'options', 'paint', 'panel', 'panel-frame', 'panel-message', 'panel-text', 'panel-view', 'pointing', 'prose', 'row',
  'sanitise', 'shares', 'strip-view', 'table', 'time-of-day', 'update', 'view', 'wait', 'wrap', 'inbox/entries', 'inbox/inbox-view', 'inbox/steps',
  'console/completion', 'console/echo', 'console/entries', 'console/entry', 'console/entry-view', 'console/heading-view', 'console/history', 'console/input-view', 'console/line',
  'console/list-view', 'console/model', 'console/print', 'console/prose-line', 'console/reading', 'console/retry-line', 'console/speech', 'console/tool-exit', 'console/transcript',
  'console/transcript-view', 'console/word-count',
]

/** Files of tests that measure time, play anything at all or start processes: what is changed shows in the others. */
export const FILES_NOT_TRIED: readonly string[] = ['test/**/{cost,crashes,interleavings,hostile,process,any-*,liveness,secrets}.test.ts']

/** Single tests of that kind, by their titles. */
export const TITLES_NOT_TRIED: readonly string[] = [
  'leave no listener and less than a megabyte behind',
  'leaves no listener, timer or claim behind after 5,000 timed asks',
  'that somebody let grow to many megabytes is read once, and not again when it is the old one',
  'append to one file (%s, %d bytes), rotate it, and lose nothing that is needed',
  'whose lines stand in no order is read in time that grows with its length only',
  'takes 10,000 lines in less than a second of the processor',
  'of 1,000 stored sessions is decided in less than two seconds (the store: %s)',
  'decides about 1,000 continued asks in less than two seconds, start included',
]

/** Tests of Feishu over real sockets are left out: they take seconds, and what is pure shows without them. */
export const SCOPES: readonly Scope[] = [
  { name: 'answer', sources: ['router/answer.ts'], tests: ['test/router/answer.test.ts', 'test/router/rules.test.ts'], least: 90 },
  { name: 'router/journal', sources: ['router/journal'], apart: ['router/journal/types.ts'], tests: ['test/router/journal/*.test.ts', 'test/router/{late-order,late-replies,leftovers,restart}.test.ts'], least: 90 },
  { name: 'router/late', sources: LATE, tests: ['test/router/*.test.ts'], least: 90 },
  { name: 'router/host', sources: ['router/host'], apart: ['router/host/ask-tool-package.d.ts'], tests: ['test/router/host/*.test.ts'], least: 90 },
  { name: 'router/race', sources: ['router'], apart: [...ROUTER_APART, ...LATE, 'router/journal', 'router/host'], tests: ['test/router/*.test.ts', 'test/router/host/{slot,stand-alone,timed}.test.ts'], least: 90 },
  { name: 'form', sources: ['surfaces/form'], tests: ['test/surfaces/form/*.test.ts', 'test/surfaces/{feishu,terminal}/{clicks,card,update,decisions}.test.ts'], least: 80 },
  { name: 'feishu', sources: FEISHU.map((name) => `surfaces/feishu/${name}.ts`), tests: ['test/surfaces/feishu/{action,answer,ask,card,clicks,deliveries,delivery,ending,endpoint,fit,markdown,open-list,operators,owner,preview,replies,reply,round-trip,safe-markdown,surface,text,timed,verify}.test.ts'], least: 80 },
  { name: 'terminal', sources: TERMINAL.map((name) => `surfaces/terminal/${name}.ts`), tests: ['test/surfaces/terminal/**/*.test.ts'], least: 80 },
]
