// The demo's page is served as it stands in the source; the compiled tree needs its own copy.
import { cpSync } from 'node:fs'

cpSync(new URL('../app/demo/page', import.meta.url), new URL('../lib/app/demo/page', import.meta.url), { recursive: true })
