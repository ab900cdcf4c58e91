/** Code systems of FHIR resources. `urn:pontic:` systems contain codes of the contract: one system for each prescription field. */
export const fhirSystems = {
  identifier: 'urn:pontic:order',
  source: 'urn:pontic:source:',
  patient: 'urn:pontic:patient',
  type: 'urn:pontic:order-type',
  work: 'urn:pontic:work',
  field: 'urn:pontic:prescription:',
  role: 'urn:pontic:file-role',
  universal: 'http://terminology.hl7.org/CodeSystem/ADAUniversalToothDesignationSystem',
  fdi: 'urn:iso:std:iso:3950',
} as const

/** The two spellings of the CDT code system; the codes belong to the ADA and are never listed here. */
export const cdtSystems: readonly string[] = ['http://www.ada.org/cdt', 'http://ada.org/cdt']

/** Snodent and SNOMED CT name teeth by codes that we do not have; their displays are used as text. */
export const wordedToothSystems: readonly string[] = ['http://www.ada.org/snodent', 'http://snomed.info/sct']
