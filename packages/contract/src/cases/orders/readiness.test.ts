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
const judge = (files: File[], more: Partial<ReadinessInput> = {}) =>
  listReadinessNotes({
    type: orderTypes.restoration,
    prescription: crown('16'),
    files,
    repeated: [],
    ...more,
  })
const words = (...given: Parameters<typeof judge>) => judge(...given).map(({ word }) => word)

describe('alice’s crown on 16', () => {
  it('has no notes with both arches and the bite', () => {
    expect(judge([scan('upper'), scan('lower'), scan('bite')])).toEqual([])
    expect(judge([scan('preparation'), scan('antagonist'), scan('bite')])).toEqual([])
  })

  it('asks for missing scans without blocking', () => {
    const notes = judge([scan('preparation')])
    expect(notes.map(({ word }) => word)).toEqual(['lower', 'bite'])
    expect(hasBlockingNote(notes)).toBe(false)
    // The antagonist of an upper crown is no upper arch.
    expect(words([scan('antagonist'), scan('lower')])).toEqual(['upper', 'bite'])
  })

  it('asks about holes, another unit, and another jaw than declared', () => {
    const all = [scan('upper', { holes: 2 }), scan('lower', { unit: 'inch', jaw: 'upper' }), scan('bite')]
    expect(judge(all)).toEqual([
      { word: 'holes', blocksSending: false, fileId: 'upper' },
      { word: 'unit', blocksSending: false, fileId: 'lower', unit: 'inch' },
      { word: 'jaw', blocksSending: false, fileId: 'lower' },
    ])
    expect(words([scan('preparation', { jaw: 'lower' }), scan('antagonist'), scan('bite')])).toEqual(['side'])
  })

  it('does not ask about a unit that the file declares or a person has set', () => {
    for (const unitBy of ['file', 'person'] as const)
      expect(judge([scan('upper', { unit: 'cm', unitBy }), scan('lower'), scan('bite')])).toEqual([])
  })

  it('names scans that are inside out, mirrored or upside down', () => {
    const told = (mesh: Partial<MeshFacts>) => words([scan('upper', mesh), scan('lower'), scan('bite')])
    expect(told({ surface: 'in' })).toEqual(['insideOut'])
    expect(told({ surface: 'mirrored' })).toEqual(['mirrored'])
    expect(told({ jaw: 'lower', front: 'reversed' })).toEqual(['upsideDown'])
    expect(told({ jaw: 'lower', front: 'usual' })).toEqual(['jaw'])
    expect(told({ surface: 'unknown', front: 'reversed' })).toEqual([])
  })

  it('notes that intersecting arches have no bite, unless there is a bite scan', () => {
    const at = (originMm: number[], sizeMm = [64, 11, 48]) => ({ originMm, sizeMm })
    const [upper, lower] = [
      scan('upper', at([-32, -5, -20])),
      scan('lower', at([-31, -6, -19], [62, 12, 45])),
    ]
    expect(words([upper, lower])).toEqual(['noBite'])
    expect(words([upper, lower], { prescription: null })).toEqual(['noBite'])
    expect(words([upper, lower, scan('bite')])).toEqual([])
    // A requirement of the laboratory blocks all the same.
    expect(judge([upper, lower], { requirements: ['restoration.biteScan'] })).toContainEqual({
      word: 'bite',
      blocksSending: true,
    })
    const inBite = scan('lower', at([-31, -14, -19], [62, 12, 45]))
    expect(words([upper, inBite])).toEqual(['bite'])
    // An older scan of the jaw does not count.
    expect(words([upper, { ...lower, id: 'a' }, { ...inBite, id: 'b' }])).toEqual(['bite'])
  })

  it('names the scan that an earlier case has', () => {
    const repeated = [{ fileId: 'bite', number: 'C26-7F3K9Q' }]
    expect(judge([scan('upper'), scan('lower'), scan('bite')], { repeated })).toEqual([
      { word: 'repeated', blocksSending: false, fileId: 'bite', number: 'C26-7F3K9Q' },
    ])
  })

  it('is blocked by unreadable scans, not by those that other programs may show', () => {
    const files = (reason: string) => [
      scan('upper', { state: 'failed', reason }),
      scan('lower'),
      scan('bite'),
    ]
    expect(hasBlockingNote(judge(files('mesh.truncated')))).toBe(true)
    for (const reason of ['mesh.too_large', 'mesh.draco', 'mesh.extension'])
      expect(judge(files(reason))).toEqual([{ word: 'unreadable', blocksSending: false, fileId: 'upper' }])
  })

  it('is blocked by requirements of the laboratory, also without any scan', () => {
    const requirements = ['restoration.biteScan', 'implant.archScans'] as const
    const notes = judge([scan('upper'), scan('lower')], { requirements })
    expect(notes).toEqual([{ word: 'bite', blocksSending: true }])
    expect(judge([], { requirements })).toEqual([{ word: 'bite', blocksSending: true }])
    expect(judge([])).toEqual([])
  })
})

describe('other work', () => {
  it('of implants requires scan bodies', () => {
    const prescription = Prescription.parse({
      type: orderTypes.implant,
      items: [{ tooth: '36', work: 'crown' }],
    })
    const files = [scan('upper'), scan('lower'), scan('bite')]
    expect(words(files, { type: orderTypes.implant, prescription })).toEqual(['scanBody'])
  })

  it('of a denture requires both arches; without a prescription nothing is required', () => {
    const prescription = Prescription.parse({ type: orderTypes.removable, kind: 'full', arch: 'upper' })
    expect(words([scan('upper')], { type: orderTypes.removable, prescription })).toEqual(['lower', 'bite'])
    expect(words([scan('upper')], { prescription: null })).toEqual([])
  })
})
