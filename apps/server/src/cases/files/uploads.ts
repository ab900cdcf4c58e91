import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ErrorKey, limits } from '@pontic/contract'
import { fail } from '../../platform/http/fail.ts'
import type { RawCall, RawRoute } from '../../platform/http/handlers.ts'
import type { Services } from '../../platform/services.ts'
import { type FileRow, findFileOrder } from '../access/file-access.service.ts'
import { findOwnFile, uploadOf } from './files.queries.ts'
import { removeFile } from './files.service.ts'
import {
  hasTusVersion,
  parseByteCount,
  parseMetadata,
  tusBodyType,
  tusExtensions,
  tusVersion,
} from './tus-headers.ts'
import { type UploadLock, UploadLocks } from './upload-locks.ts'
import { completeUpload, receiveBytes } from './uploads.service.ts'

const path = '/restful/uploads'
const drainMs = 5_000
const locksOf = new WeakMap<Services, UploadLocks>()

/**
 * Routes of the upload protocol, tus 1.0.0 with the extensions creation, expiration and termination (rules §7). An
 * upload has the id of its announced file. The creation request is optional and sends that id in Upload-Metadata
 * (`uploadId`).
 */
export const uploadRoutes: readonly RawRoute[] = [
  {
    name: 'uploads.create',
    methods: ['POST', 'OPTIONS'],
    path,
    permission: 'file.write',
    audit: { none: 'Begins the upload of an announced file; announcing it is recorded.' },
    handle: handleUploads,
  },
  {
    name: 'uploads.write',
    methods: ['HEAD', 'PATCH', 'DELETE', 'OPTIONS'],
    path: `${path}/:fileId`,
    permission: 'file.write',
    audit: 'files.remove',
    handle: handleUpload,
  },
]

async function handleUploads(call: RawCall): Promise<void> {
  if (call.incoming.method === 'OPTIONS') return answerOptions(call.outgoing)
  await checkVersion(call)
  const { headers } = call.incoming
  const fileId = parseMetadata(headers['upload-metadata'])?.get('uploadId')
  if (fileId === undefined) fail('request.invalid')
  const file = await getUpload(call, fileId)
  if (parseByteCount(headers['upload-length']) !== file.size_bytes) fail('file.wrong_state')
  call.outgoing.setHeader('location', `${path}/${file.id}`)
  setExpiry(call.outgoing, file)
  end(call.outgoing, 201)
}

async function handleUpload(call: RawCall): Promise<void> {
  const { method } = call.incoming
  if (method === 'OPTIONS') return answerOptions(call.outgoing)
  await checkVersion(call)
  const fileId = call.params.fileId ?? ''
  if (method === 'HEAD') await sendOffset(call, fileId)
  else if (method === 'DELETE') await terminate(call, fileId)
  else await patchUpload(call, fileId)
}

function answerOptions(outgoing: ServerResponse): void {
  outgoing.setHeader('tus-version', tusVersion)
  outgoing.setHeader('tus-extension', tusExtensions)
  outgoing.setHeader('tus-max-size', limits.fileBytesMax)
  end(outgoing, 204)
}

function end(outgoing: ServerResponse, status: number): void {
  outgoing.setHeader('tus-resumable', tusVersion)
  outgoing.statusCode = status
  outgoing.setHeader('content-length', 0)
  if (status === 204) outgoing.removeHeader('content-length')
  outgoing.end()
}

async function checkVersion({ incoming, outgoing }: RawCall): Promise<void> {
  outgoing.setHeader('tus-resumable', tusVersion)
  if (hasTusVersion(incoming.headers)) return
  outgoing.setHeader('tus-version', tusVersion)
  fail('file.protocol')
}

function setExpiry(outgoing: ServerResponse, file: FileRow): void {
  if (file.expires_at !== null && file.state !== 'verified')
    outgoing.setHeader('upload-expires', new Date(file.expires_at).toUTCString())
}

/**
 * Returns an upload of the caller's organization. The organization must still see the order as the clinic or laboratory
 * that announced the file.
 * @throws file.not_found, file.upload_gone (refused, or older than 7 days)
 */
async function getUpload({ services, scope }: RawCall, fileId: string): Promise<FileRow> {
  const file = await findVisibleUpload(services, scope, fileId)
  if (file === undefined) fail('file.not_found')
  const isExpired =
    file.state !== 'verified' && file.expires_at !== null && new Date(file.expires_at) <= services.now()
  if (file.state === 'refused' || isExpired) fail('file.upload_gone')
  return file
}

const idPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

