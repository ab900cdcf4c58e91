import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.{ts,tsx}', 'scripts/*.test.ts'],
    globalSetup: ['apps/server/src/test/global-setup.ts'],
    // Forks, not threads: the password hashing and image modules are native code.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: process.env.PONTIC_TEST_LONG === '1' ? 600_000 : 60_000,
    hookTimeout: 60_000,
    env: { TZ: 'UTC' },
  },
})
