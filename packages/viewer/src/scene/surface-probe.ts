import {
  DoubleSide,
  Mesh,
  MeshDepthMaterial,
  NearestFilter,
  NoBlending,
  PerspectiveCamera,
  RGBADepthPacking,
  Scene,
  Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three'
import { type ScanLayer, surfaceOf } from './scan-layer.ts'

/** A point of the surface, at its place in the picture: x and y from -1 (left, below) to 1. */
export type SurfacePoint = { x: number; y: number; point: Vector3 }

/** The default number of rows and columns of the picture that `list` reads. */
const gridSize = 32

/**
 * Reads points of the surface from a depth picture, which the graphics card draws within milliseconds even for millions of
 * triangles, and which needs no search tree.
 */
export class SurfaceProbe {
  private readonly renderer: WebGLRenderer
  private readonly camera = new PerspectiveCamera()
  private readonly scene = new Scene()
  /** A material for each layer, because the layers may be clipped by different planes. */
  private readonly materials = new Map<string, MeshDepthMaterial>()
  private readonly targets = new Map<number, WebGLRenderTarget>()

  constructor(renderer: WebGLRenderer) {
    this.renderer = renderer
    this.scene.matrixWorldAutoUpdate = false
  }

  /**
   * Finds the nearest point of the layers at a place of the picture.
   * @param camera its clipping planes must enclose the layers
   * @param x, y from -1 (left, below) to 1
   */
  find(layers: readonly ScanLayer[], camera: PerspectiveCamera, x: number, y: number): Vector3 | undefined {
    // A picture of one square pixel around the place, of a complete picture with 1000 rows.
    const [width, height] = [1000 * camera.aspect, 1000]
    const [left, top] = [((x + 1) / 2) * width - 0.5, ((1 - y) / 2) * height - 0.5]
    this.camera.copy(camera, false)
    this.camera.setViewOffset(width, height, left, top, 1, 1)
    return this.draw(layers, 1)[0]?.point
  }

  /** Lists points of the layers all over the picture, in a grid. @param size its rows and columns */
  list(layers: readonly ScanLayer[], camera: PerspectiveCamera, size = gridSize): SurfacePoint[] {
    this.camera.copy(camera, false)
    this.camera.clearViewOffset()
    return this.draw(layers, size)
  }

  dispose(): void {
    for (const target of this.targets.values()) target.dispose()
    this.targets.clear()
    for (const material of this.materials.values()) material.dispose()
    this.materials.clear()
  }

  private draw(layers: readonly ScanLayer[], size: number): SurfacePoint[] {
    const solid = layers.filter(({ opacity }) => opacity === 1)
    const found = this.drawLayers(solid, size)
    // A translucent scan shows what is behind it.
    return found.length > 0 ? found : this.drawLayers(layers, size)
  }

  private drawLayers(layers: readonly ScanLayer[], size: number): SurfacePoint[] {
    const meshes = layers.flatMap((layer) => this.createMesh(layer))
    if (meshes.length === 0) return []
    const { renderer } = this
    const target = this.targetOf(size)
    this.scene.add(...meshes)
    const before = renderer.getRenderTarget()
    renderer.setRenderTarget(target)
    renderer.clear()
    renderer.render(this.scene, this.camera)
    const pixels = new Uint8Array(size * size * 4)
    renderer.readRenderTargetPixels(target, 0, 0, size, size, pixels)
    renderer.setRenderTarget(before)
    this.scene.clear()
    return this.pointsOf(pixels, size)
  }

  private createMesh(layer: ScanLayer): Mesh[] {
    if (!layer.upload) return []
    const { material, matrixWorld } = surfaceOf(layer)
    // The first level is exact enough for movements of the camera.
    const { geometry } = layer.rough ?? layer.upload
    const depth = this.materials.get(layer.id) ?? createDepthMaterial()
    this.materials.set(layer.id, depth)
    depth.clippingPlanes = material.clippingPlanes
    const mesh = new Mesh(geometry, depth)
    mesh.frustumCulled = false
    mesh.matrixWorld.copy(matrixWorld)
    return [mesh]
  }

  private pointsOf(pixels: Uint8Array, size: number): SurfacePoint[] {
    const points: SurfacePoint[] = []
    for (let at = 0; at < size * size; at += 1) {
      const depth = unpackDepth(pixels, at * 4)
      if (depth === undefined) continue
      const x = (((at % size) + 0.5) / size) * 2 - 1
      const y = ((Math.floor(at / size) + 0.5) / size) * 2 - 1
      points.push({ x, y, point: new Vector3(x, y, depth * 2 - 1).unproject(this.camera) })
    }
    return points
  }

  private targetOf(size: number): WebGLRenderTarget {
    const known = this.targets.get(size)
    if (known) return known
    const filters = { minFilter: NearestFilter, magFilter: NearestFilter } as const
    const target = new WebGLRenderTarget(size, size, { ...filters, generateMipmaps: false })
    this.targets.set(size, target)
    return target
  }
}

const createDepthMaterial = (): MeshDepthMaterial =>
  new MeshDepthMaterial({ depthPacking: RGBADepthPacking, side: DoubleSide, blending: NoBlending })

/** Unpacks the depth that `MeshDepthMaterial` writes into a pixel. @returns 0 to 1; undefined for the cleared background */
function unpackDepth(pixels: Uint8Array, at: number): number | undefined {
  const [high, middle, low, rest] = pixels.subarray(at, at + 4) as unknown as [number, number, number, number]
  // The renderer clears with black, and the surface is never at depth 0.
  if (high === 0 && middle === 0 && low === 0) return undefined
  if (high === 255 && middle === 255 && low === 255) return 1
  return high / 256 + middle / 256 ** 2 + low / 256 ** 3 + rest / 255 / 256 ** 3
}
