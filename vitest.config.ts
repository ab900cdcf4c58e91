import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const isLong = process.env.PONTIC_TEST_LONG === '1'

/** Files that take longer than ten seconds. They run first, because a long last file would leave the other workers idle. */
const longest = [
  'robustness/slow-clients',
  'robustness/database-kill',
  'http/generated-requests',
  'shell/screen-texts',
  'manage/platform-lists',
  'push/deliveries-kill',
  'robustness/server-kill',
  'orders/deferred-sends',
  'http/hostile-texts',
  'http/hostile-fields',
  'http/every-write-once',
  'pull/pull-peers',
  'partners/partner-end',
  'partners/partner-races',
  'orders/order-matrix',
  'pull/pull-kill',
  'robustness/two-nodes',
  'robustness/s3-move',
  'robustness/s3-files',
  'storage/storage',
  'files/uploads',
  'audit/route-audit',
  'meshes/turns',
  'http/inherited-names',
  'meshes/meshes',
  'workorders/workorder-matrix',
  'robustness/proxy-logs',
  'accounts/first-administrator',
  'mesh/pipeline',
  'push/deliveries',
  'meshes/scan-units',
  'meshes/damaged-scans',
  'meshes/run-mesh-process',
  'http/route-matrix',
  'robustness/mail-kill',
  'session/session',
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
  // The build replaces these names.
  define: { __VARIANT__: JSON.stringify('full') },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.{ts,tsx}', 'scripts/*.test.ts'],
    globalSetup: ['apps/server/src/test/global-setup.ts'],
    // Uses processes, because the modules for password hashing and images are native code, which may not support threads.
    pool: 'forks',
    // One more than the two cores of the smallest machine, because files that kill servers or wait for jobs are mostly idle.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // A worker keeps its imported modules, including the server, for its next file. This saves two fifths of the CPU time.
    isolate: false,
    testTimeout: isLong ? 600_000 : 180_000,
    hookTimeout: 180_000,
    // The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    env: { TZ: 'UTC' },
  },
})
