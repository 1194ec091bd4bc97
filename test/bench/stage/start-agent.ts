/** The demo's host with its agent, and no router: what a core without any of our work takes. */
import { createHost } from '../../../app/demo/host/index.ts'

await createHost('slot')
process.stdout.write('[up]\n', () => process.exit(0))
