import { defineConfig } from 'vitest/config'

const isLong = process.env.PONTIC_TEST_LONG === '1'

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.{ts,tsx}', 'scripts/*.test.ts'],
    globalSetup: ['apps/server/src/test/global-setup.ts'],
    // Forks, not threads: the password hashing and image modules are native code.
    pool: 'forks',
    maxWorkers: 2,
    // A worker keeps what it has imported, the whole server, for its next file: two fifths less of the processor.
    isolate: false,
    testTimeout: isLong ? 600_000 : 180_000,
    hookTimeout: 180_000,
    // A second, what it is otherwise, is short on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    env: { TZ: 'UTC' },
  },
})
