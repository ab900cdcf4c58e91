import { BufferAttribute, BufferGeometry } from 'three'
import { CENTER, MeshBVH } from 'three-mesh-bvh'
import { MeasureError } from './measure-error.ts'

/** A mesh as `SceneTools.getFullGeometry` returns it: positions in millimetres in the axes of the file. */
export type MeasuredGeometry = {
  positions: Float32Array<ArrayBuffer>
  indices: Uint32Array<ArrayBuffer>
}

/**
 * A mesh with its tree. The tree has sorted `indices`, so numbers of triangles differ from those of the page; numbers of
 * vertices are the same.
 */
export type StoredMesh = MeasuredGeometry & { id: string; tree: MeshBVH }

/** The meshes of the worker by id. */
export class MeshStore {
  private readonly meshes = new Map<string, StoredMesh>()

  /**
   * Builds the tree of a mesh. A new mesh replaces the mesh with the same id.
   * @param geometry becomes part of the store; its indices are sorted
   * @throws {MeasureError} measure.failed for indices without a vertex
   */
  add(id: string, { positions, indices }: MeasuredGeometry): void {
    this.meshes.delete(id)
    const vertexCount = Math.floor(positions.length / 3)
    if (indices.some((index) => index >= vertexCount)) throw new MeasureError('measure.failed')
    const geometry = new BufferGeometry()
    geometry.setAttribute('position', new BufferAttribute(positions, 3))
    geometry.setIndex(new BufferAttribute(indices, 1))
    const tree = new MeshBVH(geometry, { strategy: CENTER, targetLeafSize: 8 })
    this.meshes.set(id, { id, positions, indices, tree })
  }

  remove(id: string): void {
    this.meshes.delete(id)
  }

  /** @throws {MeasureError} measure.no_mesh */
  get(id: string): StoredMesh {
    const mesh = this.meshes.get(id)
    if (!mesh) throw new MeasureError('measure.no_mesh')
    return mesh
  }

  has(id: string): boolean {
    return this.meshes.has(id)
  }
}
