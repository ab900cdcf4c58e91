import { inject } from 'vitest'
import { createBucket, type S3Server } from './s3-server.ts'

/** The S3 server of a run. The end of the run closes it. */
export type SharedS3Server = Omit<S3Server, 'close'>

/**
 * Returns the S3 server that all test files of this run share, because its start takes about twenty seconds. The first call
 * starts it. Test files create buckets of their own and do not close it.
 * @throws Error with the output of the server if it does not start
 */
export async function openSharedS3Server(): Promise<SharedS3Server> {
  const response = await fetch(inject('s3Address'))
  if (!response.ok) throw new Error(await response.text())
  const server = (await response.json()) as Omit<SharedS3Server, 'createBucket'>
  return { ...server, createBucket: () => createBucket(server.address, server) }
}
