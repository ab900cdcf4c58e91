import { isUtf8 } from 'node:buffer'
import { fail } from './fail.ts'

const depthMax = 32
const membersMax = 10_000
const formBytesMax = 65_536

const quote = 0x22
const backslash = 0x5c
const openers = new Set([0x7b, 0x5b])
const closers = new Set([0x7d, 0x5d])
const separators = new Set([0x2c, 0x3a])
// Matches escaped spellings of `__proto__` too. JSON.parse creates `__proto__` as an own property, and a later copy of the
// object would set its prototype.
const prototypeKey =
  /"(?:_|\\u005[fF]){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006[fF])(?:t|\\u0074)(?:o|\\u006[fF])(?:_|\\u005[fF]){2}"\s*:/

/**
 * Parses a JSON body: UTF-8, at most 32 levels deep, at most 10,000 commas and colons, no key `__proto__`, not `null`.
 * @throws request.invalid for any other body
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) fail('request.invalid')
  checkShape(bytes)
  const text = bytes.toString('utf8')
  if (prototypeKey.test(text)) fail('request.invalid')
  const value = parseJson(text)
  // No call accepts null, and a call without a body would not notice it.
  if (value === null) fail('request.invalid')
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    fail('request.invalid')
  }
}

/** Counts depth, commas and colons before the body is parsed, because parsing a deeply nested body is expensive. */
function checkShape(bytes: Buffer): void {
  let depth = 0
  let members = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === quote) at = endOfString(bytes, at)
    else if (openers.has(byte)) depth++
    else if (closers.has(byte)) depth--
    else if (separators.has(byte)) members++
    if (depth > depthMax || members > membersMax) fail('request.invalid')
  }
}

function endOfString(bytes: Buffer, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === backslash) at++
    else if (bytes[at] === quote) return at
  }
  return bytes.length
}

/**
 * Parses a form body or a query, in which each key occurs once.
 * @throws request.invalid for repeated keys, the key `__proto__`, broken escapes and text that is not UTF-8; request.too_large
 */
export function parseForm(text: string): Record<string, string> {
  if (text.length > formBytesMax) fail('request.too_large')
  const found = new Map<string, string>()
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const key = decode(equals < 0 ? pair : pair.slice(0, equals))
    if (found.has(key) || key === '__proto__') fail('request.invalid')
    found.set(key, equals < 0 ? '' : decode(pair.slice(equals + 1)))
  }
  return Object.fromEntries(found)
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    fail('request.invalid')
  }
}
