import type { ScanScene } from './api.ts'
import { sceneViews } from './view-code.ts'

type KeyedScene = Pick<ScanScene, 'fit' | 'zoom' | 'orbitBy' | 'setView'> & {
  panBy: (rightPx: number, upPx: number) => void
}

const stepDeg = 10
const stepPx = 40
const arrows: Record<string, readonly [right: number, up: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/**
 * Handles keys while the canvas has the focus; see `ScanScene` for the list. Keys with Ctrl, Alt or Meta are left to
 * the browser.
 * @returns a function that stops listening
 */
export function listenToKeys(canvas: HTMLCanvasElement, scene: KeyedScene): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return
    if (actOnKey(event, scene)) event.preventDefault()
  }
  canvas.addEventListener('keydown', listen)
  return () => canvas.removeEventListener('keydown', listen)
}

function actOnKey({ key, shiftKey }: KeyboardEvent, scene: KeyedScene): boolean {
  const arrow = arrows[key]
  const view = sceneViews[Number(key) - 1]
  if (arrow && shiftKey) scene.panBy(arrow[0] * stepPx, arrow[1] * stepPx)
  else if (arrow) scene.orbitBy(arrow[0] * stepDeg, arrow[1] * stepDeg)
  else if (key === '+' || key === '=') scene.zoom(1)
  else if (key === '-' || key === '_') scene.zoom(-1)
  else if (key === 'f' || key === 'F') scene.fit()
  else if (view) scene.setView(view)
  else return false
  return true
}
