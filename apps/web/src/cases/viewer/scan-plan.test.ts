import { meshLimits } from '@pontic/viewer/mesh'
import { describe, expect, test } from 'vitest'
import { listReplacedScans, planScans, type ViewerFile } from './scan-plan.ts'

const file = (id: string, change: Partial<ViewerFile>): ViewerFile => ({
  ...{ id, name: `${id}.stl`, role: 'upper', kind: 'stl', sizeBytes: 1000 },
  ...change,
})

const idsOf = (files: readonly ViewerFile[]) => planScans(files).map((scan) => scan.file.id)

describe('the scans of a case that the viewer takes up', () => {
  test('stand in the order of the roles, however alice added them', () => {
    const files = [
      file('design', { role: 'design' }),
      file('bite', { role: 'bite' }),
      file('lower', { role: 'lower' }),
      file('upper', {}),
    ]
    expect(idsOf(files)).toEqual(['upper', 'lower', 'bite', 'design'])
  })

  test('are neither photos nor papers', () => {
    const files = [
      file('photo', { role: 'photo', kind: 'jpeg' }),
      file('letter', { role: 'document', kind: 'pdf' }),
      file('archive', { role: 'other', kind: 'zip' }),
    ]
    expect(idsOf(files)).toEqual([])
  })

  test('include a mesh that was handed in as something else', () => {
    expect(idsOf([file('extra', { role: 'other', kind: 'ply' })])).toEqual(['extra'])
  })

  test('tell why a format of a scanner’s maker can’t be shown, without fetching it', () => {
    expect(planScans([file('dcm', { kind: 'mesh3shape' })])[0]?.reason).toBe('mesh.not_a_mesh')
  })

  test('leave it to the parser whether an unknown file is one that was cut short', () => {
    expect(planScans([file('cut', { kind: 'unknown' })])[0]).not.toHaveProperty('reason')
  })

  test('include one that is a scan by its name alone, whatever it was handed in as', () => {
    expect(idsOf([file('cut', { role: 'other', kind: 'unknown' })])).toEqual(['cut'])
    expect(idsOf([file('note', { role: 'other', kind: 'text', name: 'note.txt' })])).toEqual([])
  })

  test('refuse a file beyond what the viewer reads before a byte is fetched', () => {
    const [fitting, huge] = planScans([
      file('fitting', { sizeBytes: meshLimits.sizeBytes }),
      file('huge', { sizeBytes: meshLimits.sizeBytes + 1 }),
    ])
    expect(fitting).not.toHaveProperty('reason')
    expect(huge?.reason).toBe('mesh.too_large')
  })
})

describe('the scans that a newer one replaces', () => {
  const replacedAmong = (files: readonly ViewerFile[]) => [...listReplacedScans(planScans(files))].sort()
  const measured = (originMm: number[]) =>
    ({ originMm, sizeMm: [9, 8, 7], state: 'ready', levels: [] }) as unknown as NonNullable<
      ViewerFile['mesh']
    >

  test('are the older ones of a jaw, wherever they lie', () => {
    const files = [file('a', {}), file('c', {}), file('b', {}), file('d', { role: 'lower' })]
    expect(replacedAmong(files)).toEqual(['a', 'b'])
  })

  test('are, of what may have many parts, those that lie in a newer one', () => {
    const part = (id: string, mesh?: ViewerFile['mesh']) => file(id, { role: 'design', mesh: mesh ?? null })
    const [first, again, other] = [measured([0, 0, 0]), measured([0.5, 0, 0]), measured([20, 0, 0])]
    expect(replacedAmong([part('a', first), part('b', again), part('c', other)])).toEqual(['a'])
    expect(replacedAmong([part('a'), part('b')])).toEqual([])
    const unsure = [first, again].map((mesh, at) => file(`${at}`, { role: 'other', mesh }))
    expect(replacedAmong(unsure)).toEqual([])
  })

  test('are none where the newer one can’t be read', () => {
    const failed = { state: 'failed', reason: 'mesh.truncated', levels: [] } as unknown as NonNullable<
      ViewerFile['mesh']
    >
    expect(replacedAmong([file('a', {}), file('b', { mesh: failed })])).toEqual([])
  })
})
