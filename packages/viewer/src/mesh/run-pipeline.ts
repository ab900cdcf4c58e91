import { measureDeviation, percentileOf, surfacePoints } from './deviation.ts'
import { parseMesh } from './parse.ts'
import type { Picture } from './picture.ts'
import { type PipelineFacts, type PipelineInput, runPipeline } from './pipeline.ts'
import type { WrittenLevel } from './preview-levels.ts'
import { decodePreview } from './preview-read.ts'
import type { ReadPicture } from './texture.ts'
import { weldMesh } from './weld.ts'

const pictureSize = { widthPx: 320, heightPx: 240 }

/** All results of the pipeline for a file. `order` lists the kinds of its steps in sequence. */
export type PipelineResult = {
  levels: WrittenLevel[]
  picture: Picture
  facts: PipelineFacts
  order: string[]
}

/** Runs the pipeline and collects its results. @throws the reasons of `runPipeline` */
export async function collectPipeline(
  bytes: Uint8Array,
  role: PipelineInput['role'] = 'other',
  readPicture?: ReadPicture,
): Promise<PipelineResult> {
  const made: Partial<PipelineResult> & Pick<PipelineResult, 'levels' | 'order'> = { levels: [], order: [] }
  await runPipeline(
    { bytes, role, pictureSize },
    (step) => {
      made.order.push(step.kind)
      if (step.kind === 'level') made.levels.push(step.level)
      else if (step.kind === 'picture') made.picture = step.picture
      else made.facts = step.facts
    },
    readPicture,
  )
  return { ...made, picture: made.picture!, facts: made.facts! }
}

type Triangles = { positions: Float32Array; indices: Uint32Array }

/**
 * Measures the distances between the surfaces of a level and of the scan in both directions, in millimetres.
 * @param original the file, or its triangles
 * @returns the 99th percentile and the largest distance (the Hausdorff distance), each of the worse direction
 */
export async function deviationOf(
  original: Uint8Array | Triangles,
  level: WrittenLevel,
): Promise<{ p99: number; largest: number }> {
  const scan = original instanceof Uint8Array ? weldMesh(parseMesh(original)) : original
  const { mesh } = await decodePreview(level.bytes)
  const both = [measureDeviation(surfacePoints(scan), mesh), measureDeviation(surfacePoints(mesh), scan)]
  const most = (share: number) => Math.max(...both.map((sorted) => percentileOf(sorted, share)))
  return { p99: most(0.99), largest: most(1) }
}
