import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contactMm, type MeasureClient } from '@pontic/viewer/measure'
import { parseMesh, weldMesh } from '@pontic/viewer/mesh'
import { makeScan } from '../packages/viewer/src/mesh/make-scan.ts'
import { printStep, root } from '../scripts/places.ts'
import { atMost, medianOf, type Scale, show, type Verdict } from './figures.ts'

type Scan = { positions: Float32Array<ArrayBuffer>; indices: Uint32Array<ArrayBuffer> }

/** What the measurement needs of the other tools' measurements. */
type MapBench = {
  triangles: number
  withClient: <Result>(run: (client: MeasureClient) => Promise<Result>) => Promise<Result>
}

const reachMm = 2
const toBiteMm = [-0.75, 7.2, -3]
const ms = (value: number) => `${show(value)} ms`

/**
 * Contacts of a pair of scans in both directions, from a new worker: the time until the first colours of both, and until the exact
 * colours of both. The demo pair has no bite, so the upper arch is moved into one.
 */
export async function measurePairs(
  { rounds }: Scale,
  { triangles, withClient }: MapBench,
): Promise<{ rows: (readonly [string, string])[]; verdicts: Verdict[] }> {
  printStep('measuring contacts of a pair')
  const lower = readArch('lower', triangles)
  const upper = readArch('upper', triangles)
  for (let at = 0; at < upper.positions.length; at += 1) upper.positions[at]! += toBiteMm[at % 3]!
  const [first, all]: [number[], number[]] = [[], []]
  for (let round = 0; round < Math.max(3, rounds); round += 1)
    await withClient(async (client) => {
      await client.setMesh('one', upper)
      await client.setMesh('other', lower)
      const startMs = performance.now()
      for (const isSample of [true, false]) {
        for (const [from, to] of [
          ['one', 'other'],
          ['other', 'one'],
        ] as const)
          await client.call('distances', { from, to, maxMm: reachMm, isSample, spotLimitMm: contactMm })
        const times = isSample ? first : all
        times.push(performance.now() - startMs)
      }
    })
  const count = show(triangles)
  const [firstMs, allMs] = [medianOf(first), medianOf(all)]
  return {
    rows: [
      [`contacts of two scans of ${count} triangles, first colours, median`, ms(firstMs)],
      [`contacts of two scans of ${count} triangles, all colours, median`, ms(allMs)],
    ],
    verdicts: [
      atMost(`first colours of two scans of ${count} triangles`, firstMs, 300, ms),
      atMost(`all colours of two scans of ${count} triangles`, allMs, 1000, ms),
    ],
  }
}

function readArch(jaw: 'upper' | 'lower', triangles: number): Scan {
  const real = weldMesh(parseMesh(readFileSync(join(root, `demo/scans/case0-${jaw}-teeth.obj`))))
  const { positions, indices } = makeScan(real, triangles)
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}
