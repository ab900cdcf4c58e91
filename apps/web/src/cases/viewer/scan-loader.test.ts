import { readFileSync } from 'node:fs'
import { CallError } from '@pontic/client'
import type { MeshFacts } from '@pontic/contract'
import { prepareMesh } from '@pontic/viewer/mesh'
import { packScan } from '@pontic/viewer/scene'
import { afterEach, describe, expect, test } from 'vitest'
import { totalLoads } from './load-totals.ts'
import { ScanLoader, type ScanReaders } from './scan-loader.ts'
import type { PlannedScan } from './scan-plan.ts'
import type { OnProgress, ScanSource } from './scan-source.ts'

const fileOf = (name: string) => readFileSync(new URL(`../../../../../demo/scans/${name}`, import.meta.url))
const part = fileOf('retention-rig-top-attachment.stl')
const bytesOf: Record<string, Uint8Array> = {
  part,
  twin: part,
  third: part,
  cut: part.subarray(0, 100_000),
  words: new TextEncoder().encode('Dear laboratory, the scan follows by post.'),
}

const scan = (id: string): PlannedScan => ({
  file: { id, name: id, role: 'design', kind: 'stl', sizeBytes: bytesOf[id]?.length ?? 0 },
})

const unmade: MeshFacts = {
  state: 'ready',
  reason: null,
  levels: [],
  hasPicture: false,
  ...{ originMm: null, sizeMm: null, triangleCount: null, openEdges: null, holes: null },
  ...{ unit: null, unitBy: null, surface: null, front: null, jaw: null },
  hasColors: false,
}

/** A scan with so many levels; each of them is the part itself here. */
const leveled = (id: string, count: number, state: MeshFacts['state'] = 'ready'): PlannedScan => {
  const levels = Array.from({ length: count }, (_, level) => ({ level, sizeBytes: 100, triangleCount: 1 }))
  return { file: { ...scan(id).file, mesh: { ...unmade, state, levels } } }
}

const read: ScanReaders['file'] = async (buffer, { signal }) => {
  signal.throwIfAborted()
  return packScan(prepareMesh(new Uint8Array(buffer)))
}
const readers: ScanReaders = { file: read, level: read }

/** Hands out files and levels (`part/0`), each when the test lets it go. */
function holdFiles() {
  const asked: string[] = []
  const aborted: string[] = []
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const load = async (name: string, signal: AbortSignal, onProgress?: OnProgress) => {
    const gate = Promise.withResolvers<void>()
    asked.push(name)
    gates.set(name, gate)
    signal.addEventListener('abort', () => {
      aborted.push(name)
      gate.reject(signal.reason)
    })
    await gate.promise
    const bytes = Uint8Array.from(bytesOf[name.split('/')[0] ?? ''] ?? [])
    onProgress?.(bytes.length)
    return bytes.buffer
  }
  const source: ScanSource = {
    file: load,
    level: (id, level, signal, onProgress) => load(`${id}/${level}`, signal, onProgress),
    picture: () => Promise.reject(new Error('no picture is asked for')),
  }
  const give = (name: string) => gates.get(name)?.resolve()
  const lose = (name: string, error: Error = new Error('cut')) => gates.get(name)?.reject(error)
  return { source, asked, aborted, give, lose }
}

let loader: ScanLoader | undefined
afterEach(() => loader?.dispose())

/** Waits until the loads fulfil a condition; the loader tells each change. */
function until(made: ScanLoader, isReached: () => boolean): Promise<void> {
  if (isReached()) return Promise.resolve()
  return new Promise((resolve) => {
    const end = made.subscribe(() => {
      if (!isReached()) return
      end()
      resolve()
    })
  })
}

function begin(wanted: readonly (string | PlannedScan)[]) {
  const files = holdFiles()
  const made = new ScanLoader(files.source, readers)
  loader = made
  const scans = wanted.map((one) => (typeof one === 'string' ? scan(one) : one))
  made.setScans(scans)
  const phaseOf = (id: string) => made.getLoads().get(id)?.phase
  const reach = (id: string, phase: string) => until(made, () => phaseOf(id) === phase)
  return { ...files, made, scans, phaseOf, reach }
}

