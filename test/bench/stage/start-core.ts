/** Host and router of the demo, without a screen and without Feishu. */
import { createStage } from '../../../app/demo/stage.ts'

await createStage()
process.stdout.write('[up]\n', () => process.exit(0))
