import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OrderDocument, type OrderDocumentInput, type OrderType, type Tooth } from '@pontic/contract'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import cases from '../../demo/cases.json' with { type: 'json' }
import { minimalPrescription } from '../../test/insert-rows.ts'
import { exocadSample, fhirSample, iteroSample, threeshapeSample } from '../../test/sample-documents.ts'
import { assembleFixed } from './assemble-prescription.ts'
import { guessText } from './decode-text.ts'
import { noteMarker } from './note-fields.ts'
import { parseDocument } from './read-document.shared.ts'
import type { ParsedWork } from './read-work.ts'
import { DocumentRefusal } from './refusal.shared.ts'
import { findMaterial, findShadeCode, parseShade } from './words.ts'
import { serializeExocadProject } from './write-exocad.shared.ts'
import { serializeFhirBundle } from './write-fhir.shared.ts'
import { serializePonticJson } from './write-pontic.shared.ts'

const readDemoOrder = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../../../demo/orders', name))

const read = (bytes: Uint8Array): OrderDocument => {
  const document = parseDocument(bytes)
  if (document === undefined) throw new Error('It should be an order.')
  return document
}

const reasonOf = (bytes: Uint8Array | string): string => {
  try {
    return parseDocument(typeof bytes === 'string' ? Buffer.from(bytes) : bytes) ? 'read' : 'no order'
  } catch (error) {
    if (error instanceof DocumentRefusal) return error.reason
    throw error
  }
}

const items = (document: OrderDocument) => {
  const { prescription } = document
  if (prescription?.type !== 0 && prescription?.type !== 2) throw new Error('It should be fixed work.')
  return prescription.items.map(({ tooth, work, material, shade }) => [tooth, work, material, shade.body])
}

