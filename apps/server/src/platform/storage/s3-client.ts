import { Agent as PlainAgent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import type { S3Client } from '@aws-sdk/client-s3'
import { Circuit } from '../circuit.ts'
import { missingFile, StorageUnavailable } from './storage.ts'

/** Settings of a bucket of S3 or a compatible service. */
export type S3Settings = {
  /** Undefined: Amazon's endpoint of the region. */
  endpoint: string | undefined
  /** Endpoint that browsers reach, for signed URLs; undefined if it is the same. */
  publicEndpoint: string | undefined
  region: string
  bucket: string
  /** Beginning of all keys, empty or with a slash at its end. */
  prefix: string
  /** Undefined: the SDK looks for credentials in its environment, such as the role of the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
  isPathStyle: boolean
  encryption: 'AES256' | 'aws:kms' | undefined
  kmsKey: string | undefined
  /** Whether downloads by ticket are redirected to signed URLs. */
  redirects: boolean
  timeoutMs: number
}

type Sdk = typeof import('@aws-sdk/client-s3')

/** A bucket with its client. */
export type Bucket = {
  sdk: Sdk
  client: S3Client
  /** Reads objects on sockets of its own, so that slow downloads leave the other requests theirs. */
  reader: S3Client
  /** Sends parts of uploads, which a service that works receives without a long silence. */
  sender: S3Client
  settings: S3Settings
  circuit: Circuit
  /** Runs an operation through the circuit. @throws ENOENT, ENOSPC, StorageUnavailable; other errors unchanged */
  run: <Result>(operation: () => Promise<Result>) => Promise<Result>
  /** Creates a URL that reads an object for a minute. */
  sign: (key: string, savedAs: { disposition: string; mediaType: string }) => Promise<string>
  close: () => void
}

const attempts = 4
const connectTimeoutMs = 5_000
const socketsMax = 128
/** A copy by the service takes longer than other requests. */
export const copyTimeoutFactor = 4
/** Total time of a small request with its repetitions. Callers hold a database connection meanwhile. */
const smallRequestMs = 10_000
/** A slower line fails the request. */
const sentBytesPerMs = 256
/** A signed URL must be used within this time. The transfer may take longer. */
const signedSeconds = 60
const ignore = () => undefined

/** Opens a bucket without calling it. Imports the SDK, which takes a quarter of a second and 36 MB. */
export async function openBucket(settings: S3Settings): Promise<Bucket> {
  const sdk = await import('@aws-sdk/client-s3')
  const { timeoutMs } = settings
  // Without a bound, because as many downloads run as browsers have opened.
  const unbound = { maxSockets: Number.POSITIVE_INFINITY, socketTimeout: timeoutMs }
  // A copy is silent until it ends, so its socket must outlast it.
  const bound = { maxSockets: socketsMax, socketTimeout: timeoutMs * copyTimeoutFactor }
  const client = createClient(sdk, settings, settings.endpoint, bound)
  const reader = createClient(sdk, settings, settings.endpoint, unbound)
  const silent = { maxSockets: socketsMax, socketTimeout: Math.min(timeoutMs, smallRequestMs) }
  const sender = createClient(sdk, settings, settings.endpoint, silent)
  leaveDigestToMd5(sender)
  let signer: S3Client | undefined
  const circuit = new Circuit((lastFailure) => new StorageUnavailable(lastFailure))
  return {
    sdk,
    client,
    reader,
    sender,
    settings,
    circuit,
    run: (operation) => circuit.run(() => mapped(operation), isFailure),
    sign: async (key, { disposition, mediaType }) => {
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
      signer ??=
        settings.publicEndpoint === undefined
          ? client
          : createClient(sdk, settings, settings.publicEndpoint, bound)
      const command = new sdk.GetObjectCommand({
        Bucket: settings.bucket,
        Key: key,
        ResponseContentDisposition: disposition,
        ResponseContentType: mediaType,
        ResponseCacheControl: 'private, no-store',
      })
      return await getSignedUrl(signer, command, { expiresIn: signedSeconds })
    },
    close: () => {
      client.destroy()
      reader.destroy()
      sender.destroy()
      if (signer !== client) signer?.destroy()
    },
  }
}

function createClient(
  { S3Client }: Sdk,
  settings: S3Settings,
  endpoint: string | undefined,
  { maxSockets, socketTimeout }: { maxSockets: number; socketTimeout: number },
): S3Client {
  const options = { keepAlive: true, maxSockets }
  return new S3Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(settings.credentials === undefined ? {} : { credentials: settings.credentials }),
    region: settings.region,
    forcePathStyle: settings.isPathStyle,
    followRegionRedirects: false,
    // Not every service supports newer checksums. The signature covers the SHA-256 of each body, which every service checks.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attempts,
    // The SDK would log to the console; its errors are thrown.
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      requestTimeout: settings.timeoutMs,
      socketTimeout,
      throwOnRequestTimeout: true,
      httpAgent: new PlainAgent(options),
      httpsAgent: new SecureAgent(options),
    },
  })
}

