import { Box3, Spherical, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { distanceInShape, findDistance } from './framing.ts'
import type { EyePose } from './view-code.ts'

const [upright, lying] = [390 / 717, 844 / 390]
/** A jaw, 60 mm wide, 20 high and 50 deep, off the origin. */
const box = new Box3(new Vector3(-20, -10, 15), new Vector3(40, 10, 65))
const middle = box.getCenter(new Vector3())
const front = new Spherical(1, Math.PI / 2, 0)
const surfaceMm = 25

const poseAt = (distance: number, aspect: number, target = middle): EyePose => ({
  target: target.toArray(),
  azimuth: front.theta,
  polar: front.phi,
  distance,
  aspect,
})

/** The same camera in a picture with another aspect ratio. */
const turn = (pose: EyePose, aspect: number): EyePose => ({
  ...pose,
  distance: distanceInShape(pose, front, box, aspect),
  aspect,
})

describe('A camera in a picture whose aspect ratio changes', () => {
  it('shows the whole box at the same size, there and back', () => {
    const lay = poseAt(findDistance(box, front, lying), lying)
    const stood = turn(lay, upright)
    expect(stood.distance).toBeCloseTo(findDistance(box, front, upright), 6)
    expect(turn(stood, lying).distance).toBeCloseTo(lay.distance, 6)
  })

  it('keeps the scale of a zoomed tooth, and stays in front of it', () => {
    const stood = poseAt(surfaceMm + 70, upright)
    const lay = turn(stood, lying)
    // The narrower side shows the same extent of the surface.
    expect((lay.distance - surfaceMm) * Math.min(1, lying)).toBeCloseTo(70 * upright, 6)
    expect(turn(lay, upright).distance).toBeCloseTo(stood.distance, 6)
  })

  it.each([3, 20, 60, 120, 200, 400])('%d mm off the surface, neither drifts away nor enters it', (room) => {
    let pose = poseAt(surfaceMm + room, upright, middle.clone().setX(30))
    const most = 2 * Math.max(pose.distance, findDistance(box, front, upright))
    for (const aspect of Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? lying : upright))) {
      pose = turn(pose, aspect)
      expect(pose.distance).toBeGreaterThan(surfaceMm)
      expect(pose.distance).toBeLessThan(most)
    }
  })

  it('keeps its position within the box', () => {
    expect(turn(poseAt(10, upright), lying).distance).toBe(10)
  })
})
