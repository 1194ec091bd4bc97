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

/** Files of the Feishu surface that read, decide or draw, and reach nothing outside but by what they are given: what comes in, and what it gets. */
const FEISHU_ACTS = [
  'action', 'answer', 'app-facts', 'chats', 'clicks', 'config', 'delivery', 'ending', 'error', 'json', 'operators', 'origin', 'owner', 'refusals', 'replies', 'reply', 'ruling', 'strangers', 'verify',
]

/** What is shown. */
const FEISHU_CARDS = [
  'ask', 'card', 'controls', 'decision-view', 'ended-view', 'fit', 'list-view', 'pages', 'phrase', 'preview', 'question-view', 'sections', 'times', 'view',
]

/** The same of the terminal: what keys and news do. */
const TERMINAL_STEPS = [
  'alarm', 'answering', 'commands', 'config', 'draft', 'editor', 'effects', 'ending', 'holding', 'inbox/entries', 'inbox/inbox-view', 'inbox/steps', 'keymap', 'keys', 'late-ending', 'leaving',
  'line-page', 'line-turn', 'model', 'open-ask', 'panel', 'pointing', 'update', 'wait',
]

const TERMINAL_VIEWS = [
  'body', 'cells', 'document', 'face', 'fidelity', 'field-rows', 'glyphs', 'layout', 'markdown', 'paint', 'panel-frame', 'panel-message', 'panel-text', 'panel-view', 'prose', 'row', 'sanitise',
  'shares', 'strip-view', 'table', 'time-of-day', 'view', 'wrap',
]

const TERMINAL_CONSOLE = [
  'completion', 'echo', 'entries', 'entry', 'entry-view', 'heading-view', 'history', 'input-view', 'line', 'list-view', 'print', 'printed', 'prose-line', 'reading', 'retry-line', 'speech', 'told',
  'tool-exit', 'transcript', 'transcript-view', 'word-count',
]

const inFolder = (folder: string, names: readonly string[]): readonly string[] => names.map((name) => `surfaces/${folder}/${name}.ts`)

/** Files of the surfaces that are in no scope, by the reason. */
export const SURFACES_NOT_TRIED = {
  'They send, wait, hold connections or write to a screen: what finds a change there are tests over sockets and whole processes.': [
    ...inFolder('feishu', [
      'assembly', 'budget', 'card-set', 'client', 'connections', 'continuing', 'courier', 'deadline', 'deferred', 'deliveries', 'endpoint', 'entries', 'gate', 'inbox', 'index', 'long-connection',
      'open-list', 'pace', 'pairing', 'retry', 'slips', 'speaker', 'surface', 'webhook',
    ]),
    ...inFolder('terminal', ['continued-asks', 'details', 'index', 'keyboard', 'line-late', 'line-surface', 'pace', 'process', 'screen', 'surface']),
  ],
  'They only declare.': [...inFolder('feishu', ['log']), ...inFolder('terminal', ['options', 'streams', 'console/model', 'console/news'])],
  'They are texts, which golden files hold.': [...inFolder('feishu', ['words']), ...inFolder('terminal', ['words', 'console/words', 'inbox/words'])],
} as const

/** Files of tests that measure time, play anything at all or start processes: what is changed shows in the others. */
export const FILES_NOT_TRIED: readonly string[] = ['test/**/{cost,crashes,interleavings,hostile,process,any-*,late-order,liveness,secrets}.test.ts']

