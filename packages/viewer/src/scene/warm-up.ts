import { PerspectiveCamera, Scene, type WebGLRenderer } from 'three'
import { createEmptyScan } from './drawn-scan.ts'
import { GeometryUpload } from './geometry-upload.ts'
import { createLighting } from './lighting.ts'
import { createScanLayer, showUpload, surfaceOf } from './scan-layer.ts'
import { isDrawnBySoftware } from './software-drawing.ts'

/**
 * Draws a triangle without an area with the material of scans, so that the shaders are compiled before the first scan is drawn. The
 * material exists as long as the renderer, which keeps the shaders.
 * @param isUnused whether no scene draws on the canvas yet, so that the triangle may be drawn
 */
export function warmUpShaders(renderer: WebGLRenderer, isUnused: () => boolean): void {
  const layer = createScanLayer({ id: '', role: 'other', scan: createEmptyScan() })
  const upload = new GeometryUpload(renderer.getContext() as WebGL2RenderingContext, layer.scan)
  upload.advance(Number.POSITIVE_INFINITY)
  showUpload(layer, upload)
  const scene = new Scene()
  const camera = new PerspectiveCamera()
  createLighting(scene, camera)
  scene.add(layer.group)
  const draw = () => {
    if (isUnused()) renderer.render(scene, camera)
  }
  // A software renderer compiles while it draws, in a process of its own. For a graphics card, the driver compiles first.
  if (isDrawnBySoftware()) draw()
  else void renderer.compileAsync(surfaceOf(layer), camera, scene).then(draw)
}
