import { readFileSync } from 'node:fs'
import { Box3, Quaternion, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import type { PreparedMesh } from '../mesh/mesh.ts'
import { prepareMesh } from '../mesh/prepare.ts'
import { findLift, isOverlapping } from './apart.ts'
import { guessOrientation } from './orientation.ts'

const read = (name: string) => readFileSync(new URL(`../../../../demo/scans/${name}`, import.meta.url))
const upperBytes = read('case0-upper-teeth.obj')
const lowerBytes = read('case0-lower-teeth.obj')

/** Rotates and moves the real arch, as another scanner might write it. */
function arch(bytes: Uint8Array, turn: Quaternion, liftMm = 0): PreparedMesh {
  const prepared = prepareMesh(bytes)
  const { positions } = prepared.mesh
  const point = new Vector3()
  const box = new Box3()
  for (let at = 0; at < positions.length; at += 3) {
    point
      .fromArray(positions, at)
      .add(new Vector3(0, liftMm, 0))
      .applyQuaternion(turn)
    point.add(new Vector3(5, 200, -80)).toArray(positions, at)
    box.expandByPoint(point)
  }
  const measure = {
    ...prepared.measure,
    min: box.min.toArray(),
    max: box.max.toArray(),
    sizeMm: box.getSize(new Vector3()).toArray(),
  }
  return { ...prepared, measure }
}

/** Creates an open dome, like an intraoral scan of an arch with its gum, whose surface faces up along z. */
function sheet(): PreparedMesh {
  const rows: string[] = []
  const faces: string[] = []
  for (let i = 0; i <= 20; i += 1) {
    for (let side = 0; side <= 4; side += 1) {
      const angle = (i / 20) * Math.PI
      const radius = 22 + side * 3
      const height = 8 - (side - 2) ** 2 * 2
      rows.push(`v ${-radius * Math.cos(angle)} ${radius * Math.sin(angle) * 1.3} ${height}`)
      if (i === 20 || side === 4) continue
      const a = i * 5 + side + 1
      faces.push(`f ${a} ${a + 5} ${a + 6} ${a + 1}`)
    }
  }
  return prepareMesh(new TextEncoder().encode([...rows, ...faces].join('\n')))
}

const none = new Quaternion()
const zUp = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), Math.PI / 2)
const turned = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), 2).premultiply(zUp)

/** Rotates a direction of the file into the scene. */
function seen(turn: Quaternion, x: number, y: number, z: number): number[] {
  return new Vector3(x, y, z)
    .applyQuaternion(turn)
    .toArray()
    .map((value) => Math.round(value) + 0)
}

describe('The orientation of the head', () => {
  it('is upright and faces the viewer for the demo pair, whose arches are each at their own origin', () => {
    const scans = [
      { role: 'upper' as const, mesh: arch(upperBytes, none) },
      { role: 'lower' as const, mesh: arch(lowerBytes, none) },
    ]
    const turn = guessOrientation(scans)
    expect(seen(turn, 0, 1, 0)).toEqual([0, 1, 0])
    expect(seen(turn, 0, 0, 1)).toEqual([0, 0, 1])
  })

  it('is upright for a pair of arches whose occlusal plane is XY in the file', () => {
    const scans = [
      { role: 'upper' as const, mesh: arch(upperBytes, zUp, 9) },
      { role: 'lower' as const, mesh: arch(lowerBytes, zUp) },
    ]
    const turn = guessOrientation(scans)
    expect(seen(turn, 0, 0, 1)).toEqual([0, 1, 0])
    expect(seen(turn, 0, -1, 0)).toEqual([0, 0, 1])
  })

  it('is upright for a file that is upside down, where the upper arch is below the lower arch', () => {
    const scans = [
      { role: 'lower' as const, mesh: arch(lowerBytes, none, 9) },
      { role: 'upper' as const, mesh: arch(upperBytes, none) },
    ]
    expect(seen(guessOrientation(scans), 0, 1, 0)).toEqual([0, -1, 0])
  })

  it('follows the surface of a single open arch: a lower arch faces up, an upper arch down', () => {
    const mesh = sheet()
    expect(seen(guessOrientation([{ role: 'lower' as const, mesh }]), 0, 0, 1)).toEqual([0, 1, 0])
    expect(seen(guessOrientation([{ role: 'upper' as const, mesh }]), 0, 0, 1)).toEqual([0, -1, 0])
    expect(seen(guessOrientation([{ role: 'lower' as const, mesh }]), 0, 1, 0)).toEqual([0, 0, 1])
  })

  it('is never a mirror image, and has z up for a part that is not an arch', () => {
    const rig = { role: 'other' as const, mesh: prepareMesh(read('retention-rig-top-attachment.stl')) }
    expect(seen(guessOrientation([rig]), 0, 0, 1)).toEqual([0, 1, 0])
    for (const turn of [
      guessOrientation([{ role: 'upper' as const, mesh: arch(upperBytes, turned) }]),
      guessOrientation([]),
    ]) {
      const [x, y, z] = [0, 1, 2].map((axis) => new Vector3().setComponent(axis, 1).applyQuaternion(turn))
      expect(new Vector3().crossVectors(x!, y!).distanceTo(z!)).toBeLessThan(1e-6)
    }
  })
})

describe('An upper and a lower arch', () => {
  const box = (low: number, high: number) => new Box3(new Vector3(-30, low, -20), new Vector3(30, high, 20))

  it('intersect if they are at the same origin, but not in a bite or side by side', () => {
    expect(isOverlapping(box(-5, 6), box(-5, 6))).toBe(true)
    expect(isOverlapping(box(-2, 18), box(-18, 2))).toBe(false)
    expect(isOverlapping(box(-5, 6), box(-5, 6).translate(new Vector3(100, 0, 0)))).toBe(false)
  })

  it('have a gap between them after they are lifted', () => {
    const upper = box(-5, 6)
    const lower = box(-6, 6)
    const lift = findLift(upper, lower)
    expect(upper.min.y + lift.upper - (lower.max.y + lift.lower)).toBeGreaterThan(3)
    expect(findLift(box(40, 50), lower)).toEqual({ upper: 0, lower: 0 })
  })
})