const base = {
  source: { system: 'pontic', id: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f' },
  number: 'C26-7F3K9Q',
  patient: { name: 'Claire Martin' },
  doctor: 'Dr. Ada Moreau',
  clinic: 'Brookside Dental',
  lab: 'Northlight Lab',
  createdAt: '2026-03-02T09:15:30.000Z',
  scanDate: '2026-03-01',
  deliveryOn: '2026-03-16',
  files: [
    { name: 'Martin upper.stl', role: 'upper' },
    { name: 'Martin lower.PLY', role: 'lower' },
    { name: 'bite.stl', role: 'bite' },
    { name: 'bite 2.stl', role: 'bite' },
    { name: 'scan body.stl', role: 'scanBody' },
    { name: 'smile.jpg', role: 'photo' },
  ],
} as const

/** Returns the fields that every format must preserve: all except source, status, files and unmapped values. */
const caseOf = ({ source: _, status: _status, files: _files, unmapped: _unmapped, ...rest }: OrderDocument) =>
  rest

const demo = cases.flatMap((one) =>
  'prescription' in one && one.prescription
    ? [
        OrderDocument.parse({
          ...base,
          type: one.type,
          prescription: one.prescription,
        } as unknown as OrderDocumentInput),
      ]
    : [],
)

const demoOf = (type: OrderType) => demo.find((one) => one.type === type) as OrderDocument
/** Cases with prescriptions of several types, in both orders. */
const mixed = [
  {
    ...demoOf(0),
    morePrescriptions: [demoOf(2), demoOf(7)].flatMap(({ prescription }) => prescription ?? []),
  },
  {
    ...demoOf(2),
    morePrescriptions: [demoOf(1), demoOf(0)].flatMap(({ prescription }) => prescription ?? []),
  },
  { ...demoOf(7), prescription: null, morePrescriptions: [minimalPrescription(2)] },
]

describe('documents of other systems', () => {
  it('a real iTero export is parsed as an order for aligners, with the patient’s name as written', () => {
    const document = read(readDemoOrder('itero_export_10000001_v30.xml'))
    expect(document).toMatchObject({
      source: { system: 'itero', id: '10000001', version: '3.0' },
      type: 1,
      patient: { name: 'Patient, Test' },
      doctor: 'Dr. Alex Example',
      deliveryOn: '2024-03-15',
      prescription: { appliance: 'aligners' },
    })
    expect(document.files.map(({ role }) => role)).toEqual(['photo', 'lower', 'upper'])
  })

  it('a synthetic iTero export with Universal tooth numbers, its own code lists and a bridge is parsed', () => {
    const document = read(iteroSample)
    expect(document).toMatchObject({
      type: 0,
      patient: { code: '4711' },
      doctor: 'Dr. Ada B Moreau',
      lab: 'Northlight Lab',
    })
    expect(items(document)).toEqual([
      ['16', 'crown', 'zirconia', 'A3'],
      ['15', 'pontic', 'zirconia', 'A3'],
      ['14', 'crown', 'zirconia', 'A3'],
      ['24', 'crown', null, 'A3'],
    ])
    expect(document.prescription).toMatchObject({
      connectors: [
        { from: '16', to: '15' },
        { from: '15', to: '14' },
      ],
      items: [{ shade: { cervical: 'A3.5', body: 'A3', incisal: 'A2', stump: 'ND2' } }, {}, {}, {}],
    })
    const said = document.unmapped.map(({ field, value }) => `${field}: ${value}`)
    expect(said).toContain('tooth 14 PreparationDesignBuccal: Chamfer')
    expect(said).toContain('tooth 24 ToothMaterial: Unobtainium')
  })

  it('the id of an iTero export of version 2.4 is parsed from CaseId', () => {
    const old = iteroSample
      .toString()
      .replace('Version="5.0"', 'Version="2.4"')
      .replaceAll('OrderID', 'CaseId')
    expect(read(Buffer.from(old)).source).toEqual({ system: 'itero', id: '20000002', version: '2.4' })
  })

  it('a synthetic exocad project with neighbours without work, mesial connectors, BOM and CRLF is parsed', () => {
    const document = read(exocadSample)
    expect(document).toMatchObject({
      source: { system: 'exocad', id: '4f9c2c64-1b7e-4d5c-9a54-1f2f7b9a0c11' },
      type: 0,
      patient: { name: 'Claire Martin', code: '4711' },
      doctor: 'Dr. Ada Moreau',
      scanDate: '2026-03-02',
      createdAt: '2026-03-02T09:15:30.123Z',
      otherRequirements: 'Light contacts.\nCall before 5 pm & after lunch.',
    })
    expect(items(document)).toEqual([
      ['16', 'crown', 'zirconia_multilayer', 'A3'],
      ['15', 'pontic', 'zirconia_multilayer', 'A3'],
      ['14', 'crown', 'zirconia_multilayer', 'A3'],
      ['25', 'inlay', 'lithium_disilicate', 'A2'],
    ])
    expect(document.morePrescriptions).toMatchObject([
      { type: 2, items: [{ tooth: '46', work: 'crown', material: 'zirconia' }] },
    ])
    expect(document.prescription).toMatchObject({
      connectors: [
        { from: '16', to: '15' },
        { from: '15', to: '14' },
      ],
    })
    expect(JSON.stringify(document.unmapped)).toContain('X9')
  })

  it('a synthetic 3Shape order with lists that refer to each other, Universal tooth numbers and links is parsed', () => {
    const document = read(threeshapeSample)
    expect(document).toMatchObject({
      source: { system: '3shape', id: '20260302_1015_Moreau_Martin', version: '2022-1' },
      number: 'MOR-77',
      patient: { name: 'Claire Martin', code: '4711' },
      doctor: 'Dr. Ada Moreau',
      lab: 'Northlight Lab',
      scanDate: '2026-03-02',
      deliveryOn: '2026-03-09',
    })
    expect(items(document)).toEqual([
      ['24', 'crown', 'zirconia', 'A2'],
      ['25', 'pontic', 'zirconia', 'A2'],
      ['26', 'crown', 'zirconia', 'A2'],
    ])
    expect(document.prescription).toMatchObject({
      connectors: [
        { from: '24', to: '25' },
        { from: '25', to: '26' },
      ],
    })
    expect(document.files.map(({ name, role }) => [name, role])).toEqual([
      ['PreparationScan.stl', 'preparation'],
      ['AntagonistScan.stl', 'antagonist'],
      ['BiteScan.stl', 'bite'],
      ['bridge.dcm', 'design'],
    ])
  })

  it('a synthetic FHIR bundle with a tooth in a contained body structure is parsed, and values without a code become text', () => {
    const document = read(fhirSample)
    expect(document).toMatchObject({
      source: { system: 'fhir', id: 'bundle-1' },
      number: 'A-1001',
      patient: { name: 'Claire B Martin', code: '4711', bornOn: '1980-05-17' },
      doctor: 'Dr. Ada Moreau',
      lab: 'Northlight Lab',
      deliveryOn: '2026-03-16',
      otherRequirements: 'Light contacts.',
    })
    expect(items(document)).toEqual([['16', 'crown', 'zirconia', 'A3']])
    expect(document.unmapped).toContainEqual({ field: 'priority', value: 'urgent' })
  })

  it('XML and JSON that are not orders are distinguished from malformed orders', () => {
    expect(reasonOf('<Materials><Material/></Materials>')).toBe('no order')
    expect(reasonOf('{"name":"settings"}')).toBe('no order')
    expect(reasonOf('<Treatment></Treatment>')).toBe('fields_missing')
    expect(reasonOf('{"format":"pontic.order"}')).toBe('fields_missing')
    expect(
      reasonOf('{"format":"pontic.order","type":9,"source":{"system":"pontic","id":"1"},"patient":{}}'),
    ).toBe('fields_wrong')
  })
})

describe('the works of a document', () => {
  const on = (tooth: Tooth, work: 'crown' | 'pontic', isOnImplant = false): ParsedWork => ({
    ...{ tooth, work, material: 'zirconia', shade: parseShade({ body: 'A2' }).shade, isOnImplant },
    ...{ abutment: null, retention: null, note: '', words: work },
  })
  const link = (from: Tooth, to: Tooth) => ({ from, to })
  const typesAndTeeth = (...given: Parameters<typeof assembleFixed>) => {
    const { prescription, morePrescriptions } = assembleFixed(...given)
    return [prescription, ...morePrescriptions].map((one) =>
      one?.type === 0 || one?.type === 2 ? [one.type, one.items.map(({ tooth }) => tooth)] : one,
    )
  }

  it('on teeth and on implants become two prescriptions of one case', () => {
    const works = [on('16', 'crown'), on('14', 'crown'), on('36', 'crown', true)]
    expect(typesAndTeeth({ works, connectors: [] }, '')).toEqual([
      [0, ['16', '14']],
      [2, ['36']],
    ])
    expect(typesAndTeeth({ works: works.slice(1), connectors: [] }, '')).toEqual([
      [2, ['36']],
      [0, ['14']],
    ])
  })

  it('of a bridge stay together with its pontic', () => {
    const works = [on('16', 'crown'), on('15', 'pontic'), on('14', 'crown'), on('36', 'crown', true)]
    const implants = [on('46', 'crown', true), on('45', 'pontic'), on('44', 'crown', true)]
    const connectors = [link('16', '15'), link('15', '14'), link('46', '45'), link('45', '44')]
    expect(typesAndTeeth({ works: [...works, ...implants], connectors }, '')).toEqual([
      [2, ['36', '46', '45', '44']],
      [0, ['16', '15', '14']],
    ])
  })

  it('of a bridge that stands on a tooth and an implant lose the connector between the two as text', () => {
    const works = [on('36', 'crown', true), on('35', 'crown')]
    const { unmapped } = assembleFixed({ works, connectors: [link('36', '35')] }, '')
    expect(unmapped).toEqual([{ field: 'connector', value: '36–35' }])
  })
})

describe('serialized documents', () => {
  it('the demo cases cover all four order types', () => {
    expect(new Set(demo.map(({ type }) => type))).toEqual(new Set([0, 1, 2, 7]))
  })

  it.each([...demo, ...mixed].map((document, at) => [at, document] as const))(
    'case %i of the demo, and of several types, is restored completely from Pontic JSON, exocad and FHIR',
    (_, document) => {
      expect(read(serializePonticJson(document).bytes)).toEqual(document)
      expect(caseOf(read(serializeExocadProject(document).document.bytes))).toEqual(caseOf(document))
      const fromFhir = read(serializeFhirBundle(document).bytes)
      expect(caseOf(fromFhir)).toEqual(caseOf(document))
      expect(fromFhir.files.map(({ name, role }) => [name, role])).toEqual(
        document.files.map(({ name, role }) => [name, role]),
      )
    },
  )

  test('any text is restored from an exocad project, even text that looks like the note fields', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom(
        noteMarker,
        `${noteMarker}\ntype = 7`,
        'a = b',
        '<![CDATA[x]]>',
        '&amp;\ufffe\uffff',
        ']]>',
        '\t\n x',
      ),
    )
    fc.assert(
      fc.property(text, text, text, fc.nat(demo.length - 1), (name, note, requirements, at) => {
        const result = OrderDocument.safeParse({
          ...demo[at],
          patient: { name },
          remark: note,
          otherRequirements: requirements,
        })
        if (!result.success) return
        expect(caseOf(read(serializeExocadProject(result.data).document.bytes))).toEqual(caseOf(result.data))
      }),
      { numRuns: 150, seed: 5 },
    )
  })

  test('a serialized exocad project has the byte order mark, line ends, elements and file names of the exocad format', () => {
    const { folder, document, fileNames } = serializeExocadProject(demo[0] as OrderDocument)
    const text = document.bytes.toString()
    expect([...document.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(text.replaceAll('\r\n', '')).not.toContain('\n')
    const order = [...text.matchAll(/^ {2}<(\w+)/gm)].map(([, name]) => name)
    expect(order).toEqual([
      ...['DateTime', 'TrayNo', 'Notes', 'ProjectGUID', 'ProjectUniqueId', 'Teeth', 'Practice', 'Patient'],
      ...['ToothColor', 'AntagonistType', 'MovementMarkerScan', 'SeparateGingivaScan', 'ScanAbutmentScan'],
      'DentalDBProductName',
    ])
    expect(text).toMatch(/<ProjectUniqueId>[A-Z]{26}<\/ProjectUniqueId>/)
    expect(folder).toBe('C26-7F3K9Q')
    expect(document.name).toBe('C26-7F3K9Q.dentalProject')
    expect(fileNames).toEqual([
      'C26-7F3K9Q-upperjaw.stl',
      'C26-7F3K9Q-lowerjaw.ply',
      'C26-7F3K9Q-TotalJaw0.stl',
      'C26-7F3K9Q-TotalJaw1.stl',
      'C26-7F3K9Q-upperjaw-marker.stl',
      'C26-7F3K9Q-smile.jpg',
    ])
    expect(fileNames.join()).not.toContain('Martin')
  })

  test('a project with edited note fields is parsed from its elements only, and the note fields become text', () => {
    const { document } = serializeExocadProject(demo[0] as OrderDocument)
    const edited = document.bytes.toString().replace('prescription.preferences', 'prescription.nonsense')
    const back = read(Buffer.from(edited))
    expect(items(back)).toEqual(items(demo[0] as OrderDocument))
    expect(back.unmapped.at(-1)).toMatchObject({ field: 'Notes' })
  })
})

describe('encodings and hostile documents', () => {
  const project = exocadSample.toString()
  it('UTF-16 in both byte orders, CP949 and Latin code pages are decoded, with or without a declared encoding', () => {
    const utf16 = Buffer.from(project, 'utf16le')
    expect(read(utf16).doctor).toBe('Dr. Ada Moreau')
    expect(read(Buffer.from(utf16).swap16()).doctor).toBe('Dr. Ada Moreau')
    const latin = project.replace('\ufeff', '').replace('utf-8', 'iso-8859-1').replace('Ada', 'Zoé')
    expect(read(Buffer.from(latin, 'latin1')).doctor).toBe('Dr. Zoé Moreau')
    expect(guessText(Buffer.from([0xb1, 0xe8, 0xc3, 0xb6, 0xbc, 0xf6]))).toBe('김철수')
    expect(guessText(Buffer.from('Zoé', 'latin1'))).toBe('Zoé')
  })

  it('bytes that contradict their declared encoding are refused', () => {
    const wrong = Buffer.from(project.replace('\ufeff', '').replace('Ada', 'Zoé'), 'latin1')
    expect(reasonOf(wrong)).toBe('encoding')
    expect(reasonOf(Buffer.from('{"format":"é"}', 'latin1'))).toBe('encoding')
  })

  it('T41: entities and document types are refused before any entity is expanded', () => {
    const lol = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')
    const bomb = `<?xml version="1.0"?><!DOCTYPE Treatment [<!ENTITY l0 "lol">${lol}]><Treatment>&l9;</Treatment>`
    expect(reasonOf(bomb)).toBe('xml_doctype')
    expect(reasonOf('<!DOCTYPE Treatment SYSTEM "file:///etc/passwd"><Treatment/>')).toBe('xml_doctype')
    expect(reasonOf('<Treatment><Notes>&xxe;</Notes></Treatment>')).toBe('xml_broken')
  })

  it('T41: documents with too deep nesting, too many elements or too many bytes are refused', () => {
    expect(reasonOf('<a>'.repeat(100))).toBe('xml_too_deep')
    expect(reasonOf(`<a>${'<b/>'.repeat(200_001)}</a>`)).toBe('xml_too_many')
    expect(reasonOf(`<a ${Array.from({ length: 65 }, (_, n) => `x${n}="1"`).join(' ')}/>`)).toBe(
      'xml_too_many',
    )
    expect(reasonOf(`<a>${' '.repeat(17 * 1024 * 1024)}</a>`)).toBe('too_large')
    expect(reasonOf('['.repeat(100_000))).toBe('json_too_deep')
  })

  it('element and field names such as __proto__ are treated as ordinary names', () => {
    for (const name of ['constructor', 'toString', 'valueOf', '__proto__'])
      expect([name, parseDocument(Buffer.from(`<${name}><a/></${name}>`))]).toEqual([name, undefined])
    const json =
      '{"format":"pontic.order","__proto__":{"type":0},"source":{"system":"pontic","id":"1"},"patient":{}}'
    expect(reasonOf(json)).toMatch(/^fields_/)
    const notes = `x\n${noteMarker}\n__proto__.x = 1\nconstructor.prototype.x = 1`
    const text = project.replace(/<Notes>[\s\S]*<\/Notes>/, `<Notes>${notes}</Notes>`)
    expect(read(Buffer.from(text)).unmapped.at(-1)).toMatchObject({ field: 'Notes' })
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })
})

test.each([
  ['Zirconia multilayer', 'zirconia_multilayer'],
  ['Zirkon HT', 'zirconia'],
  ['e.max CAD', 'lithium_disilicate'],
  ['PFM (Co-Cr)', 'pfm_cocr'],
  ['Non-precious', 'cocr'],
  ['ZI', 'zirconia'],
  ['cheese', undefined],
])('the text %s is recognized as the material %s', (words, material) => {
  expect(findMaterial(words)).toBe(material)
})

test.each([
  ['a3,5', 'A3.5'],
  ['VITA A2', 'A2'],
  ['2M2', '2M2'],
  ['BL2', 'BL2'],
  ['D1', undefined],
])('the text %s is recognized as the shade %s', (words, code) => {
  expect(findShadeCode(words)?.code).toBe(code)
})
