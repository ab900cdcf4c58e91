import { describe, expect, it } from 'vitest'
import type { MeshFacts } from '../meshes/mesh-facts.ts'
import { Prescription } from '../prescriptions/prescription.ts'
import { orderTypes } from './order-types.ts'
import { hasBlockingNote, listReadinessNotes, type ReadinessInput } from './readiness.ts'

const good: MeshFacts = {
  state: 'ready',
  reason: null,
  levels: [],
  hasPicture: true,
  originMm: null,
  sizeMm: [64, 11, 48],
  triangleCount: 85_232,
  openEdges: 0,
  holes: 0,
  unit: 'mm',
  unitBy: 'guess',
  surface: 'out',
  front: 'usual',
  jaw: 'unknown',
  hasColors: false,
}
type File = ReadinessInput['files'][number]
const scan = (role: File['role'], mesh: Partial<MeshFacts> = {}): File => ({
  id: role,
  role,
  state: 'verified',
  party: 'clinic',
  mesh: { ...good, ...mesh },
})
const item = { work: 'crown', material: 'zirconia', shade: { guide: 'vita_classical', body: 'A3' } }
const crown = (tooth: string) =>
  Prescription.parse({ type: orderTypes.restoration, items: [{ tooth, ...item }] })
const listNotes = (files: File[], more: Partial<ReadinessInput> = {}) =>
  listReadinessNotes({
    type: orderTypes.restoration,
    prescription: crown('16'),
    files,
    repeated: [],
    ...more,
  })
const words = (...given: Parameters<typeof listNotes>) => listNotes(...given).map(({ word }) => word)