async function findVisibleUpload(
  services: Services,
  scope: RawCall['scope'],
  fileId: string,
): Promise<FileRow | undefined> {
  if (!idPattern.test(fileId)) return undefined
  const { db } = services.database
  const file = await findOwnFile(db, scope, fileId)
  const order = file && (await findFileOrder({ tx: db, scope }, file.order_id))
  return file !== undefined && order?.party === file.party ? file : undefined
}

async function sendOffset(call: RawCall, fileId: string): Promise<void> {
  const found = await getUpload(call, fileId)
  const file = isStuck(found) ? await completeStuck(call, found) : found
  const { outgoing } = call
  outgoing.setHeader('cache-control', 'no-store')
  outgoing.setHeader('upload-offset', await offsetOf(call.services, file))
  outgoing.setHeader('upload-length', file.size_bytes)
  setExpiry(outgoing, file)
  end(outgoing, 200)
}

/** Returns the acknowledged offset: the saved one, or less if the storage has lost bytes; the size if all bytes arrived. */
async function offsetOf({ storage }: Services, file: FileRow): Promise<number> {
  if (file.state !== 'announced' && file.state !== 'uploading') return file.size_bytes
  return storage.findUploadOffset(uploadOf(file))
}

/** Whether an upload has all its bytes, but the process died before it saved the digests. */
const isStuck = (file: FileRow) => file.state === 'uploading' && file.received_bytes === file.size_bytes

async function completeStuck(call: RawCall, file: FileRow): Promise<FileRow> {
  const lock = await uploadLocksOf(call.services).acquire(file.id)
  if (lock === undefined) return file
  try {
    const locked = await getUpload(call, file.id)
    if (isStuck(locked) && (await offsetOf(call.services, locked)) === locked.size_bytes)
      await completeUpload(call.services, locked, lock)
  } finally {
    await lock.release()
  }
  return getUpload(call, file.id)
}

function uploadLocksOf(services: Services): UploadLocks {
  const locks = locksOf.get(services) ?? new UploadLocks(services.database)
  locksOf.set(services, locks)
  return locks
}

async function patchUpload(call: RawCall, fileId: string): Promise<void> {
  const { incoming, outgoing, services } = call
  try {
    const offset = readPatch(incoming)
    const found = await getUpload(call, fileId)
    const lock = (await uploadLocksOf(services).acquire(found.id)) ?? fail('file.offset_conflict')
    try {
      const reached = await receive(call, await getUpload(call, fileId), lock, offset)
      outgoing.setHeader('upload-offset', reached)
    } finally {
      await lock.release()
    }
    setExpiry(outgoing, found)
    end(outgoing, 204)
  } catch (error) {
    drain(incoming)
    throw error
  }
}

/** Returns the Upload-Offset of a PATCH. @throws request.unsupported_type, request.invalid */
function readPatch({ headers }: IncomingMessage): number {
  if (headers['content-type'] !== tusBodyType) fail('request.unsupported_type')
  return parseByteCount(headers['upload-offset']) ?? fail('request.invalid')
}

async function receive(call: RawCall, file: FileRow, lock: UploadLock, offset: number): Promise<number> {
  const { services, scope, incoming } = call
  if ((await offsetOf(services, file)) !== offset) fail('file.offset_conflict')
  const lengthBytes = parseByteCount(incoming.headers['content-length']) ?? 0
  if (offset + lengthBytes > file.size_bytes) fail('file.too_large')
  if (file.state !== 'announced' && file.state !== 'uploading') return offset
  if ((await services.storage.readFreeBytes()) <= 0) fail('server.disk_full')
  const watched = {
    sessionId: scope.sessionId,
    accountId: scope.account.id,
    organizationId: scope.organization.id,
  }
  return receiveBytes({
    services,
    file,
    lock,
    offset,
    incoming,
    watchSession: (abort) => services.watchSession(watched, abort),
    isAllowed: async () => (await findVisibleUpload(services, scope, file.id)) !== undefined,
  })
}

/**
 * Discards the rest of a refused body, so that the sender reads the response. Closes the connection after five
 * seconds.
 */
function drain(incoming: IncomingMessage): void {
  if (incoming.complete) return
  incoming.resume()
  const timer = setTimeout(() => incoming.socket.destroy(), drainMs)
  incoming.once('close', () => clearTimeout(timer))
}

async function terminate(call: RawCall, fileId: string): Promise<void> {
  const { services, scope } = call
  await getUpload(call, fileId)
  // Waits for the end of a running PATCH, so that nothing is written after the removal.
  const lock =
    (await uploadLocksOf(services).seize(fileId)) ?? fail('file.offset_conflict' satisfies ErrorKey)
  try {
    await services.database.transaction((tx) => removeFile({ tx, scope, services }, fileId))
  } finally {
    await lock.release()
  }
  end(call.outgoing, 204)
}
