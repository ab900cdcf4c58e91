import { createRequire } from 'node:module'
import type { Schema } from '@pontic/contract'
import type buildSerializer from 'fast-json-stringify'
import * as z from 'zod/mini'

type Json = { [key: string]: unknown }

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Rewrites `X or null` as one schema with `nullable`, because the serializer would try the branches of an `anyOf` in turn. A
 * union of objects (a prescription) is serialized without a schema, because the handler has parsed it.
 */
function foldNull(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(foldNull)
  if (!isObject(schema)) return schema
  if (Array.isArray(schema.oneOf)) return {}
  const branches = schema.anyOf
  if (Array.isArray(branches) && branches.length === 2) {
    const other = branches.find((branch) => isObject(branch) && branch.type !== 'null')
    if (branches.some((branch) => isObject(branch) && branch.type === 'null') && isObject(other)) {
      const folded = foldNull(other) as Json
      return 'type' in folded ? { ...folded, nullable: true } : folded
    }
  }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, foldNull(value)]))
}

/**
 * Creates the serializer of a reply, which writes exactly the fields of the schema. It is compiled at the first reply, because
 * compiling those of all calls takes a third of the start of a node.
 * @param isEnveloped whether the success envelope surrounds the data, which it does except under /oauth
 * @param isChecked validates each reply with its schema first. It is enabled in tests, because the compiled serializer omits
 *   unknown keys and accepts wrong values
 */
export function serializerOf(
  schema: Schema,
  isEnveloped: boolean,
  isChecked: boolean,
): (data: unknown) => string {
  let stringify: ((reply: unknown) => string) | undefined
  return (value) => {
    if (isChecked) checkReply(schema, value)
    stringify ??= compile(schema, isEnveloped)
    return stringify(isEnveloped ? { code: 0, message: '', data: value } : value)
  }
}

function compile(schema: Schema, isEnveloped: boolean): (reply: unknown) => string {
  const { $schema: _, ...data } = z.toJSONSchema(schema, { target: 'draft-7', io: 'output' }) as Json
  const folded = foldNull(data)
  const replySchema = isEnveloped
    ? {
        type: 'object',
        properties: { code: { type: 'integer' }, message: { type: 'string' }, data: folded },
        required: ['code', 'message', 'data'],
      }
    : folded
  const build = createRequire(import.meta.url)('fast-json-stringify') as typeof buildSerializer
  return build(replySchema as unknown as Parameters<typeof buildSerializer>[0])
}

function checkReply(schema: Schema, value: unknown): void {
  const result = schema.safeParse(value)
  if (!result.success)
    throw new Error(`The reply does not match the contract: ${z.prettifyError(result.error)}`)
}
