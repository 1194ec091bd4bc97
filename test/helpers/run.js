/** Runs a TypeScript file of the tests as a program: `node test/helpers/run.js FILE.ts [ARGUMENT]…`. */
import { runnerImport } from 'vite'

const [, , file = ''] = process.argv
await runnerImport(new URL(file, `file://${process.cwd()}/`).pathname, { configFile: false, root: process.cwd(), logLevel: 'error' })
