/** The demo as it starts in a terminal, without the phone, from the published files in the folder `PUBLISHED`. */
const folder = process.env['PUBLISHED']
const { createStage }: typeof import('../../../app/demo/stage.ts') = await import(`${folder}app/demo/stage.js`)
const { runAgent }: typeof import('../../../app/demo/agent.ts') = await import(`${folder}app/demo/agent.js`)
const { SCRIPT }: typeof import('../../../app/demo/script.ts') = await import(`${folder}app/demo/script.js`)

const stage = await createStage()
await stage.mountTerminal({ exitOnSignal: true, onQuit: () => process.exit(0) }, { locale: 'zh', lines: 'on' })
await runAgent(stage.host, { asks: SCRIPT, locale: 'zh', signal: new AbortController().signal, say: () => {} })
