import { meshLimits } from '@pontic/viewer/mesh'
import { describe, expect, test } from 'vitest'
import { listReplacedScans, planScans, type ViewerFile } from './scan-plan.ts'

const file = (id: string, change: Partial<ViewerFile>): ViewerFile => ({
  ...{ id, name: `${id}.stl`, role: 'upper', kind: 'stl', sizeBytes: 1000 },
  ...change,
})

const idsOf = (files: readonly ViewerFile[]) => planScans(files).map((scan) => scan.file.id)

describe('selecting the scans of a case for the viewer', () => {
  test('scans are ordered by role, not by the order of their upload', () => {
    const files = [
      file('design', { role: 'design' }),
      file('bite', { role: 'bite' }),
      file('lower', { role: 'lower' }),
      file('upper', {}),
    ]
    expect(idsOf(files)).toEqual(['upper', 'lower', 'bite', 'design'])
  })

  test('photos, documents and archives are left out', () => {
    const files = [
      file('photo', { role: 'photo', kind: 'jpeg' }),
      file('letter', { role: 'document', kind: 'pdf' }),
      file('archive', { role: 'other', kind: 'zip' }),
    ]
    expect(idsOf(files)).toEqual([])
  })

  test('a mesh is included even if its role is not that of a scan', () => {
    expect(idsOf([file('extra', { role: 'other', kind: 'ply' })])).toEqual(['extra'])
  })

  test('a file in a manufacturer’s own format is included with the reason why it can’t be shown', () => {
    expect(planScans([file('dcm', { kind: 'mesh3shape' })])[0]?.reason).toBe('mesh.not_a_mesh')
  })

  test('a file of unknown kind with the role of a scan is not refused, because only the parser detects a truncated mesh', () => {
    expect(planScans([file('cut', { kind: 'unknown' })])[0]).not.toHaveProperty('reason')
  })

  test('a file of unknown kind without the role of a scan is included only if it has the name of a mesh', () => {
    expect(idsOf([file('cut', { role: 'other', kind: 'unknown' })])).toEqual(['cut'])
    expect(idsOf([file('note', { role: 'other', kind: 'text', name: 'note.txt' })])).toEqual([])
  })

  test('a file above the size limit of the viewer is refused without a request', () => {
    const [fitting, huge] = planScans([
      file('fitting', { sizeBytes: meshLimits.sizeBytes }),
      file('huge', { sizeBytes: meshLimits.sizeBytes + 1 }),
    ])
    expect(fitting).not.toHaveProperty('reason')
    expect(huge?.reason).toBe('mesh.too_large')
  })
})

describe('listing the scans that a newer scan replaces', () => {
  const replacedAmong = (files: readonly ViewerFile[]) => [...listReplacedScans(planScans(files))].sort()
  const measured = (originMm: number[]) =>
    ({ originMm, sizeMm: [9, 8, 7], state: 'ready', levels: [] }) as unknown as NonNullable<
      ViewerFile['mesh']
    >

  test('the newest scan of a jaw replaces all older scans of the same jaw, at any position', () => {
    const files = [file('a', {}), file('c', {}), file('b', {}), file('d', { role: 'lower' })]
    expect(replacedAmong(files)).toEqual(['a', 'b'])
  })

  test('in other roles a newer scan replaces only scans at the same position', () => {
    const part = (id: string, mesh?: ViewerFile['mesh']) => file(id, { role: 'design', mesh: mesh ?? null })
    const [first, again, other] = [measured([0, 0, 0]), measured([0.5, 0, 0]), measured([20, 0, 0])]
    expect(replacedAmong([part('a', first), part('b', again), part('c', other)])).toEqual(['a'])
    expect(replacedAmong([part('a'), part('b')])).toEqual([])
    const unsure = [first, again].map((mesh, at) => file(`${at}`, { role: 'other', mesh }))
    expect(replacedAmong(unsure)).toEqual([])
  })

  test('a scan that can’t be read replaces nothing', () => {
    const failed = { state: 'failed', reason: 'mesh.truncated', levels: [] } as unknown as NonNullable<
      ViewerFile['mesh']
    >
    expect(replacedAmong([file('a', {}), file('b', { mesh: failed })])).toEqual([])
  })
})
