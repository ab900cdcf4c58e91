import type { DocumentRefusalReason } from '@pontic/contract'

/**
 * Why a document, an archive or a folder is not taken. `detail` names the spot (an element, an entry of an archive) in the
 * document's own words and never holds more than 200 characters of them.
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

/** @throws DocumentRefusal always */
export function refuse(reason: DocumentRefusalReason, detail = ''): never {
  throw new DocumentRefusal(reason, detail)
}
