/**
 * Code systems of FHIR resources. `urn:pontic:` systems contain codes of the contract: one system for each
 * prescription field.
 */
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
