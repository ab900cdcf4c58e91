import { fieldMessages, OrderDocument } from '@pontic/contract'
import type { JsonFields } from './json.ts'
import { refuse } from './refusal.shared.ts'

/**
 * Reads Pontic JSON, as `writePonticJson` writes it.
 * @throws DocumentRefusal fields_missing, fields_wrong with the first field in question
 */
export function readPontic(root: JsonFields): OrderDocument {
  const result = OrderDocument.safeParse(root, { reportInput: true })
  if (result.success) return result.data
  const [wrong] = Object.entries(fieldMessages(result.error.issues))
  return refuse(wrong?.[1] === 'required' ? 'fields_missing' : 'fields_wrong', wrong?.[0])
}
