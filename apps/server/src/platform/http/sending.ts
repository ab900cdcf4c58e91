import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { limits } from '@pontic/contract'
import { codeOf } from '../error-code.ts'
import type { Services } from '../services.ts'
import { attachmentOf } from '../storage/names.ts'
import type { ByteRange, FileLocation, SavedAs } from '../storage/storage.ts'
import { fail } from './fail.ts'
import { freeMemory } from './free-memory.ts'
import { isUnchanged, readRange } from './ranges.ts'
import type { Scope } from './scope.ts'

/** A body to send, with its length, a strong ETag for exactly these bytes, and a function that opens any range of it. */
export type Content = {
  name: string
  mediaType: string
  sizeBytes: number
  /** Without quotes. */
  etag: string
  /** Whether the body may change between two requests. A client then resumes a download only with If-Range. */
  mayChange?: boolean
  /** Opens a range of the body. The memory of each chunk is released after sending. */
  open: (range: ByteRange) => Promise<Readable>
  /** Sends a range of the body to `write` without a stream; preferred to `open`. */
  copy?: ((range: ByteRange, write: (chunk: Buffer) => Promise<void>) => Promise<void>) | undefined
  /**
   * Returns the internal location from which the reverse proxy sends the body and its ranges, or the URL from which the client
   * fetches them. Undefined if the server sends them.
   */
  locate?: ((savedAs: SavedAs) => Promise<FileLocation | undefined>) | undefined
}

/**
 * Sends a body, or the requested range of it, always as an attachment (rules §7). Sends 304 if If-None-Match contains the ETag.
 * Resolves after the last byte or when the client disconnects.
 * @throws file.range_invalid if the range is outside the body
 */
export async function sendContent(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  content: Content,
): Promise<void> {
  const etag = `"${content.etag}"`
  setContentHeaders(outgoing, etag)
  if (isUnchanged(incoming.headers, etag)) {
    outgoing.statusCode = 304
    outgoing.end()
    return
  }
  const range = readRange(incoming.headers, { ...content, etag })
  if (range === 'unsatisfiable') refuseRange(outgoing, content.sizeBytes)
  const savedAs = { disposition: attachmentOf(content.name), mediaType: content.mediaType }
  const location = incoming.method === 'HEAD' ? undefined : await content.locate?.(savedAs)
  if (location !== undefined) return delegate(outgoing, content, location)
  const part = range === 'all' ? { start: 0, end: content.sizeBytes - 1 } : range
  if (range !== 'all') {
    outgoing.statusCode = 206
    outgoing.setHeader('content-range', `bytes ${part.start}-${part.end}/${content.sizeBytes}`)
  }
  outgoing.setHeader('content-length', part.end - part.start + 1)
  setTypeHeaders(outgoing, content)
  if (incoming.method === 'HEAD') {
    outgoing.end()
    return
  }
  if (content.copy) await copyTo(outgoing, part, content.copy)
  else await pour(await content.open(part), outgoing)
}

