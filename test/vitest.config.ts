import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'test/bench/**'],
    testTimeout: 15_000,
    pool: 'forks',
    maxWorkers: '100%',
    execArgv: ['--expose-gc'],
  },
})
