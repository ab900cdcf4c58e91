/**
 * Program that mutates order documents and archives, reads them, and prints the results and its peak memory. Arguments:
 * number of mutations per format, seed.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPeakBytes } from '../../../../scripts/peak-memory.ts'
import { type Archive, openArchive } from '../exchange/order-documents/archive.shared.ts'
import { parseDocument } from '../exchange/order-documents/read-document.shared.ts'
import { DocumentRefusal } from '../exchange/order-documents/refusal.shared.ts'
import { exocadSample, fhirSample, iteroSample, threeshapeSample } from './sample-documents.ts'
import { writeZip } from './zip-bombs.ts'

const real = (name: string) => readFileSync(join(import.meta.dirname, '../../../../demo/orders', name))

/** Documents to mutate: one of each format, and an archive. */
export const originals: Readonly<Record<string, Buffer>> = {
  itero: real('itero_export_10000001_v30.xml'),
  iteroTeeth: iteroSample,
  exocad: exocadSample,
  threeshape: threeshapeSample,
  rayteams: real('rayteams-prosthesis-case-b.json'),
  fhir: fhirSample,
  archive: writeZip([
    { name: 'order/order.xml', content: threeshapeSample },
    { name: 'order/upper.stl', content: Buffer.from('solid upper\n'.repeat(500)) },
  ]),
}

/** Creates a generator of pseudo-random numbers from 0 to 1 (mulberry32). */
function startRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Mutate = (bytes: Buffer, random: () => number) => Buffer

const offsetIn = (bytes: Buffer, random: () => number) => Math.floor(random() * bytes.length)
const entityBomb = (levels: number) =>
  `<!DOCTYPE x [<!ENTITY l0 "lol">${Array.from({ length: levels }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')}]>`

/** Mutations, each of which makes a document invalid. */
const mutations: readonly Mutate[] = [
  // Truncated
  (bytes, random) => bytes.subarray(0, Math.max(1, Math.floor(bytes.length * random() * 0.95))),
  // Wrong encoding: a lone lead byte in a text declared as UTF-8
  (bytes, random) => {
    const at = offsetIn(bytes, random)
    return Buffer.concat([bytes.subarray(0, at), Buffer.from([0xc3, 0x28, 0xff]), bytes.subarray(at)])
  },
  // UTF-16 without a byte order mark
  (bytes) => Buffer.from(bytes.toString('latin1'), 'utf16le').subarray(1),
  // Entity bombs
  (bytes, random) =>
    Buffer.from(
      bytes
        .toString()
        .replace(/(<\?xml[^>]*\?>)?/, (head) => head + entityBomb(2 + Math.floor(random() * 12)))
        .replace(/>([^<>]*)<\//, '>&l2;</'),
    ),
  // Excessive nesting
  (bytes, random) =>
    Buffer.concat([Buffer.from('['.repeat(70 + offsetIn(bytes, random)) + '<a>'.repeat(80)), bytes]),
  // Zeros over a part
  (bytes, random) => {
    const copy = Buffer.from(bytes)
    const at = offsetIn(bytes, random)
    copy.fill(0, at, Math.min(at + 64, copy.length))
    return copy
  },
  // The start of an end tag or of an object removed
  (bytes, random) => {
    const isEnd = (at: number) => bytes[at] === 0x3c && bytes[at + 1] === 0x2f
    const signs = [...bytes.entries()].filter(([at, byte]) => isEnd(at) || byte === 0x7b)
    const [at] = signs[Math.floor(random() * signs.length)] ?? [0]
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])
  },
]

const archiveMutations: readonly Mutate[] = [
  // Truncated
  (bytes, random) => bytes.subarray(0, Math.floor(bytes.length * random())),
  // Path escapes
  (_bytes, random) =>
    writeZip([{ name: `${'../'.repeat(1 + Math.floor(random() * 5))}order.xml`, content: threeshapeSample }]),
  (_bytes, random) =>
    writeZip([{ name: `/tmp/${Math.floor(random() * 1e6)}.xml`, content: threeshapeSample }]),
  // Zip bombs
  (_bytes, random) =>
    writeZip([{ name: 'order.xml', content: Buffer.alloc(1_100_000 + Math.floor(random() * 8_000_000)) }]),
  // Wrong checksum
  (_bytes, random) =>
    writeZip([{ name: 'order.xml', content: threeshapeSample, crc32: Math.floor(random() * 0xffffffff) }]),
  // Archive in an archive
  (bytes) => writeZip([{ name: 'order.zip', content: bytes }]),
  // Symbolic link
  (_bytes, random) =>
    writeZip([
      {
        name: 'link.xml',
        content: Buffer.from('/etc/passwd'),
        mode: 0o120777 + Math.floor(random() * 2) * 0,
      },
    ]),
  // Two entries with the same local header
  (_bytes, random) =>
    writeZip([
      { name: 'a.xml', content: threeshapeSample },
      { name: `b${Math.floor(random() * 100)}.xml`, content: threeshapeSample, offset: 0 },
    ]),
]

async function readArchive(bytes: Buffer, file: string): Promise<boolean> {
  writeFileSync(file, bytes)
  let archive: Archive | undefined
  try {
    archive = await openArchive(file)
    let isOrder = false
    for (const entry of archive.entries) {
      const content = Buffer.concat(await (await entry.open()).toArray())
      if (entry.path.endsWith('.xml')) isOrder = parseDocument(content) !== undefined || isOrder
    }
    return isOrder
  } finally {
    archive?.close()
  }
}

/** Reads a mutated document. @returns the refusal, `read`, `no order`, or `failed` with the message of an unexpected error */
async function outcomeOf(name: string, bytes: Buffer, file: string): Promise<string> {
  try {
    const isOrder = name === 'archive' ? await readArchive(bytes, file) : parseDocument(bytes) !== undefined
    return isOrder ? 'read' : 'no order'
  } catch (error) {
    return error instanceof DocumentRefusal ? error.reason : `failed: ${(error as Error).stack}`
  }
}

if (import.meta.main) {
  const [count = 40, seed = 41] = process.argv.slice(2).map(Number)
  const random = startRandom(seed)
  const folder = mkdtempSync(join(tmpdir(), 'pontic-mutations-'))
  const outcomes: Record<string, Record<string, number>> = {}
  for (const [name, original] of Object.entries(originals)) {
    const tally: Record<string, number> = {}
    const list = name === 'archive' ? archiveMutations : mutations
    for (let turn = 0; turn < count; turn += 1) {
      const mutate = list[turn % list.length] as Mutate
      const outcome = await outcomeOf(name, mutate(original, random), join(folder, 'archive'))
      tally[outcome] = (tally[outcome] ?? 0) + 1
    }
    outcomes[name] = tally
  }
  rmSync(folder, { recursive: true, force: true })
  process.stdout.write(JSON.stringify({ outcomes, peakBytes: readPeakBytes(process.pid) }))
}
