/** The demo as it starts in a terminal, without the phone. */
import { published } from './published.ts'

const { createStage }: typeof import('../../../app/demo/stage.ts') = await import(published('app/demo/stage.js').href)
const { runAgent }: typeof import('../../../app/demo/agent.ts') = await import(published('app/demo/agent.js').href)
const { SCRIPT }: typeof import('../../../app/demo/script.ts') = await import(published('app/demo/script.js').href)

const stage = await createStage()
await stage.mountTerminal({ exitOnSignal: true, onQuit: () => process.exit(0) }, { locale: 'zh', lines: 'on' })
await runAgent(stage.host, { asks: SCRIPT, locale: 'zh', signal: new AbortController().signal, say: () => {} })
