import { fieldMessages, OrderDocument } from '@pontic/contract'
import type { JsonFields } from './json.ts'
import { refuse } from './refusal.shared.ts'

/**
 * Parses Pontic JSON, as written by `serializePonticJson`.
 * @throws DocumentRefusal fields_missing or fields_wrong, with the first invalid field
 */
export function parsePontic(root: JsonFields): OrderDocument {
  const result = OrderDocument.safeParse(root, { reportInput: true })
  if (result.success) return result.data
  const [wrong] = Object.entries(fieldMessages(result.error.issues))
  return refuse(wrong?.[1] === 'required' ? 'fields_missing' : 'fields_wrong', wrong?.[0])
}