describe('loading the scans of a case', () => {
  test('a real scan arrives as a mesh with its measures', async () => {
    const { give, made, reach } = begin(['part'])
    give('part')
    await reach('part', 'ready')
    const load = made.getLoads().get('part')
    expect(load?.phase === 'ready' && load.scan.measure.triangleCount).toBe(9028)
  })

  test('one that was cut short tells so while the other is shown', async () => {
    const { give, made, reach, scans } = begin(['cut', 'part'])
    give('cut')
    give('part')
    await Promise.all([reach('cut', 'refused'), reach('part', 'ready')])
    expect(made.getLoads().get('cut')).toEqual({ phase: 'refused', reason: 'mesh.truncated' })
    const sizes = new Map(scans.map(({ file }) => [file.id, file.sizeBytes]))
    expect(totalLoads(sizes, made.getLoads())).toEqual({
      ...{ total: 2, ready: 1, failed: 1, refining: 0, making: 0, share: 1, isSettled: true },
    })
  })

  test('a letter is no mesh', async () => {
    const { give, made, reach } = begin(['words'])
    give('words')
    await reach('words', 'refused')
    expect(made.getLoads().get('words')).toEqual({ phase: 'refused', reason: 'mesh.not_a_mesh' })
  })

  test('two files are fetched at a time, the third when one has come', async () => {
    const { asked, give, phaseOf, reach } = begin(['part', 'twin', 'third'])
    expect(asked).toEqual(['part', 'twin'])
    expect(phaseOf('third')).toBe('waiting')
    give('twin')
    await reach('twin', 'ready')
    await reach('third', 'receiving')
    expect(asked).toEqual(['part', 'twin', 'third'])
  })

  test('a scan whose bytes were lost on the way comes with another try', async () => {
    const { asked, give, lose, made, reach } = begin(['part'])
    lose('part')
    await reach('part', 'failed')
    made.retry('part')
    give('part')
    await reach('part', 'ready')
    expect(asked).toEqual(['part', 'part'])
  })

  test('a refused scan is not tried again, because its bytes stay what they are', async () => {
    const { asked, give, made, reach } = begin(['words'])
    give('words')
    await reach('words', 'refused')
    made.retry('words')
    expect(asked).toEqual(['words'])
  })

  test('a file that alice takes out stops loading and leaves its place to the next', async () => {
    const { aborted, made, reach, scans } = begin(['part', 'twin', 'third'])
    made.setScans(scans.slice(1))
    await reach('third', 'receiving')
    expect(aborted).toEqual(['part'])
    expect([...made.getLoads().keys()]).toEqual(['twin', 'third'])
  })

  test('a file that comes later is loaded beside those that are there', async () => {
    const { asked, give, made, reach, scans } = begin(['part'])
    give('part')
    await reach('part', 'ready')
    made.setScans([...scans, scan('twin')])
    expect(asked).toEqual(['part', 'twin'])
  })

  test('leaving the page ends all loads', () => {
    const { aborted, made } = begin(['part', 'twin'])
    made.dispose()
    expect(aborted).toEqual(['part', 'twin'])
    expect(made.getLoads().size).toBe(0)
  })
})

describe('loading scans with previews', () => {
  const scanOf = (made: ScanLoader, id: string) => {
    const load = made.getLoads().get(id)
    return load?.phase === 'ready' ? load : undefined
  }

  test('every scan is seen coarse before one of them gets finer', async () => {
    const { asked, give, made, reach } = begin([leveled('part', 3), leveled('twin', 2), leveled('third', 2)])
    expect(asked).toEqual(['part/0', 'twin/0'])
    give('part/0')
    await reach('third', 'receiving')
    expect(asked).toEqual(['part/0', 'twin/0', 'third/0'])
    give('third/0')
    await expect.poll(() => asked.slice(3)).toEqual(['part/1'])
    expect(scanOf(made, 'part')?.isRefining).toBe(true)
  })

  test('a scan of which only levels can be had waits until one is made, and tells why there will be none', async () => {
    const files = holdFiles()
    const made = new ScanLoader({ ...files.source, file: undefined }, readers)
    loader = made
    const failed = { ...unmade, state: 'failed', reason: 'mesh.truncated' } as const
    made.setScans([leveled('part', 0, 'waiting'), leveled('cut', 0, 'waiting')])
    expect([...made.getLoads().values()]).toEqual([{ phase: 'making' }, { phase: 'making' }])
    made.setScans([leveled('part', 1, 'coarse'), { file: { ...scan('cut').file, mesh: failed } }])
    files.give('part/0')
    await until(made, () => made.getLoads().get('part')?.phase === 'ready')
    expect(made.getLoads().get('cut')).toEqual({ phase: 'refused', reason: 'mesh.truncated' })
    expect(files.asked).toEqual(['part/0'])
  })

  test('finer levels take the place of coarse ones until the last', async () => {
    const { asked, give, made, reach } = begin([leveled('part', 2)])
    give('part/0')
    await reach('part', 'ready')
    const coarse = scanOf(made, 'part')?.scan
    give('part/1')
    await until(made, () => scanOf(made, 'part')?.isRefining === false)
    expect(scanOf(made, 'part')?.scan).not.toBe(coarse)
    expect(asked).toEqual(['part/0', 'part/1'])
  })

  test('a finer level that is not there leaves what is shown', async () => {
    const { give, lose, made, reach } = begin([leveled('part', 2)])
    give('part/0')
    await reach('part', 'ready')
    const coarse = scanOf(made, 'part')?.scan
    lose('part/1', new CallError('file.not_found'))
    await until(made, () => scanOf(made, 'part')?.isRefining === false)
    expect(scanOf(made, 'part')?.scan).toBe(coarse)
  })

  test('a level that is still being made is not asked for before the server has told of it', async () => {
    const { asked, give, made, reach } = begin([leveled('part', 1, 'coarse')])
    give('part/0')
    await reach('part', 'ready')
    expect(scanOf(made, 'part')?.isRefining).toBe(false)
    expect(asked).toEqual(['part/0'])
    made.setScans([leveled('part', 2)])
    give('part/1')
    await until(made, () => scanOf(made, 'part')?.isRefining === false)
    expect(asked).toEqual(['part/0', 'part/1'])
  })

  test('a preview that is gone gives way to the file', async () => {
    const { asked, give, lose, reach } = begin([leveled('part', 2)])
    lose('part/0', new CallError('file.not_found'))
    await expect.poll(() => asked).toEqual(['part/0', 'part'])
    give('part')
    await reach('part', 'ready')
  })

  test('a scan whose preview is yet to be made is fetched whole', () => {
    const { asked } = begin([leveled('part', 0)])
    expect(asked).toEqual(['part'])
  })
})
