import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const isLong = process.env.PONTIC_TEST_LONG === '1'

/** Files that take longer than ten seconds. One of them at the end of the queue would leave the other workers idle. */
const longest = [
  'test/robustness/database-kill',
  'test/robustness/server-kill',
  'http/inherited-names',
  'scripts/postgres',
  'orders/deferred-sends',
  'docs/examples',
  'test/robustness/two-nodes',
  'pull/pull-peers',
  'meshes/turns',
  'mesh/pipeline',
  'http/hostile-fields',
  'transports/transports',
  'http/route-matrix',
  'audit/route-audit',
  'orders/order-matrix',
  'test/robustness/mail-kill',
  'meshes/scan-units',
  'meshes/meshes',
  'meshes/damaged-scans',
  'mesh/scenes',
  'files/uploads',
  'meshes/run-mesh-process',
  'accounts/first-administrator',
  'manage/platform-lists',
  'http/hostile-texts',
  'session/session',
  'mesh/facts',
  'accounts/account-ends',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return rank < 0 ? longest.length : rank
    }
    return (await super.sort(files)).sort((one, other) => rankOf(one) - rankOf(other))
  }
}

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.{ts,tsx}', 'scripts/*.test.ts'],
    globalSetup: ['apps/server/src/test/global-setup.ts'],
    // Forks, not threads: the password hashing and image modules are native code.
    pool: 'forks',
    // One more than the two cores of the smallest machine: files that kill servers or wait for jobs mostly wait.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // A worker keeps what it has imported, the whole server, for its next file: two fifths less of the processor.
    isolate: false,
    testTimeout: isLong ? 600_000 : 180_000,
    hookTimeout: 180_000,
    // A second, what it is otherwise, is short on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    env: { TZ: 'UTC' },
  },
})
