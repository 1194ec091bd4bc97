import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: new URL('../../..', import.meta.url).pathname,
    include: ['test/e2e/host/**/*.host.ts'],
    globalSetup: [new URL('setup.ts', import.meta.url).pathname],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    pool: 'forks',
  },
})