/** Single tests of that kind, by their titles. */
export const TITLES_NOT_TRIED: readonly string[] = [
  'leave no listener and less than a megabyte behind',
  'leaves no listener, timer or claim behind after 5,000 timed asks',
  'that somebody let grow to many megabytes is read once, and not again when it is the old one',
  'append to one file (%s, %d bytes), rotate it, and lose nothing that is needed',
  'whose lines stand in no order is read in time that grows with its length only',
  'is not looked through again and again when all of it is needed',
  'of the last line loses that line alone, wherever it was torn',
  'agrees with a model that only adds up the time in which nobody held it, in every order of events',
  'takes 10,000 lines in less than a second of the processor',
  'of 1,000 stored sessions is decided in less than two seconds (the store: %s)',
  'decides about 1,000 continued asks in less than two seconds, start included',
  'of 200 KB of %s are there at once',
  'gives nothing of an overheard event away when blocks of it are put into an overheard check',
  'is done with 50,000 characters at once, whatever they are',
  'makes no link, image, mention or foreign element of anything, in the eyes of two parsers',
  'drops no word, wherever it stands',
  'is read whole and in order over its cards, whatever it says',
]

/** Tests of Feishu over real sockets are left out: they take seconds, and what is pure shows without them. */
export const SCOPES: readonly Scope[] = [
  { name: 'answer', sources: ['router/answer.ts'], tests: ['test/router/answer.test.ts', 'test/router/rules.test.ts'], least: 90 },
  { name: 'router/journal', sources: ['router/journal'], apart: ['router/journal/types.ts'], tests: ['test/router/journal/*.test.ts', 'test/router/{late-replies,leftovers,restart}.test.ts'], least: 90 },
  { name: 'router/late', sources: LATE, tests: ['test/router/*.test.ts'], least: 90 },
  { name: 'router/host', sources: ['router/host', 'router/index.ts'], apart: ['router/host/ask-tool-package.d.ts'], tests: ['test/router/host/*.test.ts', 'test/router/{index,service}.test.ts'], least: 90 },
  { name: 'router/race', sources: ['router'], apart: [...ROUTER_APART, ...LATE, 'router/journal', 'router/host', 'router/index.ts'], tests: ['test/router/*.test.ts', 'test/router/host/{slot,stand-alone,timed}.test.ts'], least: 90 },
  { name: 'form', sources: ['surfaces/form'], tests: ['test/surfaces/form/*.test.ts', 'test/surfaces/{feishu,terminal}/{clicks,card,update,decisions}.test.ts'], least: 80 },
  { name: 'feishu/acts', sources: inFolder('feishu', FEISHU_ACTS), tests: ['test/surfaces/feishu/{action,answer,app-facts,chats,clicks,config,deliveries,delivery,ending,endpoint,error,inbox,operators,owner,refusals,replies,reply,ruling,strangers,surface,timed,verify}.test.ts'], least: 80 },
  { name: 'feishu/cards', sources: inFolder('feishu', FEISHU_CARDS), tests: ['test/surfaces/feishu/{action,ask,card,clicks,controls,decision-view,ended-view,fit,list-view,open-list,pages,preview,question-view,replies,times,view}.test.ts'], least: 80 },
  { name: 'feishu/texts', sources: inFolder('feishu', ['markdown', 'safe-markdown', 'text']), tests: ['test/surfaces/feishu/{card,fit,markdown,safe-markdown,text}.test.ts'], least: 80 },
  { name: 'terminal/steps', sources: inFolder('terminal', TERMINAL_STEPS), tests: ['test/surfaces/terminal/{alarm,answering,commands,config,decisions,draft,editor,ending,holding,keymap,keys,late-ending,leaving,line-late,line-page,line-surface,line-turn,model,open-ask,panel,pointing,surface,timed,update,visiting,wait,waiting}.test.ts', 'test/surfaces/terminal/inbox/*.test.ts'], least: 80 },
  { name: 'terminal/views', sources: inFolder('terminal', TERMINAL_VIEWS), tests: ['test/surfaces/terminal/{body,cells,decisions,document,face,fidelity,field-rows,glyphs,layout,markdown,paint,panel-view,pointing,prose,row,sanitise,screen,shares,strip-view,table,time-of-day,update,view,waiting,wrap}.test.ts'], least: 80 },
  { name: 'terminal/console', sources: inFolder('terminal/console', TERMINAL_CONSOLE), tests: ['test/surfaces/terminal/console/*.test.ts', 'test/surfaces/terminal/{line-surface,update,view}.test.ts'], least: 80 },
]
