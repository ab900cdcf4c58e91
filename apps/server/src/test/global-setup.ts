import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../../../scripts/postgres.ts'
import { openS3Starter } from './s3-starter.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URLs of the cluster of this run, for `inject('postgres')`. */
    postgres: { ownerUrl: string; appUrl: string; superUrl: string }
    /** Address that starts the S3 server of this run, for `openSharedS3Server`. */
    s3Address: string
  }
}

/**
 * Runs once before all test files and starts a PostgreSQL for them. An S3 server is started when a test file asks for it. The cluster stays in `.cache`, so that only the first run
 * creates it. PostgreSQL runs without fsync, because the cluster contains only test databases.
 * @returns the teardown, which stops the S3 server, and PostgreSQL unless another run uses the cluster
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
  const s3 = await openS3Starter()
  project.provide('s3Address', s3.address)
  return async () => {
    await s3.stop()
    await postgres.stop()
  }
}
