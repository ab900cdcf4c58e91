import { OrderDocument } from '@pontic/contract'
import { cleanName } from '../../platform/storage/names.ts'
import type { SerializedDocument } from './write-exocad.shared.ts'

/** Serializes an order as Pontic JSON: the document in UTF-8 (`docs/generated/order-document.schema.json`). */
export function serializePonticJson(document: OrderDocument): SerializedDocument {
  const name = `${cleanName(document.number || document.source.id)}.json`
  const bytes = Buffer.from(`${JSON.stringify(OrderDocument.parse(document), null, 2)}\n`)
  return { name, mediaType: 'application/json', bytes }
}
