import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../../../scripts/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The cluster of this run: URLs from `startPostgres`, for `inject('postgres')`. */
    postgres: { ownerUrl: string; appUrl: string; superUrl: string }
  }
}

/**
 * Runs once before all test files: starts one PostgreSQL for all of them, kept in `.cache` between runs, so that only the first
 * one creates a cluster. A power failure may lose its data (no fsync), which is only test databases.
 * @returns the teardown; the last of the runs that share the cluster stops it
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
