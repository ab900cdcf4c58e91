import { expect, test } from 'vitest'
import { guessFileRole } from './guess-role.ts'

test.each([
  ['case0-upper-teeth.obj', 'upper'],
  ['case0-lower-teeth.obj', 'lower'],
  ['Petrov-upperjaw.stl', 'upper'],
  ['Petrov_LowerJawScan.stl', 'lower'],
  ['scan_u.ply', 'upper'],
  ['scan_L.ply', 'lower'],
  ['Maxillary.stl', 'upper'],
  ['mandible 2.stl', 'lower'],
  ['TotalJaw0.stl', 'bite'],
  ['OcclusionFirst.stl', 'bite'],
  ['Bite-1.ply', 'bite'],
  ['upperjaw-marker.stl', 'scanBody'],
  ['AbutmentAlignmentScan.dcm', 'scanBody'],
  ['upperjaw-gingiva.stl', 'gingiva'],
  ['PreparationScan.dcm', 'preparation'],
  ['AntagonistScan.dcm', 'antagonist'],
  ['Oberkiefer.stl', 'upper'],
  ['UK_2026.stl', 'lower'],
  ['上颌.stl', 'upper'],
  ['下顎.ply', 'lower'],
  ['верхняя челюсть.stl', 'upper'],
  ['arcada superior.stl', 'upper'],
] as const)('the scan %s gets the role %s', (name, role) => {
  expect(guessFileRole(name)).toBe(role)
})

test.each([
  ['IMG_2041.JPG', 'photo'],
  ['upper shade.png', 'photo'],
  ['Prescription.pdf', 'document'],
  ['order.xml', 'document'],
  ['retention-rig-top-attachment.stl', 'other'],
  ['cbct.zip', 'other'],
  ['bulk.stl', 'other'],
  ['', 'other'],
] as const)('the file %s gets the role %s', (name, role) => {
  expect(guessFileRole(name)).toBe(role)
})
