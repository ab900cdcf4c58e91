import { type Camera, DirectionalLight, HemisphereLight, type Scene, Vector3 } from 'three'
import type { SceneTheme } from './api.ts'

/** The lights of a scene; they follow the camera and the theme. */
export type Lighting = {
  setTheme: (theme: SceneTheme) => void
  /** Rotates the sky light with the camera. The stage calls it before each frame. */
  follow: () => void
}

const strengths: Record<SceneTheme, { sky: number; key: number; fill: number }> = {
  light: { sky: 1.58, key: 2.15, fill: 0.5 },
  dark: { sky: 1.3, key: 2.15, fill: 0.5 },
}

/**
 * Creates a soft sky light, a key light and a fill light, which are fixed to the camera like a dentist's headlamp. The key
 * light comes from the upper left at a low angle, so that cusps and fissures cast shading in every view.
 */
export function createLighting(scene: Scene, camera: Camera): Lighting {
  const sky = new HemisphereLight('#ffffff', '#8f877d')
  const key = new DirectionalLight('#fffaf2')
  const fill = new DirectionalLight('#edf1fb')
  const up = new Vector3()
  key.position.set(-1.1, 1.25, 0.6)
  fill.position.set(1.2, -0.35, 0.7)
  scene.add(sky, camera)
  camera.add(key, key.target, fill, fill.target)
  return {
    setTheme(theme) {
      sky.intensity = strengths[theme].sky
      key.intensity = strengths[theme].key
      fill.intensity = strengths[theme].fill
    },
    follow() {
      // The sky light comes from halfway between the top of the picture and the camera.
      camera.getWorldDirection(sky.position).negate()
      sky.position.add(up.set(0, 1, 0).applyQuaternion(camera.quaternion)).normalize()
    },
  }
}
