import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const isLong = process.env.PONTIC_TEST_LONG === '1'

/** The longest files, in descending order. They run first, because a long last file would leave the other workers idle. */
const longest = [
  'robustness/containers',
  'http/hostile-fields',
  'reviews/review-matrix',
  'robustness/s3-move',
  'robustness/s3-files',
  'robustness/faults',
  'robustness/stop-node',
  'robustness/failover',
  'robustness/pgbouncer',
  'storage/storage',
  'mesh/pipeline',
  'meshes/turns',
  'orders/order-list',
  'robustness/two-nodes',
  'meshes/scan-units',
  'http/inherited-names',
  'http/route-matrix',
  'audit/route-audit',
  'robustness/mail-kill',
  'meshes/meshes',
  'robustness/database-kill',
  'robustness/server-kill',
  'robustness/slow-clients',
  'src/uploads',
  'http/generated-requests',
  'orders/frequent-plans',
  'pull/pull-kill',
  'session/session',
  'transports/transports',
  'pull/pull-peers',
  'pull/pull',
  'orders/deferred-sends',
  'mesh/scenes',
  'src/catalogues',
  'files/uploads',
  'orders/order-search',
  'push/deliveries-kill',
  'shell/screen-texts',
  'mesh/facts',
  'organizations/organizations',
  'previews/preview-links',
  'accounts/zone-names',
  'images/images',
  'scripts/postgres',
]

/** Files of the full run only: they build images, and compile Go. */
const longOnly = ['apps/server/src/test/robustness/containers.test.ts', 'scripts/chart.test.ts']

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
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['packages/*/src/**/*.test.ts', 'apps/server/src/**/*.test.ts', 'scripts/*.test.ts'],
          exclude: ['**/node_modules/**', ...(isLong ? [] : longOnly)],
          globalSetup: ['apps/server/src/test/global-setup.ts'],
          // Node imports the sources itself, as in an installation. Vite would turn each use of an import into a property access,
          // which makes the loops over meshes several times slower.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      // Vite compiles the JSX of the web app.
      { extends: true, test: { name: 'web', include: ['apps/web/src/**/*.test.{ts,tsx}'] } },
    ],
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
