import { Agent as PlainAgent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import type { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { fail, Refusal } from '../http/fail.ts'
import {
  guardSocket,
  hostOf,
  isWebAddressAllowed,
  lookupOf,
  portOf,
  resolveTarget,
  type Target,
} from './addresses.ts'
import { mapFailures, refusalOfFailure } from './failures.ts'
import { cleanFilePath, cleanPath, isPlainName, isUnfinishedName } from './remote-paths.ts'
import { limitStream, requireLength } from './streams.ts'
import { type RemoteFile, type Transport, transportLimits } from './transport.ts'

/** Objects of a bucket whose keys begin with a folder's name. */
export type S3Location = {
  /** Endpoint of the service, such as `https://s3.eu-central-1.amazonaws.com`; the bucket is part of the path. */
  address: string
  region: string
  bucket: string
  folder: string
  accessKeyId: string
  secretAccessKey: string
  allowsPrivate: boolean
}

type Sdk = typeof import('@aws-sdk/client-s3')
type Bucket = { client: S3Client; sdk: Sdk; name: string; keyOf: (path: string) => string }

/**
 * Opens a bucket of S3 or a compatible service. An object is written atomically, so no temporary name is needed. Folders are
 * prefixes of keys and are not created.
 * @throws transport.address_refused, transport.unreachable
 */
export async function openS3(location: S3Location): Promise<Transport> {
  if (!isWebAddressAllowed(location.address, location.allowsPrivate)) fail('transport.address_refused')
  const url = new URL(location.address)
  const target = await resolveTarget({ host: hostOf(url), port: portOf(url) }, 'web', location.allowsPrivate)
  // Imported on first use: it is large, and most nodes never use S3.
  const sdk = await import('@aws-sdk/client-s3')
  const client = createClient(sdk, location, target)
  const folder = cleanPath(location.folder)
  const keyOf = (path: string) => [folder, path].filter((part) => part !== '').join('/')
  const bucket: Bucket = { client, sdk, name: location.bucket, keyOf }
  const mapS3Failure = <Result>(operation: () => Promise<Result>) => mapFailures(operation, describeS3)
  return {
    list: (start = '') => mapS3Failure(() => listObjects(bucket, cleanPath(start))),
    read: (path, bytesMax) => mapS3Failure(() => readObject(bucket, cleanFilePath(path), bytesMax)),
    write: (path, content, sizeBytes) =>
      mapS3Failure(() => writeObject(bucket, cleanFilePath(path), content, sizeBytes)),
    move: (from, to) => mapS3Failure(() => moveObject(bucket, cleanFilePath(from), cleanFilePath(to))),
    remove: (path) => mapS3Failure(() => removeObject(bucket, cleanFilePath(path))),
    close: async () => client.destroy(),
  }
}

const ignore = () => undefined

function createClient({ S3Client }: Sdk, location: S3Location, target: Target): S3Client {
  const options = { keepAlive: false, lookup: lookupOf(target) }
  return new S3Client({
    endpoint: location.address,
    region: location.region,
    credentials: { accessKeyId: location.accessKeyId, secretAccessKey: location.secretAccessKey },
    forcePathStyle: true,
    followRegionRedirects: false,
    // Not every service supports newer checksums; TLS and content lengths protect the transfer.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    // The SDK would log to the console; its errors become refusals.
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    requestHandler: {
      connectionTimeout: transportLimits.connectTimeoutMs,
      requestTimeout: transportLimits.idleTimeoutMs,
      throwOnRequestTimeout: true,
      httpAgent: guarded(new PlainAgent(options), target),
      httpsAgent: guarded(new SecureAgent(options), target),
    },
  })
}

function guarded<Kind extends PlainAgent>(agent: Kind, target: Target): Kind {
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, done) => {
    const socket = connect(options, done)
    if (socket && 'remoteAddress' in socket) guardSocket(socket as Parameters<typeof guardSocket>[0], target)
    return socket
  }
  return agent
}

async function listObjects({ client, sdk, name, keyOf }: Bucket, start: string): Promise<RemoteFile[]> {
  const root = keyOf('')
  const below = root === '' ? '' : `${root}/`
  const files: RemoteFile[] = []
  let token: string | undefined
  do {
    const page = await client.send(
      new sdk.ListObjectsV2Command({
        Bucket: name,
        Prefix: start === '' ? below : `${below}${start}/`,
        ...(token === undefined ? {} : { ContinuationToken: token }),
      }),
    )
    for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
      const path = Key.slice(below.length)
      if (isListed(path))
        files.push({ path, sizeBytes: Size, changedAt: LastModified?.toISOString() ?? null })
    }
    if (files.length > transportLimits.listedFilesMax) fail('transport.too_many')
    token = page.IsTruncated ? page.NextContinuationToken : undefined
  } while (token !== undefined)
  return files.sort((one, other) => (one.path < other.path ? -1 : 1))
}

/**
 * Whether the object is a finished file below the folder. Web consoles create an object `a/` for an empty folder. That object
 * is omitted, because the last part of its path is empty.
 */
function isListed(path: string): boolean {
  const parts = path.split('/')
  const isShort =
    path.length <= transportLimits.pathLengthMax && parts.length <= transportLimits.folderDepthMax + 1
  return isShort && parts.every((part) => isPlainName(part) && !isUnfinishedName(part))
}

async function readObject(
  { client, sdk, name, keyOf }: Bucket,
  path: string,
  bytesMax: number,
): Promise<Readable> {
  const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket: name, Key: keyOf(path) }))
  if (Body === undefined) fail('transport.broken_off')
  return limitStream(Body as Readable, bytesMax, describeS3)
}

async function writeObject(
  { client, sdk, name, keyOf }: Bucket,
  path: string,
  content: Readable,
  sizeBytes: number,
): Promise<void> {
  const body = requireLength(content, sizeBytes)
  const stop = new AbortController()
  // The SDK waits forever for the rest of a body that failed.
  body.once('error', () => stop.abort())
  const request = { Bucket: name, Key: keyOf(path), Body: body, ContentLength: sizeBytes }
  try {
    await client.send(new sdk.PutObjectCommand(request), { abortSignal: stop.signal })
  } catch (error) {
    throw body.errored ?? error
  } finally {
    body.destroy()
  }
}

async function moveObject(bucket: Bucket, from: string, to: string): Promise<void> {
  const { client, sdk, name, keyOf } = bucket
  const CopySource = [name, ...keyOf(from).split('/')].map(encodeURIComponent).join('/')
  await client.send(new sdk.CopyObjectCommand({ Bucket: name, Key: keyOf(to), CopySource }))
  await removeObject(bucket, from)
}

async function removeObject({ client, sdk, name, keyOf }: Bucket, path: string): Promise<void> {
  await client.send(new sdk.DeleteObjectCommand({ Bucket: name, Key: keyOf(path) }))
}

const loginNames = new Set(['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'InvalidToken', 'ExpiredToken'])

function describeS3(error: unknown): Refusal {
  const { name = '', $metadata } = (error ?? {}) as { name?: string; $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode
  if (loginNames.has(name)) return new Refusal('transport.login_refused')
  if (status === undefined || error instanceof Refusal) return refusalOfFailure(error)
  if (status === 404) return new Refusal('transport.not_found')
  if (status === 401 || status === 403) return new Refusal('transport.denied')
  if (status >= 300 && status < 400) return new Refusal('transport.redirected')
  if (status === 507 || name === 'QuotaExceeded') return new Refusal('transport.no_room')
  return new Refusal('transport.answer_refused', { status })
}
