/**
 * Order documents with invented patients and doctors, because real documents must not be published. Elements, names and values
 * follow the formats.
 */

const withCrlf = (text: string) => text.replaceAll('\n', '\r\n')

/**
 * An exocad project: a bridge 14–16, an inlay on 25, a screw-retained crown on 46, an adjacent tooth (13) and an opposing tooth
 * (44).
 */
export const exocadSample = Buffer.from(
  `\ufeff${withCrlf(`<?xml version="1.0" encoding="utf-8"?>
<Treatment UseRecipientMaterialConfiguration="false">
  <DateTime>2026-03-02T10:15:30.1234567+01:00</DateTime>
  <TrayNo>17</TrayNo>
  <Notes>Light contacts.
Call before 5 pm &amp; after lunch.</Notes>
  <ProjectGUID>4f9c2c64-1b7e-4d5c-9a54-1f2f7b9a0c11</ProjectGUID>
  <ProjectUniqueId>ABCDEFGHIJKLMNOPQRSTUVWXYZ</ProjectUniqueId>
  <Teeth>
${[
  tooth('16', 'AnatomicCrown', 'Zirconia multilayer', 'A3', 'true'),
  tooth('15', 'AnatomicPontic', 'Zirconia multilayer', 'A3', 'true'),
  tooth('14', 'AnatomicCrown', 'Zirconia multilayer', 'A3', 'false'),
  tooth('13', 'HealthyTooth', '', '', 'false'),
  tooth('25', 'AnatomicInlay', 'e.max Press', '', 'false'),
  tooth('46', 'AnatomicCrown', 'Zirconia', 'X9', 'false', 'WithoutAbutmentManual'),
  tooth('44', 'Antagonist', '', '', 'false'),
].join('\n')}
  </Teeth>
  <Practice><PracticeId>12</PracticeId><PracticeName>Dr. Ada Moreau</PracticeName></Practice>
  <Patient><PatientId>4711</PatientId><PatientName>Martin </PatientName><PatientFirstName>Claire</PatientFirstName></Patient>
  <ToothColor>A2</ToothColor>
  <AntagonistType>DigitalImpressionScan</AntagonistType>
  <MovementMarkerScan>false</MovementMarkerScan>
  <SeparateGingivaScan>false</SeparateGingivaScan>
  <ScanAbutmentScan>true</ScanAbutmentScan>
  <DentalDBProductName>[Version 3.0]</DentalDBProductName>
</Treatment>
`)}`,
)

function tooth(
  number: string,
  type: string,
  material: string,
  color: string,
  mesial: string,
  implant = 'None',
) {
  return `    <Tooth>
      <Number>${number}</Number>
      <ReconstructionType>${type}</ReconstructionType>
      <PreparationType>None</PreparationType>
      <MaterialName>${material}</MaterialName>
      <Material>ZI</Material>
      <ImplantType>${implant}</ImplantType>
      <Color>${color}</Color>
      <MesialConnector>${mesial}</MesialConnector>
      <WorkParams>AAECAwQFBgcICQ==</WorkParams>
    </Tooth>`
}

const object = (type: string, properties: Record<string, string>) =>
  `      <Object type="TDM_Item_${type}">\n${Object.entries(properties)
    .map(([name, value]) => `        <Property name="${name}" value="${value}"/>`)
    .join('\n')}\n      </Object>`

const list = (name: string, items: string[]) => `    <Object name="${name}List" type="TDM_List_${name}">
      <List name="Items">
${items.join('\n')}
      </List>
    </Object>`

const bridgeTeeth = [
  ['t1', '12', 'teCrown'],
  ['t2', '13', 'teCrownPontic'],
  ['t3', '14', 'teCrown'],
] as const

/** A 3Shape order: a bridge 24–26 (12–14 in Universal) of zirconia, A2, with scans of both jaws and the bite. */
export const threeshapeSample = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<DentalContainer version="2022-1">
  <Object name="MainObject" type="TDM_Container">
${list('Order', [
  object('Order', {
    IntOrderID: '20260302_1015_Moreau_Martin',
    ExtOrderID: 'MOR-77',
    Patient_FirstName: 'Claire',
    Patient_LastName: 'Martin',
    Patient_RefNo: '4711',
    OrderComments: 'Light contacts.',
    Items: 'Anatomy bridge 24-26',
    Customer: 'Dr. Ada Moreau',
    ManufName: 'Northlight Lab',
    CacheColor: 'A2',
    CacheMaxScanDate: '1772446530',
  }),
])}
${list('ModelElement', [
  object('ModelElement', {
    ModelElementID: 'm1',
    ModelJobID: 'j1',
    ModelElementType: 'meIndicationRegular',
    CacheMaterialName: 'Zirkon HT',
    CacheColor: '',
    ModelFilename: 'bridge.dcm',
    DeliveryDate: '1773050400',
  }),
])}
${list(
  'ToothElement',
  bridgeTeeth.map(([id, number, kind]) =>
    object('ToothElement', {
      ToothElementID: id,
      ModelElementID: 'm1',
      ToothNumber: number,
      CacheToothTypeClass: kind,
    }),
  ),
)}
${list('Link', [
  object('Link', { LinkID: 'l1', CacheLinkTypeClass: 'ltConnector' }),
  object('Link', { LinkID: 'l2', CacheLinkTypeClass: 'ltConnector' }),
])}
${list('LinkToothElement', [
  object('LinkToothElement', { LinkID: 'l1', ToothElementID: 't1' }),
  object('LinkToothElement', { LinkID: 'l1', ToothElementID: 't2' }),
  object('LinkToothElement', { LinkID: 'l2', ToothElementID: 't2' }),
  object('LinkToothElement', { LinkID: 'l2', ToothElementID: 't3' }),
])}
${list('Scan', [
  object('Scan', {
    ScanID: 's1',
    FileName: 'Scans\\Upper\\PreparationScan.stl',
    ScanType: 'stPreparationIntraOral',
  }),
  object('Scan', {
    ScanID: 's2',
    FileName: 'Scans\\Lower\\AntagonistScan.stl',
    ScanType: 'stAntagonistIntraOral',
  }),
  object('Scan', { ScanID: 's3', FileName: 'BiteScan.stl', ScanType: 'stOcclusion' }),
])}
  </Object>
