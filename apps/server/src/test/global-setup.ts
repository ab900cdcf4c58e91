import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../../../scripts/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URLs of the cluster of this run, for `inject('postgres')`. */
    postgres: { ownerUrl: string; appUrl: string; superUrl: string }
  }
}

/**
 * Runs once before all test files and starts a PostgreSQL for them. The cluster stays in `.cache`, so that only the first run
 * creates it. PostgreSQL runs without fsync, because the cluster contains only test databases.
 * @returns the teardown, which stops PostgreSQL unless another run uses the cluster
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres({
    dataFolder: fileURLToPath(new URL('../../../../.cache/test-postgres', import.meta.url)),
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_wal_size: '512MB',
      max_connections: '400',
    },
    isScratch: true,
  })
  const { ownerUrl, appUrl, superUrl } = postgres
  project.provide('postgres', { ownerUrl, appUrl, superUrl })
  return postgres.stop
}