function setContentHeaders(outgoing: ServerResponse, etag: string): void {
  outgoing.setHeader('etag', etag)
  outgoing.setHeader('accept-ranges', 'bytes')
  outgoing.setHeader('cache-control', 'private, no-store')
  outgoing.setHeader('x-content-type-options', 'nosniff')
  outgoing.setHeader('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
}

function setTypeHeaders(outgoing: ServerResponse, { name, mediaType }: Content): void {
  outgoing.setHeader('content-type', mediaType)
  outgoing.setHeader('content-disposition', attachmentOf(name))
}

/**
 * Ends the response with the header that makes nginx send the body (decision 0054), or with a redirect to the file storage
 * (decision 0077). Both handle Range themselves.
 */
function delegate(outgoing: ServerResponse, content: Content, location: FileLocation): void {
  if ('url' in location) {
    outgoing.statusCode = 302
    outgoing.setHeader('location', location.url)
    outgoing.removeHeader('etag')
  } else {
    outgoing.setHeader('x-accel-redirect', location.path)
    setTypeHeaders(outgoing, content)
  }
  // The sender of the body adds this header itself.
  outgoing.removeHeader('accept-ranges')
  outgoing.setHeader('content-length', 0)
  outgoing.end()
}

function refuseRange(outgoing: ServerResponse, sizeBytes: number): never {
  outgoing.removeHeader('etag')
  outgoing.setHeader('content-range', `bytes */${sizeBytes}`)
  fail('file.range_invalid')
}

/** A request with a binary response. */
export type Exchange = { services: Services; incoming: IncomingMessage; outgoing: ServerResponse }

/**
 * Sends the content that `authorize` returns. Closes the connection if the session is revoked or loses permissions meanwhile,
 * because a partial file must not look complete (threat T11). The session is watched before `authorize` runs, so that no
 * revocation is missed in between.
 */
export async function sendWhileAuthorized(
  { services, incoming, outgoing }: Exchange,
  scope: Scope,
  authorize: () => Promise<Content>,
): Promise<void> {
  const watched = {
    sessionId: scope.sessionId,
    accountId: scope.account.id,
    organizationId: scope.organization.id,
  }
  const unwatch = services.watchSession(watched, () => cutResponse(outgoing))
  try {
    const content = await authorize()
    if (!outgoing.destroyed) await sendContent(incoming, outgoing, content)
  } finally {
    unwatch()
  }
}

/**
 * Closes the connection of an incomplete response. The connection of a complete response stays open, because it may already
 * serve the next request.
 */
export function cutResponse(outgoing: ServerResponse): void {
  if (!outgoing.writableFinished) outgoing.destroy()
}

async function pour(source: Readable, outgoing: ServerResponse): Promise<void> {
  // Closes the connection of a client that reads nothing. Node restarts the timeout after a partial write, so half of the limit
  // is set here.
  outgoing.socket?.setTimeout(limits.bodyIdleTimeoutMs / 2)
  try {
    await pipeline(source, freeingSink(outgoing))
  } catch (error) {
    // A disconnected client is not an error. A failing disk is an error and closes the connection.
    if (codeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

/** Sends a range of a body to a response. Resolves after the last byte or when the client disconnects. */
async function copyTo(
  outgoing: ServerResponse,
  range: ByteRange,
  copy: NonNullable<Content['copy']>,
): Promise<void> {
  outgoing.socket?.setTimeout(limits.bodyIdleTimeoutMs / 2)
  // A closed connection ends the writes that wait for the client.
  const open = new Set<(error: Error) => void>()
  outgoing.once('close', () => {
    for (const refuse of open) refuse(new Error('The connection was closed.'))
  })
  const send = (chunk: Buffer) =>
    new Promise<void>((resolve, reject) => {
      if (outgoing.destroyed) return reject(new Error('The connection was closed.'))
      open.add(reject)
      outgoing.write(chunk, (error) => {
        open.delete(reject)
        if (error) reject(error)
        else resolve()
      })
    })
  try {
    await copy(range, send)
    await new Promise<void>((resolve) => {
      outgoing.once('close', resolve)
      outgoing.end(resolve)
    })
  } catch (error) {
    // A disconnected client is not an error. A failing disk is an error, and a partial response must not look complete.
    if (!outgoing.destroyed) {
      if (outgoing.headersSent) outgoing.destroy()
      throw error
    }
  }
}

/**
 * Creates a stream that writes to a response and releases the memory of each chunk after sending. It closes when the client
 * disconnects.
 */
function freeingSink(outgoing: ServerResponse): Writable {
  const sink = new Writable({
    highWaterMark: 1,
    write: (chunk: Buffer, _encoding, done) => {
      outgoing.write(chunk, (error) => {
        if (error) return void sink.destroy()
        freeMemory(chunk)
        done()
      })
    },
    final: (done) => void outgoing.end(done),
    destroy: (error, done) => {
      // A partial response must not look complete.
      if (error) outgoing.destroy()
      done(error)
    },
  })
  outgoing.once('close', () => sink.destroy())
  return sink
}
