import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { meshPictureSizes } from '@pontic/contract'
import { parseMesh, weldMesh } from '@pontic/viewer/mesh'
import { decodePreview } from '@pontic/viewer/preview'
import { meshProcessFlags } from '../apps/server/src/cases/meshes/run-mesh-process.ts'
import { measureDeviation, percentileOf } from '../packages/viewer/src/mesh/deviation.ts'
import { printStep } from '../scripts/places.ts'
import { atMost, medianOf, type Scale, type Section, show, type Verdict } from './figures.ts'
import { makeScanFile } from './scans.ts'

type Run = {
  cpuMs: number
  coarseCpuMs: number
  peakBytes: number
  levels: { level: number; sizeBytes: number; triangleCount: number }[]
}
type Measured = { name: string; sizeBytes: number; runs: Run[]; coarseP99Mm: number; fullLargestMm: number }

/** Names and sizes of the generated scans, with the allowed CPU seconds. */
const scans = [
  { name: '12 MB', sizeBytes: 12_000_000, secondsMax: 1.2 },
  { name: '100 MB', sizeBytes: 100_000_000, secondsMax: 7 },
] as const
/** Maximum number of vertices at which distances are measured: every n-th vertex of a larger mesh. */
const pointsMax = 250_000
const runProcess = promisify(execFile)

/**
 * Measures the mesh pipeline: CPU time and memory of a run, sizes of the levels, and the distances between the scan and its
 * coarse and full level in both directions.
 */
export async function measurePipeline(scale: Scale): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'pontic-bench-'))
  try {
    const measured: Measured[] = []
    for (const scan of scans) measured.push(await measureScan(scan, folder, Math.min(scale.rounds, 5)))
    return report(measured)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function measureScan(
  { name, sizeBytes }: (typeof scans)[number],
  folder: string,
  rounds: number,
): Promise<Measured> {
  const bytes = makeScanFile(sizeBytes)
  const file = join(folder, 'scan.stl')
  writeFileSync(file, bytes)
  const runs: Run[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { stdout } = await runProcess(
      process.execPath,
      [
        ...meshProcessFlags,
        join(import.meta.dirname, 'pipeline-run.ts'),
        file,
        folder,
        JSON.stringify(meshPictureSizes),
      ],
      // All runs share compiled code, because the server compiles its code only once.
      { env: { NODE_COMPILE_CACHE: join(folder, 'code') } },
    )
    runs.push(JSON.parse(stdout) as Run)
    printStep(`${name}: ${show(runs.at(-1)!.cpuMs)} ms of processor time`)
  }
  const original = weldMesh(parseMesh(bytes))
  const { levels } = runs[0]!
  const distances = async (level: number) => {
    const { mesh } = await decodePreview(readFileSync(join(folder, `level-${level}.glb`)))
    return [
      measureDeviation(sample(original.positions), mesh),
      measureDeviation(sample(mesh.positions), original),
    ]
  }
  const most = (directions: Float32Array[], share: number) =>
    Math.max(...directions.map((sorted) => percentileOf(sorted, share)))
  return {
    name,
    sizeBytes: bytes.length,
    runs,
    coarseP99Mm: most(await distances(0), 0.99),
    fullLargestMm: most(await distances(levels.length - 1), 1),
  }
}

function sample(positions: Float32Array): Float32Array {
  const step = Math.max(1, Math.ceil(positions.length / 3 / pointsMax))
  if (step === 1) return positions
  const points = new Float32Array(Math.floor(positions.length / 3 / step) * 3)
  for (let i = 0; i < points.length; i += 3) points.set(positions.subarray(i * step, i * step + 3), i)
  return points
}

const seconds = (value: number) => `${show(value)} s`
const micrometres = (value: number) => `${show(value * 1000)} µm`
const kilobytes = (value: number) => `${show(value / 1000)} KB`
const megabytes = (value: number) => `${show(value / 1e6)} MB`
const cpuSeconds = ({ runs }: Measured) => medianOf(runs.map(({ cpuMs }) => cpuMs)) / 1000
const peakOf = ({ runs }: Measured) => Math.max(...runs.map(({ peakBytes }) => peakBytes))
const levelsOf = ({ runs }: Measured) => runs[0]!.levels

function report(measured: readonly Measured[]): Section {
  const verdicts = measured.flatMap((one, at): Verdict[] => {
    const [coarse, full] = [levelsOf(one)[0]!, levelsOf(one).at(-1)!]
    const { secondsMax } = scans[at]!
    return [
      atMost(
        `${one.name}: all levels and the picture, time of one core`,
        cpuSeconds(one),
        secondsMax,
        seconds,
      ),
      atMost(`${one.name}: coarse level`, coarse.sizeBytes, 250_000, kilobytes),
      atMost(`${one.name}: coarse level, 99th percentile of deviation`, one.coarseP99Mm, 0.02, micrometres),
      atMost(`${one.name}: full level of the STL's bytes`, full.sizeBytes / one.sizeBytes, 0.1, show),
      atMost(`${one.name}: full level, largest deviation`, one.fullLargestMm, 0.01, micrometres),
      atMost(`${one.name}: resident at most`, peakOf(one), 1e9, megabytes),
    ]
  })
  return {
    title: 'Previews of scans',
    notes: [
      'Scans are derived from a real upper arch: longest edges halved, Gaussian noise of 4 µm, fixed seed. Each run is a ' +
        'separate process that reads the STL, writes all levels and encodes the picture in both sizes. The times include its start. Times are medians of the runs, memory is the largest. ' +
        `Deviations are measured in both directions, from up to ${pointsMax.toLocaleString('en')} corners each.`,
    ],
    columns: ['Scan', 'Processor time', 'until the coarse level', 'Resident', 'Levels'],
    rows: measured.map((one) => [
      one.name,
      seconds(cpuSeconds(one)),
      seconds(medianOf(one.runs.map(({ coarseCpuMs }) => coarseCpuMs)) / 1000),
      megabytes(peakOf(one)),
      levelsOf(one)
        .map(
          ({ sizeBytes, triangleCount }) => `${kilobytes(sizeBytes)} (${triangleCount.toLocaleString('en')})`,
        )
        .join(', '),
    ]),
    verdicts,
  }
}
