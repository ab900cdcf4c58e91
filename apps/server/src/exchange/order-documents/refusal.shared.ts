import type { DocumentRefusalReason } from '@pontic/contract'

/**
 * Thrown if a document, archive or folder is refused. `detail`: the element or archive entry concerned, or the message of an
 * error, cut to 200 characters.
 */
export class DocumentRefusal extends Error {
  readonly reason: DocumentRefusalReason
  readonly detail: string

  constructor(reason: DocumentRefusalReason, detail = '') {
    super(detail === '' ? reason : `${reason}: ${detail}`)
    this.name = 'DocumentRefusal'
    this.reason = reason
    this.detail = detail.slice(0, 200)
  }
}

/** Throws a DocumentRefusal. */
export function refuse(reason: DocumentRefusalReason, detail = ''): never {
  throw new DocumentRefusal(reason, detail)
}
