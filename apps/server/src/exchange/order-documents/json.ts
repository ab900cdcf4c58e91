import { decodeText } from './decode-text.ts'
import { refuse } from './refusal.shared.ts'

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | JsonFields
/** A JSON object. */
export type JsonFields = { [key: string]: Json }

/** Limits of a JSON document (threat T41). */
export const jsonLimits = { bytes: 16 * 1024 * 1024, depth: 64 } as const

/**
 * Parses a JSON document in UTF-8, or UTF-16 with a byte order mark.
 * @throws DocumentRefusal too_large, encoding, json_too_deep, json_broken
 */
export function parseJson(bytes: Uint8Array): Json {
  if (bytes.length > jsonLimits.bytes) refuse('too_large')
  const text = decodeText(bytes, false)
  assertDepth(text)
  try {
    return JSON.parse(text) as Json
  } catch {
    return refuse('json_broken')
  }
}

/** Checks the nesting depth before parsing, because `JSON.parse` overflows the stack on deep nesting. */
function assertDepth(text: string): void {
  let depth = 0
  let isText = false
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]
    if (isText) {
      if (letter === '\\') at += 1
      else if (letter === '"') isText = false
    } else if (letter === '"') isText = true
    else if (letter === '{' || letter === '[') {
      depth += 1
      if (depth > jsonLimits.depth) refuse('json_too_deep')
    } else if (letter === '}' || letter === ']') depth -= 1
  }
}

/** Returns a value if it is an object, otherwise an empty object. */
export const fieldsOf = (value: Json | undefined): JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}

/** Returns a value if it is a list, otherwise an empty list. */
export const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

/** Returns a text or number as text. Returns an empty text for any other type. */
export const textOf = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