</DentalContainer>
`)

/** An iTero export, version 5.0: a bridge of the teeth 3 to 5 (16–14) and a crown of an unknown material on tooth 12 (24). */
export const iteroSample = Buffer.from(`<?xml version="1.0" encoding="utf-8"?>
<iTeroExport Version="5.0">
	<RxInfo>
		<OrderID>20000002</OrderID>
		<CaseTypeName>Fixed Restorative</CaseTypeName>
		<Patient>Claire, Martin</Patient>
		<Doctor>Dr. Moreau, Ada B</Doctor>
		<DueDate>03/16/2026</DueDate>
		<LabName>Northlight Lab</LabName>
		<ChartNumber>4711</ChartNumber>
		<Notes>Light contacts.</Notes>
		<ExportTime>03/02/2026 10:15:30</ExportTime>
		<UtcOffset>60</UtcOffset>
		<iTeroVersion>2.7.9.601</iTeroVersion>
		<ToothShadeSystem>VITA Lumin</ToothShadeSystem>
	</RxInfo>
	<RxDefines>
		<RestorationTypes><Type Id="1" Name="Crown"/><Type Id="2" Name="Bridge: pontic"/><Type Id="3" Name="Implant based crown"/></RestorationTypes>
		<Materials><Material Id="10" Name="Ceramic: Zirconia"/><Material Id="11" Name="Unobtainium"/></Materials>
		<ImplantTypes><Type Id="5" Name="Screw retained"/></ImplantTypes>
	</RxDefines>
	<Restorative>
		<Teeth>
			<Tooth AdaId="3" RestorationType="1" ToothMaterial="10" GingivalShade="A3.5" MiddleShade="A3" IncisalShade="A2" DieShade="ND2"/>
			<Tooth AdaId="4" RestorationType="2" ToothMaterial="10" MiddleShade="A3"/>
			<Tooth AdaId="5" RestorationType="1" ToothMaterial="10" MiddleShade="A3" PreparationDesignBuccal="Chamfer"/>
			<Tooth AdaId="12" RestorationType="1" ToothMaterial="11" MiddleShade="A3"/>
		</Teeth>
		<Bridges><Bridge><Tooth AdaId="3"/><Tooth AdaId="4"/><Tooth AdaId="5"/></Bridge></Bridges>
	</Restorative>
	<ExportedObjects>
		<Object ObjectType="Surface" SubType="Jaw" JawId="Upper" FileName="20000002_shell_occlusion_u.stl"/>
		<Object ObjectType="Surface" SubType="Jaw" JawId="Lower" FileName="20000002_shell_occlusion_l.stl"/>
	</ExportedObjects>
</iTeroExport>
`)

/** A FHIR bundle of another vendor: a request for a crown on tooth 3 (16), with the patient and the dentist. */
export const fhirSample = Buffer.from(
  JSON.stringify({
    resourceType: 'Bundle',
    type: 'document',
    identifier: { system: 'urn:example', value: 'bundle-1' },
    entry: [
      {
        fullUrl: 'urn:uuid:1',
        resource: {
          resourceType: 'Patient',
          id: 'p1',
          identifier: [{ system: 'urn:example:chart', value: '4711' }],
          name: [{ family: 'Martin', given: ['Claire', 'B'] }],
          birthDate: '1980-05-17',
        },
      },
      {
        fullUrl: 'urn:uuid:2',
        resource: { resourceType: 'Practitioner', id: 'd1', name: [{ text: 'Dr. Ada Moreau' }] },
      },
      {
        fullUrl: 'urn:uuid:3',
        resource: {
          resourceType: 'ServiceRequest',
          id: 's1',
          identifier: [{ system: 'urn:example:order', value: 'A-1001' }],
          status: 'active',
          intent: 'order',
          priority: 'urgent',
          code: {
            coding: [{ system: 'http://www.ada.org/cdt', code: 'D0000', display: 'crown, zirconia, A3' }],
          },
          subject: { reference: 'urn:uuid:1' },
          requester: { reference: 'Practitioner/d1' },
          performer: [{ display: 'Northlight Lab' }],
          authoredOn: '2026-03-02T10:15:30+01:00',
          occurrenceDateTime: '2026-03-16',
          contained: [
            {
              resourceType: 'BodyStructure',
              id: 'b1',
              includedStructure: [
                {
                  structure: {
                    coding: [
                      {
                        system: 'http://terminology.hl7.org/CodeSystem/ADAUniversalToothDesignationSystem',
                        code: '3',
                      },
                    ],
                  },
                },
              ],
            },
          ],
          bodySite: [
            { coding: [{ system: 'http://snomed.info/sct', code: '0', display: 'Upper right molar' }] },
          ],
          note: [{ text: 'Light contacts.' }],
        },
      },
    ],
  }),
)
