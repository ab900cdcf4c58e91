import { type Camera, DirectionalLight, HemisphereLight, type Scene } from 'three'
import type { SceneTheme } from './api.ts'

/** Lets the lights follow the theme. */
export type Lighting = { setTheme: (theme: SceneTheme) => void }

const strengths: Record<SceneTheme, { sky: number; key: number; fill: number }> = {
  light: { sky: 1.25, key: 2.1, fill: 0.55 },
  dark: { sky: 0.95, key: 2.1, fill: 0.5 },
}

/**
 * A soft sky from the top of the head, and a key light and a fill that go with the eye, as an operator holds his lamp:
 * the key comes from the upper left at a low angle, so that cusps and fissures cast their shade from every side.
 */
export function createLighting(scene: Scene, camera: Camera): Lighting {
  const sky = new HemisphereLight('#ffffff', '#a39a8e')
  const key = new DirectionalLight('#fffaf2')
  const fill = new DirectionalLight('#dfe7ff')
  key.position.set(-0.9, 1.15, 0.75)
  fill.position.set(1.2, -0.35, 0.7)
  scene.add(sky, camera)
  camera.add(key, key.target, fill, fill.target)
  return {
    setTheme(theme) {
      sky.intensity = strengths[theme].sky
      key.intensity = strengths[theme].key
      fill.intensity = strengths[theme].fill
    },
  }
}
