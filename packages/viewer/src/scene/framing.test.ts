import { Box3, Quaternion, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { distanceForAspect, findDistance } from './framing.ts'
import type { EyePose } from './view-code.ts'

const [upright, lying] = [390 / 717, 844 / 390]
/** Box of a jaw, 60 mm wide, 20 mm high and 50 mm deep, off the origin. */
const box = new Box3(new Vector3(-20, -10, 15), new Vector3(40, 10, 65))
const middle = box.getCenter(new Vector3())
const front = new Quaternion()
const surfaceMm = 25

const poseAt = (distance: number, aspect: number, target = middle): EyePose => ({
  target: target.toArray(),
  turn: [0, 0, 0, 1],
  distance,
  aspect,
})

/** Returns the pose after a change of the aspect ratio. */
const withAspect = (pose: EyePose, aspect: number): EyePose => ({
  ...pose,
  distance: distanceForAspect(pose, front, box, aspect),
  aspect,
})

describe('A camera in a picture whose aspect ratio changes', () => {
  it('shows the complete box, and has its old distance when the aspect ratio changes back', () => {
    const lay = poseAt(findDistance(box, front, lying), lying)
    const stood = withAspect(lay, upright)
    expect(stood.distance).toBeCloseTo(findDistance(box, front, upright), 6)
    expect(withAspect(stood, lying).distance).toBeCloseTo(lay.distance, 6)
  })

  it('shows a zoomed tooth at the same scale and stays in front of it', () => {
    const stood = poseAt(surfaceMm + 70, upright)
    const lay = withAspect(stood, lying)
    // The narrower side of the picture shows the same length of the surface.
    expect((lay.distance - surfaceMm) * Math.min(1, lying)).toBeCloseTo(70 * upright, 6)
    expect(withAspect(lay, upright).distance).toBeCloseTo(stood.distance, 6)
  })

  it.each([3, 20, 60, 120, 200, 400])(
    'neither drifts away nor enters the surface from %d mm in front of it',
    (room) => {
      let pose = poseAt(surfaceMm + room, upright, middle.clone().setX(30))
      const most = 2 * Math.max(pose.distance, findDistance(box, front, upright))
      for (const aspect of Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? lying : upright))) {
        pose = withAspect(pose, aspect)
        expect(pose.distance).toBeGreaterThan(surfaceMm)
        expect(pose.distance).toBeLessThan(most)
      }
    },
  )

  it('does not move if it is inside the box', () => {
    expect(withAspect(poseAt(10, upright), lying).distance).toBe(10)
  })
})
