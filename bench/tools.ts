import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMeasureClient, type MeasureClient, toPlane, type Vec, vectors } from '@pontic/viewer/measure'
import { parseMesh, weldMesh } from '@pontic/viewer/mesh'
import { createMeasureHost, type HostMessage } from '../packages/viewer/src/measure/measure-host.ts'
import { makeScan } from '../packages/viewer/src/mesh/make-scan.ts'
import { weighTools, weighViewer } from '../scripts/page-weights.ts'
import { printStep, root } from '../scripts/places.ts'
import { buildWebWhenStale } from '../scripts/web-build.ts'
import { atLeast, atMost, medianOf, type Scale, type Section, show, type Verdict } from './figures.ts'
import { measurePairs } from './tool-maps.ts'

/** The measured figures of one tool, and which of them reach their targets. */
type ToolFigures = {
  rows: readonly (readonly [what: string, figure: string])[]
  verdicts: readonly Verdict[]
}

/** The scans of the measurements: a real arch whose edges are split until there are enough triangles, with noise. */
export type BenchScan = { positions: Float32Array<ArrayBuffer>; indices: Uint32Array<ArrayBuffer> }

/** The measurements of the tools at the scan. Each tool adds its own. */
const tools: readonly ((scale: Scale) => Promise<ToolFigures>)[] = [
  measurePoints,
  measureSections,
  (scale) => measurePairs(scale, { triangles: 200_000, withClient }),
  weighChunks,
]

/** Measures the tools at the scan, in one thread, including the copies of messages between page and worker. */
export async function measureTools(scale: Scale): Promise<Section> {
  const figures: ToolFigures[] = []
  for (const tool of tools) figures.push(await tool(scale))
  return {
    title: 'Tools at the scan',
    notes: [
      'A real arch is refined to the number of triangles, with noise of 4 µm. Times contain the copies of messages between page and worker, but not the tree, which is built once for each scan.',
    ],
    columns: ['what', 'figure'],
    rows: figures.flatMap(({ rows }) => rows),
    verdicts: figures.flatMap(({ verdicts }) => verdicts),
  }
}

const made = new Map<number, BenchScan>()

/** Returns the scan with a number of triangles. */
export function benchScan(triangles: number): BenchScan {
  const known = made.get(triangles)
  if (known) return known
  printStep(`making a scan of ${show(triangles)} triangles`)
  const real = weldMesh(parseMesh(readFileSync(join(root, 'demo/scans/case0-upper-teeth.obj'))))
  const { positions, indices } = makeScan(real, triangles)
  const scan = { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
  made.set(triangles, scan)
  return scan
}

/** Runs a measurement with a client that is connected to the worker's code by a message channel. */
export async function withClient<Result>(run: (client: MeasureClient) => Promise<Result>): Promise<Result> {
  const { port1, port2 } = new MessageChannel()
  const receive = createMeasureHost(port2)
  port2.onmessage = ({ data }: MessageEvent<HostMessage>) => void receive(data)
  port1.start()
  try {
    return await run(createMeasureClient(port1))
  } finally {
    port1.close()
  }
}

/** Returns how long a call takes, in milliseconds. */
export async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await run()
  return performance.now() - startMs
}

const ms = (value: number) => `${show(value)} ms`

function boxOf({ positions }: BenchScan): { min: Vec; max: Vec } {
  const min = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const max = min.map((value) => -value)
  for (let at = 0; at < positions.length; at += 1) {
    min[at % 3] = Math.min(min[at % 3]!, positions[at]!)
    max[at % 3] = Math.max(max[at % 3]!, positions[at]!)
  }
  return { min: min as unknown as Vec, max: max as unknown as Vec }
}

/** A click on a scan of two million triangles: the ray, and snapping to vertices and edges. */
async function measurePoints({ rounds }: Scale): Promise<ToolFigures> {
  const scan = benchScan(2_000_000)
  const { min, max } = boxOf(scan)
  return withClient(async (client) => {
    const treeMs = await timeOf(() => client.setMesh('scan', scan))
    const times: number[] = []
    for (let at = 0; at < 100 * rounds; at += 1) {
      const vertex = Math.floor((at * 7919 * 3) % (scan.positions.length / 3)) * 3
      const target: Vec = [scan.positions[vertex]!, scan.positions[vertex + 1]!, scan.positions[vertex + 2]!]
      const origin: Vec = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, max[2] + 150]
      const direction = vectors.toUnit(vectors.subtract(target, origin))!
      const ray = { id: 'scan', origin, direction, near: 0, far: Number.POSITIVE_INFINITY, isGhost: false }
      times.push(await timeOf(() => client.call('pick', { rays: [ray], snapTan: 0.003 })))
    }
    const slowestMs = times.reduce((most, time) => Math.max(most, time), 0)
    return {
      rows: [
        ['tree of 2,000,000 triangles', ms(treeMs)],
        ['point on 2,000,000 triangles, median', ms(medianOf(times))],
        ['point on 2,000,000 triangles, slowest', ms(slowestMs)],
      ],
      verdicts: [atMost('slowest point on 2,000,000 triangles', slowestMs, 50, ms)],
    }
  })
}

/** A plane that is dragged through a scan of one million triangles, along each axis. */
async function measureSections({ rounds }: Scale): Promise<ToolFigures> {
  const scan = benchScan(1_000_000)
  const { min, max } = boxOf(scan)
  const steps = 60
  return withClient(async (client) => {
    await client.setMesh('scan', scan)
    const rates: number[] = []
    for (let round = 0; round < rounds; round += 1)
      for (const normal of [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ] as const) {
        const takenMs = await timeOf(async () => {
          for (let step = 1; step <= steps; step += 1) {
            const share = step / (steps + 1)
            const point = min.map((low, axis) => low + (max[axis]! - low) * share) as unknown as Vec
            await client.call('section', { scanIds: ['scan'], plane: toPlane(normal, point) })
          }
        })
        rates.push((steps / takenMs) * 1000)
      }
    const rate = medianOf(rates)
    const perSecond = (value: number) => `${show(value)} a second`
    return {
      rows: [['outlines of 1,000,000 triangles while dragging, median', perSecond(rate)]],
      verdicts: [atLeast('outlines of 1,000,000 triangles', Math.min(...rates), 30, perSecond)],
    }
  })
}

async function weighChunks(): Promise<ToolFigures> {
  await buildWebWhenStale()
  const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`
  const [viewer, all] = [weighViewer(), weighTools()]
  return {
    rows: [
      ['scripts of the viewer (brotli)', kb(viewer)],
      ['scripts of all tools (brotli), without the worker', kb(all)],
    ],
    verdicts: [
      atMost('scripts of the viewer', viewer, 150_000, kb),
      atMost('scripts of all tools', all, 60_000, kb),
    ],
  }
}
