import { Matrix4, Quaternion, Vector3 } from 'three'
import type { SceneCamera } from './tool-api.ts'
import type { EyePose } from './view-code.ts'

/** Returns the camera of a pose. @param toFile from the axes of the scene to those of the file */
export function cameraOf({ target, turn, distance, aspect }: EyePose, toFile: Matrix4): SceneCamera {
  const rotation = new Quaternion(...turn)
  const middle = new Vector3(...target)
  const position = new Vector3(0, 0, distance).applyQuaternion(rotation).add(middle)
  const up = new Vector3(0, 1, 0).applyQuaternion(rotation).transformDirection(toFile)
  return {
    position: position.applyMatrix4(toFile).toArray(),
    target: middle.applyMatrix4(toFile).toArray(),
    up: up.toArray(),
    aspect,
  }
}

/** Returns the pose of a camera. @param toScene from the axes of the file to those of the scene */
export function poseOf({ position, target, up, aspect }: SceneCamera, toScene: Matrix4): EyePose {
  const eye = new Vector3(...position).applyMatrix4(toScene)
  const middle = new Vector3(...target).applyMatrix4(toScene)
  const upwards = new Vector3(...up).transformDirection(toScene)
  // `lookAt` chooses another direction if `up` points along the view.
  const [x, y, z, w] = new Quaternion()
    .setFromRotationMatrix(new Matrix4().lookAt(eye, middle, upwards))
    .toArray()
  return { target: middle.toArray(), turn: [x, y, z, w], distance: eye.distanceTo(middle), aspect }
}
