import type { DocumentValues, OrderDocument } from '@pontic/contract'
import type { Handlers } from '../../platform/http/handlers.ts'
import { toOrderDraft } from './case-of-document.shared.ts'
import { parseDocument } from './read-document.shared.ts'
import { DocumentRefusal } from './refusal.shared.ts'

/** Maps a document to the values of a new case. A document without a patient leaves the name empty. */
function toValues(document: OrderDocument): DocumentValues {
  const { patient, source, prescription, files } = document
  const hasPatient = (patient.name || patient.code) !== ''
  const draft = toOrderDraft(document, '', [])
  return {
    ...draft,
    patientName: hasPatient ? draft.patientName : '',
    system: source.system,
    prescription,
    files: files.map(({ name, role }) => ({ name, role })),
  }
}

/** Handlers for order documents that fill in a new case. */
export const documentHandlers: Handlers<'documents'> = {
  'documents.read': async ({ body }) => {
    try {
      const document = parseDocument(body)
      return { values: document ? toValues(document) : null, refusal: null }
    } catch (error) {
      if (error instanceof DocumentRefusal) return { values: null, refusal: error.reason }
      throw error
    }
  },
}
