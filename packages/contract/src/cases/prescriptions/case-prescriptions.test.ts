import { expect, it } from 'vitest'
import { listMissingOfCase, listPrescriptions, listTypeProblems } from './case-prescriptions.ts'
import { Prescription } from './prescription.ts'

const crown = Prescription.parse({
  type: 0,
  items: [{ tooth: '16', work: 'crown', shade: { callMe: true } }],
})
const implant = Prescription.parse({ type: 2, items: [{ tooth: '36', work: 'crown' }] })
const denture = Prescription.parse({ type: 7 })

it('the prescriptions of a case have different types', () => {
  expect(listTypeProblems(0, [implant, denture])).toEqual([])
  expect(listTypeProblems(2, [implant])).toEqual([{ path: ['morePrescriptions', 0, 'type'], key: 'choice' }])
  expect(listTypeProblems(0, [denture, denture])).toEqual([
    { path: ['morePrescriptions', 1, 'type'], key: 'choice' },
  ])
})

it('the missing fields of a case are those of all its prescriptions, with their type and their path in the case', () => {
  const missing = listMissingOfCase(0, { prescription: crown, morePrescriptions: [denture, implant] })
  expect(missing.map(({ type, casePath }) => [type, casePath])).toEqual([
    [0, 'prescription.items.0.material'],
    [7, 'morePrescriptions.0.kind'],
    [7, 'morePrescriptions.0.arch'],
    [2, 'morePrescriptions.1.items.0.maker'],
    [2, 'morePrescriptions.1.items.0.material'],
    [2, 'morePrescriptions.1.items.0.shade.body'],
    [2, 'morePrescriptions.1.items.0.retention'],
  ])
})

it('a laboratory’s requirements apply to the prescriptions of their type', () => {
  const pathsOf = (type: 0 | 2) =>
    listMissingOfCase(
      type,
      type === 0
        ? { prescription: crown, morePrescriptions: [implant] }
        : { prescription: implant, morePrescriptions: [crown] },
      ['implant.parts', 'restoration.margin'],
    ).map(({ casePath }) => casePath)
  expect(pathsOf(0)).toEqual(
    expect.arrayContaining(['morePrescriptions.0.parts', 'prescription.preferences.margin']),
  )
  expect(pathsOf(2)).toEqual(
    expect.arrayContaining(['prescription.parts', 'morePrescriptions.0.preferences.margin']),
  )
})

it('a case without a prescription of its own type still needs one', () => {
  const none = { prescription: null, morePrescriptions: [denture] }
  expect(listMissingOfCase(0, none)[0]).toMatchObject({ type: 0, casePath: 'prescription.items' })
  expect(listPrescriptions(none)).toEqual([denture])
})
