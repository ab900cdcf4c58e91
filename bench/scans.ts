import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseMesh, weldMesh } from '@pontic/viewer/mesh'
import { makeScan, writeStl } from '../packages/viewer/src/mesh/make-scan.ts'
import { root } from '../scripts/places.ts'

const headBytes = 84
const triangleBytes = 50

/**
 * Creates a binary STL of the given size (within one triangle) that resembles the output of a scanner: a real arch whose edges
 * are split until there are enough triangles, with Gaussian noise of 4 µm. The bytes are the same in each run.
 * @param scan a file of demo/scans
 */
export function makeScanFile(sizeBytes: number, scan = 'case0-upper-teeth.obj'): Buffer {
  const real = weldMesh(parseMesh(readFileSync(join(root, 'demo/scans', scan))))
  const triangles = Math.floor((sizeBytes - headBytes) / triangleBytes)
  return Buffer.from(writeStl(makeScan(real, triangles)))
}
