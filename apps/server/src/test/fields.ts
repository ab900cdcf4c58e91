import type { Schema } from '@pontic/contract'
import * as z from 'zod/mini'

type Json = { [key: string]: unknown }

/** A discriminator of a union: its path, and the constant that selects one member. */
type Beside = { path: string[]; value: unknown }

/**
 * A leaf field of an input. In its path, `0` is the first item of a list. `isFree` marks a text without pattern, format or
 * enum. A `coordinate` is a number that may be a negative fraction. `beside` lists the discriminators that the input also needs.
 */
export type Field = {
  path: string[]
  kind: 'text' | 'number' | 'coordinate' | 'boolean'
  isFree: boolean
  beside: readonly Beside[]
}

/**
 * Lists the leaf fields of a schema at any depth. Of a discriminated union, lists the fields of each member. Of another
 * union, lists only the fields of the first member.
 */
export function listFields(schema: Schema): Field[] {
  const all = fieldsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json, [])
  return [...new Map(all.map((field) => [field.path.join('.'), field])).values()]
}

function fieldsOf(node: Json, path: string[]): Field[] {
  if (Array.isArray(node.anyOf)) {
    const [first] = (node.anyOf as Json[]).filter((one) => one.type !== 'null')
    return first === undefined ? [] : fieldsOf(first, path)
  }
  if (Array.isArray(node.oneOf)) return (node.oneOf as Json[]).flatMap((shape) => fieldsOfShape(shape, path))
  if (node.type === 'object') {
    return Object.entries((node.properties ?? {}) as Record<string, Json>).flatMap(([key, one]) =>
      fieldsOf(one, [...path, key]),
    )
  }
  if (node.type === 'array') return fieldsOf(node.items as Json, [...path, '0'])
  const beside: Beside[] = []
  if (node.type === 'boolean') return [{ path, kind: 'boolean', isFree: false, beside }]
  if (node.type === 'number' && Number(node.minimum) <= -1)
    return [{ path, kind: 'coordinate', isFree: false, beside }]
  if (node.type === 'number' || node.type === 'integer')
    return [{ path, kind: 'number', isFree: false, beside }]
  const isFree = ['pattern', 'format', 'enum', 'const', 'allOf'].every((key) => node[key] === undefined)
  return [{ path, kind: 'text', isFree, beside }]
}

function fieldsOfShape(shape: Json, path: string[]): Field[] {
  const constants = Object.entries((shape.properties ?? {}) as Record<string, Json>).filter(
    ([, one]) => one.const !== undefined,
  )
  const beside = constants.map(([key, one]) => ({ path: [...path, key], value: one.const }))
  return fieldsOf(shape, path).map((field) => ({
    ...field,
    beside: beside.filter((one) => one.path.join('.') !== field.path.join('.')),
  }))
}

/** Creates an input with a value at a path and the discriminators of the field. */
export function inputWith({ path, beside }: Pick<Field, 'path' | 'beside'>, value: unknown): unknown {
  return beside.reduce((input, one) => putInto(input, one.path, one.value), putInto(undefined, path, value))
}

function putInto(input: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value
  const inside = putInto((input as Record<string, unknown> | undefined)?.[key], rest, value)
  return key === '0' ? [inside] : { ...(input as object | undefined), [key]: inside }
}
