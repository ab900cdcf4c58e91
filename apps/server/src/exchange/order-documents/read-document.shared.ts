import { createHash } from 'node:crypto'
import { type OrderDocument, ownValue } from '@pontic/contract'
import { parseExocad } from './exocad.ts'
import { parseFhir } from './fhir.ts'
import { parseItero } from './itero.ts'
import { fieldsOf, type JsonFields, listOf, parseJson } from './json.ts'
import { parsePontic } from './pontic.ts'
import { parseRayteams } from './rayteams.ts'
import { parseThreeshape } from './threeshape.ts'
import { parseXml, type XmlElement } from './xml.ts'

const xmlParsers: Readonly<Record<string, (root: XmlElement) => OrderDocument>> = {
  Treatment: parseExocad,
  DentalContainer: parseThreeshape,
  iTeroExport: parseItero,
}

const documentName = /\.(xml|dentalproject|json)$/i

/** Whether a file can be an order document, by its name. `parseDocument` decides by the content. */
export const isDocumentName = (name: string): boolean => documentName.test(name)

/**
 * Parses an order document. Detects its format from the bytes.
 * @returns undefined for XML and JSON that is not an order, such as `Materials.xml`
 * @throws DocumentRefusal if the document is malformed or the order is invalid
 */
export function parseDocument(bytes: Uint8Array): OrderDocument | undefined {
  const isMarkup = /^[\s\u00ff\u00fe\u00ef\u00bb\u00bf\0]*</.test(
    Buffer.from(bytes.subarray(0, 64)).toString('latin1'),
  )
  if (isMarkup) {
    const root = parseXml(bytes)
    return ownValue(xmlParsers, root.name)?.(root)
  }
  const root = fieldsOf(parseJson(bytes))
  const fallbackId = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  return jsonParserOf(root)?.(root, fallbackId)
}

function jsonParserOf(
  root: JsonFields,
): ((root: JsonFields, fallbackId: string) => OrderDocument) | undefined {
  if (root.format === 'pontic.order') return parsePontic
  if (root.resourceType === 'Bundle' || root.resourceType === 'ServiceRequest') return parseFhir
  const isRayteams =
    root.provider === 'rayteams' ||
    root.report_version !== undefined ||
    listOf(fieldsOf(root.report).data).length > 0
  const inner = ['case', 'caseData', 'case_data', 'data'].some(
    (name) => fieldsOf(root[name]).report_version !== undefined,
  )
  return isRayteams || inner ? parseRayteams : undefined
}