/**
 * Leaves the SHA-256 of the body out of the signature of requests whose `Content-MD5` is signed. A service checks both digests of
 * a body, and computes MD5 in any case, while a second SHA-256 takes as long as storing the body.
 */
function leaveDigestToMd5(client: S3Client): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      const { headers } = args.request as { headers: Record<string, string> }
      if (headers['content-md5'] !== undefined) headers['x-amz-content-sha256'] = 'UNSIGNED-PAYLOAD'
      return await next(args)
    },
    { step: 'build', name: 'leaveDigestToMd5' },
  )
}

/**
 * Sends a request that should be answered soon, and aborts it with its repetitions after ten seconds, plus a second for each
 * 256 kB of its body. The body of the answer may take longer.
 */
export async function sendSoon<Result>(
  send: (options: { abortSignal: AbortSignal }) => Promise<Result>,
  bodyBytes = 0,
): Promise<Result> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), smallRequestMs + bodyBytes / sentBytesPerMs)
  try {
    return await send({ abortSignal: abort.signal })
  } finally {
    clearTimeout(timer)
  }
}

type S3Error = { name?: string; Code?: string; message?: string; $metadata?: { httpStatusCode?: number } }

const missingNames = new Set(['NoSuchKey', 'NotFound'])
/**
 * Passing states that S3 reports with a status of a wrong request, bytes that changed on their way, and credentials that a role of
 * the machine could not renew.
 */
const passingNames = new Set([
  'BadDigest',
  'XAmzContentSHA256Mismatch',
  'RequestTimeout',
  'ExpiredToken',
  'ExpiredTokenException',
  'TokenRefreshRequired',
  'CredentialsProviderError',
])
const fullNames = new Set(['QuotaExceeded', 'InsufficientCapacity', 'XMinioStorageFull'])

async function mapped<Result>(operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation()
  } catch (error) {
    throw mapS3Error(error)
  }
}

/**
 * Maps an error of the SDK: `ENOENT` for a missing object, `ENOSPC` for a full bucket, {@link StorageUnavailable} for a refusal or
 * no answer. The message has the name of the error but no address. An upload that the service has forgotten (`NoSuchUpload`) and a
 * wrong part (`InvalidPart`) stay as they are.
 */
export function mapS3Error(error: unknown): unknown {
  const { name = 'Error', $metadata, message = '' } = (error ?? {}) as S3Error
  const status = $metadata?.httpStatusCode
  if (missingNames.has(name)) return missingFile('in the bucket')
  if (fullNames.has(name) || status === 507)
    return Object.assign(new Error(`The bucket is full: ${name}`), { code: 'ENOSPC' })
  const isRefusal = status === 401 || status === 403
  const isNetwork = status === undefined && (error as { code?: unknown }).code !== undefined
  const isTimeout = name === 'TimeoutError' || name === 'AbortError' || message.includes('socket hang up')
  const isFault = (status ?? 0) >= 500 || status === 429 || name === 'NoSuchBucket'
  if (isRefusal || isNetwork || isTimeout || isFault || passingNames.has(name))
    return new StorageUnavailable(`The file storage does not answer as expected: ${nameOf(error)}`)
  return error
}

function nameOf(error: unknown): string {
  const { name, code, $metadata } = error as S3Error & { code?: string }
  return [name, code, $metadata?.httpStatusCode].filter((part) => part !== undefined).join(' ')
}

const isFailure = (error: unknown) => error instanceof StorageUnavailable
