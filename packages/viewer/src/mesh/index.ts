export { computeCavity } from './cavity.ts'
export { measureMesh } from './measure.ts'
export {
  type Mesh,
  MeshError,
  type MeshFormat,
  type MeshLimits,
  type MeshMeasure,
  type MeshReason,
  meshLimits,
  type PreparedMesh,
} from './mesh.ts'
export { computeNormals } from './normals.ts'
export { parseMesh } from './parse.ts'
export { prepareMesh } from './prepare.ts'
export { pipelineVersion } from './preview-format.ts'
export { isStlHead, recognizeMesh } from './recognize.ts'
export { weldMesh } from './weld.ts'
