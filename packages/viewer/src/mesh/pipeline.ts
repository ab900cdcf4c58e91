import type { FileRole, MeshUnit } from '@pontic/contract'
import { MeshoptEncoder } from 'meshoptimizer/encoder'
import { MeshoptSimplifier } from 'meshoptimizer/simplifier'
import { findBorders } from './borders.ts'
import { computeCavity } from './cavity.ts'
import { cleanMesh } from './clean.ts'
import { loadGlbDecoder } from './glb-decoder.ts'
import { guessJaw, guessUnit } from './guesses.ts'
import { measureMesh } from './measure.ts'
import { type Mesh, type MeshLimits, type MeshMeasure, meshLimits } from './mesh.ts'
import { computeNormals, hasHardEdges } from './normals.ts'
import { type ObjPaint, paintObj } from './obj-paint.ts'
import { parseMesh } from './parse.ts'
import { drawPicture, type Picture } from './picture.ts'
import { previewRules } from './preview-format.ts'
import {
  type LevelSource,
  makeCoarseLevel,
  makeFullLevel,
  makeMiddleLevel,
  type WrittenLevel,
} from './preview-levels.ts'
import { decodePreview } from './preview-read.ts'
import { gridOf } from './preview-write.ts'
import type { ReadPicture } from './texture.ts'
import { readTextures } from './textures.ts'

/** What is measured of a scan. Lengths in the file's unit. */
export type PipelineFacts = {
  sizeMm: [number, number, number]
  triangleCount: number
  openEdges: number
  holes: number
  unit: MeshUnit
  jaw: 'upper' | 'lower' | 'unknown'
  hasColors: boolean
}

/** What the pipeline hands out, in this order: the coarse level, the picture, the facts, the finer levels. */
export type PipelineStep =
  | { kind: 'level'; level: WrittenLevel }
  | { kind: 'picture'; picture: Picture }
  | { kind: 'facts'; facts: PipelineFacts }

export type PipelineInput = {
  /** The whole file; taken out of the object, so that its memory is free once it is read. */
  bytes: Uint8Array | undefined
  role: FileRole
  pictureSize: { widthPx: number; heightPx: number }
  limits?: MeshLimits
  /** Materials that the files beside an OBJ give it. */
  paint?: ObjPaint
  /** Makes the finer levels alone, of a scan whose coarse level is known not to be the whole of it. */
  isRefined?: boolean
}

/**
 * Makes of a scan all that is kept beside it: measures, the levels of its preview, a picture. Originals are read only.
 * @param emit called as each part is made; the next one waits for it
 * @param readPicture decodes the textures of a GLB or 3MF, which has no colours of them without it
 * @param beforeFiner awaited before the finer levels are made, where there are any
 * @throws {MeshError} with the reasons of `parseMesh`
 */
export async function runPipeline(
  input: PipelineInput,
  emit: (step: PipelineStep) => void | Promise<void>,
  readPicture?: ReadPicture,
  beforeFiner?: () => Promise<void>,
): Promise<void> {
  await Promise.all([loadGlbDecoder(), MeshoptEncoder.ready, MeshoptSimplifier.ready])
  const { source, measure } = await readSource(input, readPicture)
  if (!input.isRefined) {
    const hasFiner = await makeCoarseParts(input, source, measure, emit)
    if (!hasFiner) return
    await beforeFiner?.()
  }
  const isLong = source.mesh.triangleCount > previewRules.middleFromTriangles
  if (isLong) await emit({ kind: 'level', level: makeMiddleLevel(source) })
  await emit({ kind: 'level', level: makeFullLevel(source, isLong ? 2 : 1) })
}

/** @returns false where the coarse level is the whole scan already, and there is nothing to add */
async function makeCoarseParts(
  { role, pictureSize }: PipelineInput,
  source: LevelSource,
  measure: MeshMeasure,
  emit: (step: PipelineStep) => void | Promise<void>,
): Promise<boolean> {
  const coarse = makeCoarseLevel(source)
  // Read before it is handed out: whoever takes it may move its memory away.
  const drawn = await decodePreview(coarse.bytes)
  await emit({ kind: 'level', level: coarse })
  await emit({ kind: 'picture', picture: drawPicture(drawn, role, pictureSize) })
  await emit({ kind: 'facts', facts: measureAll(source.mesh, measure) })
  return coarse.triangleCount < source.mesh.triangleCount
}

async function readSource(
  input: PipelineInput,
  readPicture: ReadPicture | undefined,
): Promise<{ source: LevelSource; measure: MeshMeasure }> {
  const { bytes = new Uint8Array(), limits = meshLimits, paint } = input
  input.bytes = undefined
  const textures =
    readPicture &&
    bytes.length <= limits.sizeBytes &&
    (await readTextures(bytes, readPicture, limits.sizeBytes))
  const read = parseMesh(bytes, limits, textures || undefined)
  const isPainted = paint !== undefined && read.format === 'obj' && !read.colors
  const mesh = cleanMesh(isPainted ? paintObj(bytes, read, paint, limits) : read)
  const normals = computeNormals(mesh)
  const isFaceted = hasHardEdges(mesh, normals)
  const measure = measureMesh(mesh)
  const cavity = computeCavity(mesh, normals, isFaceted)
  return { source: { mesh, cavity, grid: gridOf(measure), isFaceted }, measure }
}

function measureAll(mesh: Mesh, measure: MeshMeasure): PipelineFacts {
  return {
    sizeMm: measure.sizeMm,
    triangleCount: mesh.triangleCount,
    ...findBorders(mesh, Math.max(...measure.sizeMm)),
    unit: guessUnit(mesh, measure),
    jaw: guessJaw(mesh, measure),
    hasColors: mesh.colors !== undefined,
  }
}
