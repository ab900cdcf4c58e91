import { NeutralToneMapping, WebGLRenderer } from 'three'
import { SceneError } from './api.ts'
import { isDrawnBySoftware } from './software-drawing.ts'
import { warmUpShaders } from './warm-up.ts'

/** A canvas with its WebGL context and renderer. */
export type Graphics = {
  readonly canvas: HTMLCanvasElement
  readonly context: WebGL2RenderingContext
  readonly renderer: WebGLRenderer
}

/** Graphics that no scene uses are released after this time, because a page may have few WebGL contexts. */
const unusedMs = 300_000

/** Graphics for the next scene, with compiled shaders and without scans. */
let spare: { graphics: Graphics; release: () => void } | undefined
let usedCount = 0

/**
 * Creates the WebGL context and compiles the shaders for the next scene, so that its first picture does not wait for them. Does
 * nothing while a scene is shown. What no scene uses within five minutes is released.
 */
export function prepareScene(): void {
  if (spare || usedCount > 0) return
  const graphics = createGraphics()
  // `createScanScene` reports that there is no WebGL.
  if (!graphics) return
  keepSpare(graphics)
  warmUpShaders(graphics.renderer, () => spare?.graphics === graphics)
}

/** Returns prepared graphics, or new ones. @throws {SceneError} scene.no_webgl if the browser has no WebGL 2 */
export function takeGraphics(): Graphics {
  prepareScene()
  const graphics = spare?.graphics ?? createGraphics()
  if (!graphics) throw new SceneError('scene.no_webgl')
  spare?.release()
  usedCount += 1
  return graphics
}

/**
 * Ends the use of graphics by a scene that is disposed of. They become those of the next scene. If another scene is shown, they are
 * released, so that a page never has two contexts for long.
 */
export function returnGraphics(graphics: Graphics): void {
  usedCount -= 1
  const { renderer, context } = graphics
  if (usedCount > 0 || spare || context.isContextLost()) {
    releaseGraphics(graphics)
    return
  }
  renderer.renderLists.dispose()
  renderer.setPixelRatio(1)
  // A size of one pixel frees the buffers of the canvas.
  renderer.setSize(1, 1, false)
  keepSpare(graphics)
}

/** @returns undefined if the browser has no WebGL 2 */
function createGraphics(): Graphics | undefined {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('webgl2', {
    // A software renderer takes three times as long with antialiasing.
    antialias: !isDrawnBySoftware(),
    alpha: false,
    powerPreference: 'high-performance',
  })
  if (!context) return undefined
  const renderer = new WebGLRenderer({ canvas, context })
  renderer.toneMapping = NeutralToneMapping
  return { canvas, context, renderer }
}

function keepSpare(graphics: Graphics): void {
  const { canvas } = graphics
  const drop = () => {
    release()
    releaseGraphics(graphics)
  }
  const timer = setTimeout(drop, unusedMs)
  canvas.addEventListener('webglcontextlost', drop)
  const release = () => {
    clearTimeout(timer)
    canvas.removeEventListener('webglcontextlost', drop)
    spare = undefined
  }
  spare = { graphics, release }
}

function releaseGraphics({ renderer, context }: Graphics): void {
  renderer.dispose()
  context.getExtension('WEBGL_lose_context')?.loseContext()
}
