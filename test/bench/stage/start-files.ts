/** The same as `start-core` with each module in a file of its own. */
import { createStage } from '../../../app/demo/stage.ts'

await createStage()
process.stdout.write('[up]\n', () => process.exit(0))
