import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
} from 'three'
import type { Outline, PlaneAxes } from '../measure/section.ts'
import type { SceneTools } from '../scene/tool-api.ts'

/** The half sides of the drawn plane around its centre, in millimetres. */
export type PlaneSize = { centre: readonly [number, number]; half: readonly [number, number] }

/** Draws the outlines of a section in the scene, each with its scan, and the plane as a translucent rectangle. */
export class SectionOverlay {
  private readonly scene: SceneTools
  private readonly line: LineBasicMaterial
  private readonly face: MeshBasicMaterial
  private readonly outlines = new Map<string, LineSegments<BufferGeometry, LineBasicMaterial>>()
  private plane: Mesh<BufferGeometry, MeshBasicMaterial> | undefined

  /** @param colour CSS hex colour */
  constructor(scene: SceneTools, colour: string) {
    this.scene = scene
    this.line = new LineBasicMaterial({ color: colour, depthTest: false, toneMapped: false })
    this.face = new MeshBasicMaterial({
      color: colour,
      transparent: true,
      opacity: 0.08,
      side: DoubleSide,
      depthWrite: false,
      toneMapped: false,
    })
  }

  /** Replaces the outlines. */
  setOutlines(outlines: readonly Outline[]): void {
    const wanted = new Set(outlines.map(({ scanId }) => scanId))
    for (const [id, line] of this.outlines) if (!wanted.has(id)) this.removeLine(id, line)
    for (const outline of outlines) {
      const line = this.outlines.get(outline.scanId) ?? this.addLine(outline.scanId)
      line.geometry.dispose()
      line.geometry = toSegments(outline)
    }
    this.scene.redraw()
  }

  /** Moves the rectangle that shows the plane; undefined hides it. @param scanId the scan with which it moves */
  setPlane(axes: PlaneAxes | undefined, { centre, half }: PlaneSize, scanId?: string): void {
    if (this.plane) this.scene.removeOverlay(this.plane)
    this.plane?.geometry.dispose()
    this.plane = undefined
    if (!axes) return
    const { origin, right, up } = axes
    const corners = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].flatMap(([x = 0, y = 0]) =>
      [0, 1, 2].map(
        (axis) =>
          origin[axis]! + right[axis]! * (centre[0] + x * half[0]) + up[axis]! * (centre[1] + y * half[1]),
      ),
    )
    const geometry = new BufferGeometry()
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(corners), 3))
    geometry.setIndex([0, 1, 2, 0, 2, 3])
    this.plane = new Mesh(geometry, this.face)
    this.plane.frustumCulled = false
    this.plane.renderOrder = 1e6
    this.scene.addOverlay(this.plane, scanId)
  }

  dispose(): void {
    for (const [id, line] of this.outlines) this.removeLine(id, line)
    this.setPlane(undefined, { centre: [0, 0], half: [0, 0] })
    this.line.dispose()
    this.face.dispose()
  }

  private addLine(scanId: string): LineSegments<BufferGeometry, LineBasicMaterial> {
    const line = new LineSegments(new BufferGeometry(), this.line)
    line.frustumCulled = false
    line.renderOrder = 1e6 + 1
    this.outlines.set(scanId, line)
    this.scene.addOverlay(line, scanId)
    return line
  }

  private removeLine(scanId: string, line: LineSegments): void {
    this.scene.removeOverlay(line)
    line.geometry.dispose()
    this.outlines.delete(scanId)
  }
}

function toSegments({ points, starts, isClosed }: Outline): BufferGeometry {
  const order: number[] = []
  for (let at = 0; at + 1 < starts.length; at += 1) {
    const [first, end] = [starts[at]!, starts[at + 1]!]
    for (let point = first; point + 1 < end; point += 1) order.push(point, point + 1)
    if (isClosed[at]) order.push(end - 1, first)
  }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(points, 3))
  geometry.setIndex(order)
  return geometry
}
