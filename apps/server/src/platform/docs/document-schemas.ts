import { OrderDocument, WebhookMessage } from '@pontic/contract'
import * as z from 'zod/mini'

/** The formats of ours that others read and write, by the names of their files. */
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

/** Name of a format's file, under `/docs` and in `docs/generated`. */
export type SchemaName = keyof typeof documents

/** Names of all of them. */
export const schemaNames = Object.keys(documents) as SchemaName[]

/** A format as a JSON Schema (2020-12): what is written, and what is read. */
export function printSchema(name: SchemaName): string {
  const { title, schema } = documents[name]
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'ref' })
  return `${JSON.stringify({ title, ...json }, null, 2)}\n`
}
