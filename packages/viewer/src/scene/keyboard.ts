type KeyedScene = {
  orbitBy: (rightDeg: number, upDeg: number) => void
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
 * Rotates the scene by the arrow keys while the canvas has the focus, and pans it by Shift and arrow keys. Keys with Ctrl, Alt
 * or Meta are ignored.
 * @returns a function that stops listening
 */
export function listenToKeys(canvas: HTMLCanvasElement, scene: KeyedScene): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return
    const arrow = arrows[event.key]
    if (!arrow) return
    if (event.shiftKey) scene.panBy(arrow[0] * stepPx, arrow[1] * stepPx)
    else scene.orbitBy(arrow[0] * stepDeg, arrow[1] * stepDeg)
    event.preventDefault()
  }
  canvas.addEventListener('keydown', listen)
  return () => canvas.removeEventListener('keydown', listen)
}
