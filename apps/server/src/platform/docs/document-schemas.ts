import { keysOf, OrderDocument, WebhookMessage } from '@pontic/contract'
import * as z from 'zod/mini'

/** The document formats that other software reads or writes, by file name. */
const documents = {
  'order-document.schema.json': {
    title: 'Pontic JSON: one dental case as a document',
    schema: OrderDocument,
  },
  'webhook-message.schema.json': {
    title: 'The message that a webhook gets when a case takes a step',
    schema: WebhookMessage,
  },
} as const

/** File name of a format, under `/docs` and in `docs/generated`. */
export type SchemaName = keyof typeof documents

/** The file names of all formats. */
export const schemaNames = keysOf(documents)

/** Prints a format as JSON Schema (2020-12). */
export function printSchema(name: SchemaName): string {
  const { title, schema } = documents[name]
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'ref' })
  return `${JSON.stringify({ title, ...json }, null, 2)}\n`
}
