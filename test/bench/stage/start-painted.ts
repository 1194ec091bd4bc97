/** The demo as it starts in a terminal, without the phone. */
import { runAgent } from '../../../app/demo/agent.ts'
import { SCRIPT } from '../../../app/demo/script.ts'
import { createStage } from '../../../app/demo/stage.ts'

const stage = await createStage()
await stage.mountTerminal({ exitOnSignal: true, onQuit: () => process.exit(0) }, { locale: 'zh', lines: 'on' })
await runAgent(stage.host, { asks: SCRIPT, locale: 'zh', signal: new AbortController().signal, say: () => {} })
