import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { fail } from '../http/fail.ts'
import { refusalOfFailure } from './failures.ts'
import { callHttp, type HttpAnswer } from './http-call.ts'
import { cleanFilePath, cleanPath, type RemoteEntry, walkFolder } from './remote-paths.ts'
import { limitStream, readStart } from './streams.ts'
import { type TransportReader, transportLimits } from './transport.ts'

/** A folder that a web server lists. */
export type HttpsLocation = {
  /** Address of the folder. */
  address: string
  /** User name for Basic authentication; null if the password is a bearer token. */
  userName: string | null
  password: string | null
  allowsPrivate: boolean
}

/** One entry of a directory listing by nginx (`autoindex_format json`) or Caddy (`file_server browse`). */
const Line = z.object({
  name: z.string(),
  type: z.optional(z.string()),
  is_dir: z.optional(z.boolean()),
  size: z.optional(z.number()),
  mtime: z.optional(z.string()),
  mod_time: z.optional(z.string()),
})
const Listing = z.array(Line)

/** Reads files from a web server that lists folders as JSON: nginx with `autoindex_format json`, or Caddy. */
export function openHttps(location: HttpsLocation): TransportReader {
  const get = (path: string, isFolder: boolean) =>
    callHttp(callOf(location, path, isFolder)).then(assertSuccess)
  return {
    list: async (folder = '') =>
      await walkFolder(cleanPath(folder), async (path) => await parseListing(await get(path, true))),
    read: async (path, bytesMax) => {
      const { body } = await get(cleanFilePath(path), false)
      return limitStream(body, bytesMax, refusalOfFailure)
    },
    close: async () => undefined,
  }
}

function callOf(
  { address, userName, password, allowsPrivate }: HttpsLocation,
  path: string,
  isFolder: boolean,
) {
  const url = new URL(address)
  const parts = path === '' ? [] : path.split('/').map(encodeURIComponent)
  url.pathname = [url.pathname.replace(/\/+$/, ''), ...parts].join('/') + (isFolder ? '/' : '')
  const basic = Buffer.from(`${userName}:${password}`).toString('base64')
  const authorization = userName === null ? `Bearer ${password}` : `Basic ${basic}`
  return {
    address: url.href,
    method: 'GET' as const,
    headers: {
      accept: isFolder ? 'application/json' : '*/*',
      ...(password === null ? {} : { authorization }),
    },
    allowsPrivate,
  }
}

/**
 * Returns a successful response.
 * @throws transport.redirected, transport.login_refused, transport.not_found, transport.answer_refused with the HTTP status
 */
function assertSuccess(answer: HttpAnswer): HttpAnswer {
  const { status, body } = answer
  if (status === 200) return answer
  body.destroy()
  if (status >= 300 && status < 400) fail('transport.redirected')
  if (status === 401 || status === 403) fail('transport.login_refused')
  if (status === 404 || status === 410) fail('transport.not_found')
  return fail('transport.answer_refused', { status })
}

async function parseListing({ body }: HttpAnswer): Promise<RemoteEntry[]> {
  const text = await readListing(body)
  const listing = Listing.safeParse(parseJson(text))
  if (!listing.success) fail('transport.listing_invalid')
  return listing.data.map((line) => ({
    name: line.name.replace(/\/$/, ''),
    kind: line.is_dir || line.type === 'directory' ? 'folder' : 'file',
    sizeBytes: line.size ?? 0,
    changedAt: timeOf(line.mtime ?? line.mod_time),
  }))
}

async function readListing(body: Readable): Promise<string> {
  const { listingBytesMax } = transportLimits
  const bytes = await readStart(body, listingBytesMax + 1).catch((error) => {
    throw refusalOfFailure(error)
  })
  if (bytes.length > listingBytesMax) fail('transport.too_many')
  return bytes.toString('utf8')
}

function timeOf(text: string | undefined): string | null {
  const time = new Date(text ?? '')
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
