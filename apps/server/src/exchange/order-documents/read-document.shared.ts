import { createHash } from 'node:crypto'
import { type OrderDocument, ownValue } from '@pontic/contract'
import { readExocad } from './exocad.ts'
import { readFhir } from './fhir.ts'
import { readItero } from './itero.ts'
import { fieldsOf, type JsonFields, listOf, readJson } from './json.ts'
import { readPontic } from './pontic.ts'
import { readRayteams } from './rayteams.ts'
import { readThreeshape } from './threeshape.ts'
import { readXml, type XmlElement } from './xml.ts'

const xmlReaders: Readonly<Record<string, (root: XmlElement) => OrderDocument>> = {
  Treatment: readExocad,
  DentalContainer: readThreeshape,
  iTeroExport: readItero,
}

const documentName = /\.(xml|dentalproject|json)$/i

/** Whether a file name can be that of an order document; the content decides. */
export const isDocumentName = (name: string): boolean => documentName.test(name)

/**
 * Parses an order document of any format, detected from its bytes.
 * @returns undefined for XML and JSON that is no order, such as `Materials.xml`
 * @throws DocumentRefusal if it is malformed or an invalid order
 */
export function readDocument(bytes: Uint8Array): OrderDocument | undefined {
  const isMarkup = /^[\s\u00ff\u00fe\u00ef\u00bb\u00bf\0]*</.test(
    Buffer.from(bytes.subarray(0, 64)).toString('latin1'),
  )
  if (isMarkup) {
    const root = readXml(bytes)
    return ownValue(xmlReaders, root.name)?.(root)
  }
  const root = fieldsOf(readJson(bytes))
  const ownId = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  return jsonReaderOf(root)?.(root, ownId)
}

function jsonReaderOf(root: JsonFields): ((root: JsonFields, ownId: string) => OrderDocument) | undefined {
  if (root.format === 'pontic.order') return readPontic
  if (root.resourceType === 'Bundle' || root.resourceType === 'ServiceRequest') return readFhir
  const isRayteams =
    root.provider === 'rayteams' ||
    root.report_version !== undefined ||
    listOf(fieldsOf(root.report).data).length > 0
  const inner = ['case', 'caseData', 'case_data', 'data'].some(
    (name) => fieldsOf(root[name]).report_version !== undefined,
  )
  return isRayteams || inner ? readRayteams : undefined
}
