import { newId } from '../db/ids.ts'
import { type Bucket, mapS3Error, openBucket, type S3Settings } from './s3-client.ts'
import { encryptionOf, hasVersions } from './s3-objects.ts'
import { StorageUnavailable } from './storage.ts'

/** A signed URL is valid for a minute. */
const clockAheadMaxMs = 30_000
/** A node listens only after the check. */
const requestMs = 5_000

/** Descriptions of invalid settings, by the name of the error that the S3 service returns. */
const faults: Readonly<Record<string, string>> = {
  NoSuchBucket: 'the bucket of PONTIC_S3_BUCKET does not exist',
  InvalidBucketName: 'PONTIC_S3_BUCKET is no name of a bucket',
  AccessDenied:
    'access was refused. The key needs to list the bucket and its multipart uploads, to read its versioning, and to read, write and delete its objects',
  InvalidAccessKeyId: 'PONTIC_S3_ACCESS_KEY is unknown',
  SignatureDoesNotMatch: 'PONTIC_S3_SECRET_KEY does not belong to PONTIC_S3_ACCESS_KEY',
  RequestTimeTooSkewed: 'the clock of this machine is wrong by more than the service accepts. Synchronize it',
  PermanentRedirect: 'the bucket is in another region than PONTIC_S3_REGION',
  AuthorizationHeaderMalformed: 'the bucket is in another region than PONTIC_S3_REGION',
  IllegalLocationConstraintException: 'the bucket is in another region than PONTIC_S3_REGION',
  CredentialsProviderError: 'PONTIC_S3_ACCESS_KEY is missing, and this machine has no role either',
}

/**
 * Result of a check; undefined if everything works. `fault` describes the invalid setting. `unreachable` is the message of the network
 * error: the service did not answer, so the settings could not be checked.
 */
export type S3Check = { fault: string } | { unreachable: string } | undefined

/**
 * Checks that a bucket can be listed, written, read and emptied, and that the clock is right. A service that does not answer a request
 * within 5 seconds is unreachable.
 * @returns undefined if all is right
 */
export async function checkS3(settings: S3Settings): Promise<S3Check> {
  const bucket = await openBucket(settings)
  try {
    await tryAll(bucket)
    return undefined
  } catch (error) {
    const { name = '', message = '', $metadata } = error as S3Failure
    const sentence = faults[name]
    if (sentence !== undefined) return { fault: `The file storage cannot be used: ${sentence} (${name}).` }
    const mapped = mapS3Error(error)
    if (mapped instanceof StorageUnavailable && $metadata?.httpStatusCode !== 403)
      return { unreachable: mapped.message }
    return { fault: `The file storage cannot be used: ${name} ${message}` }
  } finally {
    bucket.close()
  }
}

type S3Failure = { name?: string; message?: string; $metadata?: { httpStatusCode?: number } }

async function tryAll(bucket: Bucket): Promise<void> {
  const { sdk, client, settings } = bucket
  const Bucket = settings.bucket
  // Nodes that start at the same time check different objects.
  const Key = `${settings.prefix}probe-${newId()}`
  const soon = () => ({ abortSignal: AbortSignal.timeout(requestMs) })
  // A list has a body with the name of an error; a HEAD has none.
  const list = new sdk.ListObjectsV2Command({ Bucket, Prefix: settings.prefix, MaxKeys: 1 })
  await client.send(list, soon())
  await hasVersions(bucket, soon())
  const put = new sdk.PutObjectCommand({ Bucket, Key, Body: 'probe', ...encryptionOf(settings) })
  const { VersionId } = await client.send(put, soon())
  const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key }), soon())
  await Body?.transformToByteArray()
  await client.send(new sdk.DeleteObjectCommand({ Bucket, Key, VersionId }), soon())
  await client.send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix: Key }), soon())
  // The SDK corrects a wrong clock itself, but not in signed URLs.
  const aheadMs = Math.abs(client.config.systemClockOffset ?? 0)
  if (aheadMs > clockAheadMaxMs) throw Object.assign(new Error('Clock'), { name: 'RequestTimeTooSkewed' })
}
