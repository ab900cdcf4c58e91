import type { IncomingHttpHeaders } from 'node:http'

/** The requested part of a body: all of it, one range (`start` and `end` both included), or a range outside the body. */
export type RequestedRange = 'all' | 'unsatisfiable' | { start: number; end: number }

/**
 * Parses Range and If-Range (RFC 9110 §14). Supports one byte range, including a suffix range. Multiple ranges, other units and
 * malformed values select the complete body, as the RFC allows.
 * @param etag current ETag with its quotes; If-Range with another one selects the complete body
 * @param mayChange whether the body may change between two requests; without If-Range, Range then selects the complete body
 */
export function readRange(
  headers: IncomingHttpHeaders,
  {
    sizeBytes,
    etag,
    mayChange = false,
  }: { sizeBytes: number; etag: string; mayChange?: boolean | undefined },
): RequestedRange {
  const { range } = headers
  const condition = headers['if-range']
  if (range === undefined || (condition === undefined ? mayChange : condition !== etag)) return 'all'
  const match = /^bytes=\s*(\d{0,16})\s*-\s*(\d{0,16})\s*$/i.exec(range)
  if (match === null || (match[1] === '' && match[2] === '')) return 'all'
  const [from, to] = [match[1] ?? '', match[2] ?? '']
  if (from === '') {
    const length = Math.min(Number(to), sizeBytes)
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes - 1 }
  }
  const start = Number(from)
  const end = to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1)
  if (to !== '' && Number(to) < start) return 'all'
  return start >= sizeBytes ? 'unsatisfiable' : { start, end }
}

/** Whether If-None-Match is `*` or contains the current ETag. */
export function isUnchanged(headers: IncomingHttpHeaders, etag: string): boolean {
  const known = headers['if-none-match']
  if (known === undefined) return false
  return known.trim() === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
