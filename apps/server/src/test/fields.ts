import type { Schema } from '@pontic/contract'
import * as z from 'zod/mini'

type Json = { [key: string]: unknown }

/**
 * A value that an input holds in the end: where it stands (`0` for the first of a list), and what it takes.
 * `isFree`: a text without a pattern, a format or a choice.
 */
export type Field = { path: string[]; kind: 'text' | 'number' | 'boolean'; isFree: boolean }

/** All fields of a body, query or params, however deep, from the contract's schema. */
export function listFields(schema: Schema): Field[] {
  return fieldsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json, [])
}

function fieldsOf(node: Json, path: string[]): Field[] {
  if (Array.isArray(node.anyOf)) {
    const [first] = (node.anyOf as Json[]).filter((one) => one.type !== 'null')
    return first === undefined ? [] : fieldsOf(first, path)
  }
  if (node.type === 'object') {
    return Object.entries((node.properties ?? {}) as Record<string, Json>).flatMap(([key, one]) =>
      fieldsOf(one, [...path, key]),
    )
  }
  if (node.type === 'array') return fieldsOf(node.items as Json, [...path, '0'])
  if (node.type === 'boolean') return [{ path, kind: 'boolean', isFree: false }]
  if (node.type === 'number' || node.type === 'integer') return [{ path, kind: 'number', isFree: false }]
  const isFree = ['pattern', 'format', 'enum', 'const', 'allOf'].every((key) => node[key] === undefined)
  return [{ path, kind: 'text', isFree }]
}

/** An input with nothing but one value at this place. */
export function inputWith(path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  return key === '0' ? [inputWith(rest, value)] : { [key]: inputWith(rest, value) }
}