describe('the scans of a crown on 16', () => {
  it('cause no notes if they include both arches and the bite', () => {
    expect(listNotes([scan('upper'), scan('lower'), scan('bite')])).toEqual([])
    expect(listNotes([scan('preparation'), scan('antagonist'), scan('bite')])).toEqual([])
  })

  it('cause warnings for missing arches and a missing bite', () => {
    const notes = listNotes([scan('preparation')])
    expect(notes.map(({ word }) => word)).toEqual(['lower', 'bite'])
    expect(hasBlockingNote(notes)).toBe(false)
    // The antagonist of an upper crown is no upper arch.
    expect(words([scan('antagonist'), scan('lower')])).toEqual(['upper', 'bite'])
  })

  it('cause no warning for a scan that is still uploading', () => {
    const coming = (role: File['role'], state: File['state']): File => ({ ...scan(role), state, mesh: null })
    const files = [scan('upper'), coming('lower', 'uploading'), coming('bite', 'announced')]
    expect(words(files)).toEqual([])
    const requirements = ['restoration.archScans', 'restoration.biteScan'] as const
    expect(listNotes(files.slice(1), { requirements })).toEqual([{ word: 'upper', blocksSending: true }])
  })

  it('cause warnings for holes, for another unit than millimetres, and for another jaw than declared', () => {
    const all = [scan('upper', { holes: 2 }), scan('lower', { unit: 'inch', jaw: 'upper' }), scan('bite')]
    expect(listNotes(all)).toEqual([
      { word: 'holes', blocksSending: false, fileId: 'upper' },
      { word: 'unit', blocksSending: false, fileId: 'lower', unit: 'inch' },
      { word: 'jaw', blocksSending: false, fileId: 'lower' },
    ])
    expect(words([scan('preparation', { jaw: 'lower' }), scan('antagonist'), scan('bite')])).toEqual(['side'])
  })

  it('cause no warning for a unit that the file declares or a person has set', () => {
    for (const unitBy of ['file', 'person'] as const)
      expect(listNotes([scan('upper', { unit: 'cm', unitBy }), scan('lower'), scan('bite')])).toEqual([])
  })

  it('cause warnings if they are inside out, mirrored or upside down', () => {
    const wordsOf = (mesh: Partial<MeshFacts>) => words([scan('upper', mesh), scan('lower'), scan('bite')])
    expect(wordsOf({ surface: 'in' })).toEqual(['insideOut'])
    expect(wordsOf({ surface: 'mirrored' })).toEqual(['mirrored'])
    expect(wordsOf({ jaw: 'lower', front: 'reversed' })).toEqual(['upsideDown'])
    expect(wordsOf({ jaw: 'lower', front: 'usual' })).toEqual(['jaw'])
    expect(wordsOf({ surface: 'unknown', front: 'reversed' })).toEqual([])
  })

  it('cause the warning `noBite` if the arches intersect and there is no bite scan', () => {
    const at = (originMm: number[], sizeMm = [64, 11, 48]) => ({ originMm, sizeMm })
    const [upper, lower] = [
      scan('upper', at([-32, -5, -20])),
      scan('lower', at([-31, -6, -19], [62, 12, 45])),
    ]
    expect(words([upper, lower])).toEqual(['noBite'])
    expect(words([upper, lower], { prescription: null })).toEqual(['noBite'])
    expect(words([upper, lower, scan('bite')])).toEqual([])
    // Sending is still blocked if the laboratory requires a bite scan.
    expect(listNotes([upper, lower], { requirements: ['restoration.biteScan'] })).toContainEqual({
      word: 'bite',
      blocksSending: true,
    })
    const inBite = scan('lower', at([-31, -14, -19], [62, 12, 45]))
    expect(words([upper, inBite])).toEqual(['bite'])
    // An older scan of the jaw does not count.
    expect(words([upper, { ...lower, id: 'a' }, { ...inBite, id: 'b' }])).toEqual(['bite'])
  })

  it('cause a warning for a scan that an earlier case contains', () => {
    const repeated = [{ fileId: 'bite', number: 'C26-7F3K9Q' }]
    expect(listNotes([scan('upper'), scan('lower'), scan('bite')], { repeated })).toEqual([
      { word: 'repeated', blocksSending: false, fileId: 'bite', number: 'C26-7F3K9Q' },
    ])
  })

  it('block sending if they are unreadable, but not if other programs may open them', () => {
    const files = (reason: string) => [
      scan('upper', { state: 'failed', reason }),
      scan('lower'),
      scan('bite'),
    ]
    expect(hasBlockingNote(listNotes(files('mesh.truncated')))).toBe(true)
    for (const reason of ['mesh.too_large', 'mesh.draco', 'mesh.extension'])
      expect(listNotes(files(reason))).toEqual([
        { word: 'unreadable', blocksSending: false, fileId: 'upper' },
      ])
  })

  it('block sending if one that the laboratory requires is missing, even if there is no scan at all', () => {
    const requirements = ['restoration.biteScan', 'implant.archScans'] as const
    const notes = listNotes([scan('upper'), scan('lower')], { requirements })
    expect(notes).toEqual([{ word: 'bite', blocksSending: true }])
    expect(listNotes([], { requirements })).toEqual([{ word: 'bite', blocksSending: true }])
    expect(listNotes([])).toEqual([])
  })
})

describe('the scans of other types of cases', () => {
  it('cause a note if an implant case has no scan body', () => {
    const prescription = Prescription.parse({
      type: orderTypes.implant,
      items: [{ tooth: '36', work: 'crown' }],
    })
    const files = [scan('upper'), scan('lower'), scan('bite')]
    expect(words(files, { type: orderTypes.implant, prescription })).toEqual(['scanBody'])
  })

  it('cover the further prescriptions of a case, and what the laboratory requires for their types', () => {
    const implant = Prescription.parse({
      type: orderTypes.implant,
      items: [{ tooth: '36', work: 'crown' }],
    })
    const files = [scan('upper'), scan('lower'), scan('bite')]
    expect(words(files, { morePrescriptions: [implant] })).toEqual(['scanBody'])
    expect(words([scan('upper')], { prescription: null, morePrescriptions: [implant] })).toEqual(
      expect.arrayContaining(['lower', 'bite', 'scanBody']),
    )
    const requirements = ['implant.bodyScan'] as const
    expect(words([], { requirements })).toEqual([])
    expect(words([], { requirements, morePrescriptions: [implant] })).toEqual(['scanBody'])
  })

  it('cause notes if a denture lacks an arch or the bite, and no notes without a prescription', () => {
    const prescription = Prescription.parse({ type: orderTypes.removable, kind: 'full', arch: 'upper' })
    expect(words([scan('upper')], { type: orderTypes.removable, prescription })).toEqual(['lower', 'bite'])
    expect(words([scan('upper')], { prescription: null })).toEqual([])
  })
})
