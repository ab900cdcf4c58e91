import { Matrix4, Quaternion, Vector3 } from 'three'
import { expect, test } from 'vitest'
import { cameraOf, poseOf } from './scene-camera.ts'
import { type EyePose, turnOf } from './view-code.ts'

// A file whose axes are turned, and whose arch is lifted.
const toScene = new Matrix4().compose(
  new Vector3(0, 12, -3),
  new Quaternion().setFromAxisAngle(new Vector3(1, 2, 3).normalize(), 1.2),
  new Vector3(1, 1, 1),
)

test('a camera in the axes of a file gives the same pose again', () => {
  for (const [azimuth, polar] of [
    [0, 0],
    [0, Math.PI],
    [1, 0.4],
    [-2, 2.5],
  ] as const) {
    const pose: EyePose = { target: [3, -4, 5], turn: turnOf(azimuth, polar), distance: 42, aspect: 1.6 }
    const again = poseOf(cameraOf(pose, toScene.clone().invert()), toScene)
    expect(new Quaternion(...again.turn).angleTo(new Quaternion(...pose.turn))).toBeLessThan(1e-6)
    expect(again.distance).toBeCloseTo(42, 9)
    for (const [axis, length] of again.target.entries()) expect(length).toBeCloseTo(pose.target[axis]!, 9)
  }
})

test('a camera that looks along its own upward direction still gives a rotation', () => {
  const { turn } = poseOf({ position: [0, 0, 9], target: [0, 0, 0], up: [0, 0, 1], aspect: 1 }, new Matrix4())
  expect(Math.hypot(...turn)).toBeCloseTo(1, 9)
})
