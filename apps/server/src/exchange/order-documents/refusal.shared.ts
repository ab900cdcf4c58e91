import type { DocumentRefusalReason } from '@pontic/contract'

/**
 * Why a document, archive or folder is refused. `detail` names the place (an element, an archive entry) in the
 * document's own words, at most 200 characters.
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
