import type { ArchFront, ChosenUnit, FileRole, MeshSurface, MeshUnit } from '@pontic/contract'
import { MeshoptEncoder } from 'meshoptimizer/encoder'
import { MeshoptSimplifier } from 'meshoptimizer/simplifier'
import { findBorders } from './borders.ts'
import { computeCavity } from './cavity.ts'
import { cleanMesh, joinSurface, joinVertices } from './clean.ts'
import { setDraco } from './draco.ts'
import { loadDracoInNode } from './draco-file.ts'
import { loadGlbDecoder } from './glb-decoder.ts'
import { guessArch, guessUnit } from './guesses.ts'
import { measureMesh } from './measure.ts'
import { type Mesh, type MeshLimits, type MeshMeasure, meshLimits } from './mesh.ts'
import { computeNormals, hasCreases } from './normals.ts'
import { type ObjPaint, paintObj } from './obj-paint.ts'
import { parseMesh } from './parse.ts'
import { drawPicture, type Picture } from './picture.ts'
import { previewRules } from './preview-format.ts'
import {
  buildCoarseLevel,
  buildFullLevel,
  buildMiddleLevel,
  type LevelSource,
  type WrittenLevel,
} from './preview-levels.ts'
import { decodePreview } from './preview-read.ts'
import { gridOf } from './preview-write.ts'
import { scaleMesh } from './scale.ts'
import { findSurface, hasOpposedStlNormals } from './surface.ts'
import type { ReadPicture } from './texture.ts'
import { readTextures } from './textures.ts'

/** The measurements of a scan, as in `MeshFacts`. */
export type PipelineFacts = {
  originMm: [number, number, number]
  sizeMm: [number, number, number]
  triangleCount: number
  openEdges: number
  holes: number
  unit: MeshUnit
  unitBy: 'guess' | 'file' | 'person'
  surface: MeshSurface
  front: ArchFront
  jaw: 'upper' | 'lower' | 'unknown'
  hasColors: boolean
}

/** A result of the pipeline. Results are emitted in this order: coarse level, picture, facts, finer levels. */
export type PipelineStep =
  | { kind: 'level'; level: WrittenLevel }
  | { kind: 'picture'; picture: Picture }
  | { kind: 'facts'; facts: PipelineFacts }

export type PipelineInput = {
  /** The file. The pipeline clears the field, so that the memory can be freed after parsing. */
  bytes: Uint8Array | undefined
  role: FileRole
  pictureSize: { widthPx: number; heightPx: number }
  limits?: MeshLimits
  /** Materials of an OBJ from other files of the case. */
  paint?: ObjPaint
  /** Whether to build only the finer levels, for a scan whose coarse level exists. */
  isRefined?: boolean
  /** Unit that a person has set; a unit declared in the file takes precedence. */
  unit?: ChosenUnit
}

/**
 * Builds the preview levels, the picture and the measurements of a scan.
 * @param emit called and awaited with each result as soon as it is ready
 * @param readPicture decodes the textures of a GLB or 3MF; without it, textures are ignored
 * @param beforeFiner awaited between the facts and the finer levels, if both are built
 * @throws {MeshError} with the reasons of `parseMesh`
 */
export async function runPipeline(
  input: PipelineInput,
  emit: (step: PipelineStep) => void | Promise<void>,
  readPicture?: ReadPicture,
  beforeFiner?: () => Promise<void>,
): Promise<void> {
  const decoder = loadGlbDecoder(input.bytes ?? new Uint8Array(), loadDracoInNode)
  await Promise.all([decoder, MeshoptEncoder.ready, MeshoptSimplifier.ready])
  const { source, facts } = await readSource(input, readPicture)
  if (!input.isRefined) {
    const hasFiner = await buildCoarseParts(input, source, facts, emit)
    if (!hasFiner) return
    await beforeFiner?.()
  }
  const hasMiddle = source.mesh.triangleCount > previewRules.middleFromTriangles
  if (hasMiddle) await emit({ kind: 'level', level: buildMiddleLevel(source) })
  await emit({ kind: 'level', level: buildFullLevel(source, hasMiddle ? 2 : 1) })
}

/** @returns false if the coarse level has all triangles of the scan, so that finer levels are not needed */
async function buildCoarseParts(
  { role, pictureSize }: PipelineInput,
  source: LevelSource,
  facts: () => PipelineFacts,
  emit: (step: PipelineStep) => void | Promise<void>,
): Promise<boolean> {
  const coarse = buildCoarseLevel(source)
  // The level is decoded before it is emitted, because the receiver may transfer its memory.
  const drawn = await decodePreview(coarse.bytes)
  await emit({ kind: 'level', level: coarse })
  await emit({ kind: 'picture', picture: drawPicture(drawn, role, pictureSize) })
  await emit({ kind: 'facts', facts: facts() })
  return coarse.triangleCount < source.mesh.triangleCount
}

/** @returns the source of the levels, and a function that measures the scan later, because the coarse level is more urgent */
async function readSource(
  input: PipelineInput,
  readPicture: ReadPicture | undefined,
): Promise<{ source: LevelSource; facts: () => PipelineFacts }> {
  const { bytes = new Uint8Array(), limits = meshLimits, paint, unit } = input
  input.bytes = undefined
  const textures =
    readPicture &&
    bytes.length <= limits.sizeBytes &&
    (await readTextures(bytes, readPicture, limits.sizeBytes))
  const read = parseMesh(bytes, limits, textures || undefined)
  // A paused process keeps only the parsed scan.
  setDraco(undefined)
  const hasOpposedNormals = hasOpposedStlNormals(bytes, read)
  scaleMesh(read, unit)
  const isPainted = paint !== undefined && read.format === 'obj' && !read.colors
  const joined = joinVertices(isPainted ? paintObj(bytes, read, paint, limits) : read)
  const mesh = cleanMesh(joined)
  const normals = computeNormals(mesh)
  const isEdged = hasCreases(mesh, normals)
  const measure = measureMesh(mesh)
  const cavity = computeCavity(mesh, normals, isEdged)
  const source = { mesh, cavity, grid: gridOf(measure), isEdged }
  return { source, facts: () => measureAll({ mesh, joined, measure, unit, hasOpposedNormals }) }
}

type Measured = {
  mesh: Mesh
  joined: Mesh
  measure: MeshMeasure
  unit: ChosenUnit | undefined
  hasOpposedNormals: boolean
}

function measureAll({ mesh, joined, measure, unit, hasOpposedNormals }: Measured): PipelineFacts {
  const borders = findBorders(joinSurface(joined), Math.max(...measure.sizeMm))
  const surface = findSurface(mesh, measure, borders, hasOpposedNormals)
  return {
    originMm: measure.min,
    sizeMm: measure.sizeMm,
    triangleCount: mesh.triangleCount,
    openEdges: borders.openEdges,
    holes: borders.holes,
    unit: mesh.hasUnit ? 'mm' : (unit ?? guessUnit(mesh, measure)),
    unitBy: mesh.hasUnit ? 'file' : unit ? 'person' : 'guess',
    surface,
    ...guessArch(mesh, measure, surface),
    hasColors: mesh.colors !== undefined,
  }
}
