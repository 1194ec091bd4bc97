/** Host and router of the demo, without a screen and without Feishu. */
import { published } from './published.ts'

const { createStage }: typeof import('../../../app/demo/stage.ts') = await import(published('app/demo/stage.js').href)
await createStage()
process.stdout.write('[up]\n', () => process.exit(0))
