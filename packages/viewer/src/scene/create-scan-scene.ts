import type { ScanScene, ScanSceneOptions } from './api.ts'
import { returnGraphics, takeGraphics } from './graphics.ts'
import { listenToKeys } from './keyboard.ts'
import { PointerInput } from './pointer-input.ts'
import { SceneStage } from './scene-stage.ts'

const zoomStep = 1.25

/**
 * Creates a scene on a canvas that it appends to `holder`. The rendered image has the size of the canvas in the page.
 * @throws {SceneError} scene.no_webgl if the browser has no WebGL 2
 */
export function createScanScene(holder: HTMLElement, options: ScanSceneOptions): ScanScene {
  const graphics = takeGraphics()
  const { canvas } = graphics
  holder.append(canvas)
  const stage = new SceneStage(graphics, options)
  const observer = new ResizeObserver(() => stage.resize())
  observer.observe(canvas)
  const endContext = watchContext(canvas, stage, options)
  const { navigation, tools } = stage
  const pointers = new PointerInput({
    canvas,
    navigation,
    motion: stage.drawing.rough,
    countPictures: () => tools.pictureCount,
  })
  const scene: ScanScene = {
    canvas,
    pickRay: tools.pickRay,
    project: tools.project,
    pixelMm: tools.pixelMm,
    onFrame: tools.onFrame,
    onCapture: tools.onCapture,
    redraw: tools.redraw,
    addOverlay: tools.addOverlay,
    removeOverlay: tools.removeOverlay,
    setColorMap: tools.setColorMap,
    setClip: tools.setClip,
    setMovement: tools.setMovement,
    setBite: tools.setBite,
    getBite: tools.getBite,
    lookAt: tools.lookAt,
    setSplit: tools.setSplit,
    getFullGeometry: tools.getFullGeometry,
    readAxes: tools.readAxes,
    readCamera: tools.readCamera,
    moveCamera: tools.moveCamera,
    findCovered: tools.findCovered,
    addScan: (scan) => stage.addScan(scan),
    updateScan: (id, scan, isFinest) => stage.updateScan(id, scan, isFinest),
    removeScan: (id) => stage.removeScan(id),
    setVisible: (id, visible) => stage.setVisible(id, visible),
    showOnly: (id) => {
      for (const scan of stage.state.scans) stage.setVisible(scan.id, scan.id === id)
    },
    setOpacity: (id, opacity) => stage.setOpacity(id, opacity),
    setOwnColors: (id, ownColors) => stage.setOwnColors(id, ownColors),
    setMode: (mode) => stage.setMode(mode),
    setView: (view) => stage.setView(view),
    fit: () => stage.fit(),
    zoom: (steps) => navigation.zoom(zoomStep ** -steps),
    orbitBy: (rightDeg, upDeg) => navigation.orbitBy(rightDeg, upDeg),
    drive: (rates) => navigation.drive(rates),
    setBindings: (bindings) => {
      pointers.bindings = bindings
    },
    setPivotClicks: (isOn) => {
      pointers.hasPivotClicks = isOn
    },
    setTheme: (theme) => stage.setTheme(theme),
    arrangeApart: (isApart) => stage.arrangeApart(isApart),
    resize: () => stage.resize(),
    screenshot: () => stage.drawing.screenshot(),
    capture: (scale) => stage.capture(scale),
    getState: () => stage.state,
    readView: () => stage.readView(),
    applyView: (view) => stage.applyView(view),
    dispose: () => {
      observer.disconnect()
      endKeys?.()
      pointers.dispose()
      endContext()
      stage.dispose()
      canvas.remove()
      returnGraphics(graphics)
    },
  }
  const panBy = (rightPx: number, upPx: number) => navigation.panBy(rightPx, upPx)
  const endKeys = options.hasKeyboard === false ? undefined : listenToKeys(canvas, { ...scene, panBy })
  return scene
}

/** Handles loss and restoration of the WebGL context. Returns a function that stops listening. */
function watchContext(canvas: HTMLCanvasElement, stage: SceneStage, options: ScanSceneOptions): () => void {
  const lose = (event: Event) => {
    // Without `preventDefault` the browser never restores the context.
    event.preventDefault()
    stage.setContextLost(true)
    options.onContextLost?.()
  }
  const restore = () => {
    stage.setContextLost(false)
    options.onContextRestored?.()
  }
  canvas.addEventListener('webglcontextlost', lose)
  canvas.addEventListener('webglcontextrestored', restore)
  return () => {
    canvas.removeEventListener('webglcontextlost', lose)
    canvas.removeEventListener('webglcontextrestored', restore)
  }
}
