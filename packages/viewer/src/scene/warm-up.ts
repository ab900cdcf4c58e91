import type { Camera, Group, Scene, WebGLRenderer } from 'three'
import { createEmptyScan } from './drawn-scan.ts'
import { GeometryUpload } from './geometry-upload.ts'
import { createScanLayer, disposeLayer, showUpload } from './scan-layer.ts'

/**
 * Draws a triangle without an area, so that the shaders are compiled while the first scan is loaded.
 * @param frame the group of all layers
 * @returns a function that frees the triangle, which keeps the shaders until then. Further calls do nothing
 */
export function warmUpShaders(
  renderer: WebGLRenderer,
  frame: Group,
  scene: Scene,
  camera: Camera,
): () => void {
  const layer = createScanLayer({ id: '', role: 'other', scan: createEmptyScan() })
  const upload = new GeometryUpload(renderer.getContext() as WebGL2RenderingContext, layer.scan)
  upload.advance(Number.POSITIVE_INFINITY)
  showUpload(layer, upload)
  frame.add(layer.group)
  renderer.render(scene, camera)
  layer.group.removeFromParent()
  let isOver = false
  return () => {
    if (!isOver) disposeLayer(layer)
    isOver = true
  }
}
