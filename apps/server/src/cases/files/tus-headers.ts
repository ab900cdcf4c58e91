import type { IncomingHttpHeaders } from 'node:http'

/** Version and extensions of the upload protocol (tus.io, protocol 1.0.x). */
export const tusVersion = '1.0.0'
export const tusExtensions = 'creation,expiration,termination'
export const tusBodyType = 'application/offset+octet-stream'

/** Parses a byte count of a header. @returns undefined if it is missing or malformed */
export function parseByteCount(value: string | string[] | undefined): number | undefined {
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value)) return undefined
  return Number(value)
}

/**
 * Parses Upload-Metadata: comma-separated pairs of a key and its value in base64.
 * @returns undefined if it is malformed or repeats a key
 */
export function parseMetadata(value: string | string[] | undefined): Map<string, string> | undefined {
  if (typeof value !== 'string') return undefined
  const pairs = new Map<string, string>()
  for (const part of value.split(',')) {
    const match = /^ *([^\s,]+)(?: ([A-Za-z0-9+/=]*))? *$/.exec(part)
    if (match?.[1] === undefined || pairs.has(match[1])) return undefined
    pairs.set(match[1], Buffer.from(match[2] ?? '', 'base64').toString('utf8'))
  }
  return pairs
}

/** Whether the request has the supported protocol version in Tus-Resumable. */
export function hasTusVersion(headers: IncomingHttpHeaders): boolean {
  return headers['tus-resumable'] === tusVersion
}
