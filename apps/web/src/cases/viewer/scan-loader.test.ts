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

const noLevels: MeshFacts = {
  state: 'ready',
  reason: null,
  levels: [],
  hasPicture: false,
  ...{ originMm: null, sizeMm: null, triangleCount: null, openEdges: null, holes: null },
  ...{ unit: null, unitBy: null, surface: null, front: null, jaw: null },
  hasColors: false,
}

/** Creates a scan with a number of levels. The bytes of every level are those of the file. */
const leveled = (id: string, count: number, state: MeshFacts['state'] = 'ready'): PlannedScan => {
  const levels = Array.from({ length: count }, (_, level) => ({ level, sizeBytes: 100, triangleCount: 1 }))
  return { file: { ...scan(id).file, mesh: { ...noLevels, state, levels } } }
}

const read: ScanReaders['level'] = async (level, { signal }) => {
  signal.throwIfAborted()
  return level instanceof ArrayBuffer ? packScan(prepareMesh(new Uint8Array(level))) : level.scan
}
const readers: ScanReaders = { file: read, level: read }

/**
 * Creates a source of files and levels (`part/0`). Each request is pending until the test calls `respond` or `fail` with its
 * name. `requested` and `aborted` list the names of requests.
 */
function createFakeSource() {
  const requested: string[] = []
  const aborted: string[] = []
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const load = async (name: string, signal: AbortSignal, onProgress?: OnProgress) => {
    const gate = Promise.withResolvers<void>()
    requested.push(name)
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
    picture: () => Promise.reject(new Error('the loader requests no pictures')),
  }
  const respond = (name: string) => gates.get(name)?.resolve()
  const fail = (name: string, error: Error = new Error('connection lost')) => gates.get(name)?.reject(error)
  return { source, requested, aborted, respond, fail }
}

let current: ScanLoader | undefined
afterEach(() => current?.dispose())

/** Waits until a condition is true. It is checked after each change of the loader. */
function until(created: ScanLoader, isReached: () => boolean): Promise<void> {
  if (isReached()) return Promise.resolve()
  return new Promise((resolve) => {
    const unsubscribe = created.subscribe(() => {
      if (!isReached()) return
      unsubscribe()
      resolve()
    })
  })
}

function startLoading(wanted: readonly (string | PlannedScan)[]) {
  const files = createFakeSource()
  const loader = new ScanLoader(files.source, readers)
  current = loader
  const scans = wanted.map((one) => (typeof one === 'string' ? scan(one) : one))
  loader.setScans(scans)
  const phaseOf = (id: string) => loader.getLoads().get(id)?.phase
  const reach = (id: string, phase: string) => until(loader, () => phaseOf(id) === phase)
  return { ...files, loader, scans, phaseOf, reach }
}

describe('loading the scans of a case', () => {
  test('a real scan is loaded as a mesh with its measurements', async () => {
    const { respond, loader, reach } = startLoading(['part'])
    respond('part')
    await reach('part', 'ready')
    const load = loader.getLoads().get('part')
    expect(load?.phase === 'ready' && load.scan.measure.triangleCount).toBe(9028)
  })

  test('a truncated scan is refused with the reason, and the other scan is shown', async () => {
    const { respond, loader, reach, scans } = startLoading(['cut', 'part'])
    respond('cut')
    respond('part')
    await Promise.all([reach('cut', 'refused'), reach('part', 'ready')])
    expect(loader.getLoads().get('cut')).toEqual({ phase: 'refused', reason: 'mesh.truncated' })
    const sizes = new Map(scans.map(({ file }) => [file.id, file.sizeBytes]))
    expect(totalLoads(sizes, loader.getLoads())).toEqual({
      ...{ total: 2, ready: 1, failed: 1, refining: 0, making: 0, share: 1, isSettled: true },
    })
  })

  test('a text file is refused as not a mesh', async () => {
    const { respond, loader, reach } = startLoading(['words'])
    respond('words')
    await reach('words', 'refused')
    expect(loader.getLoads().get('words')).toEqual({ phase: 'refused', reason: 'mesh.not_a_mesh' })
  })

  test('only two files are fetched at a time', async () => {
    const { requested, respond, phaseOf, reach } = startLoading(['part', 'twin', 'third'])
    expect(requested).toEqual(['part', 'twin'])
    expect(phaseOf('third')).toBe('waiting')
    respond('twin')
    await reach('twin', 'ready')
    await reach('third', 'receiving')
    expect(requested).toEqual(['part', 'twin', 'third'])
  })

  test('a scan that failed because of a lost connection is loaded by a retry', async () => {
    const { requested, respond, fail, loader, reach } = startLoading(['part'])
    fail('part')
    await reach('part', 'failed')
    loader.retry('part')
    respond('part')
    await reach('part', 'ready')
    expect(requested).toEqual(['part', 'part'])
  })

  test('a refused scan is not requested again by a retry', async () => {
    const { requested, respond, loader, reach } = startLoading(['words'])
    respond('words')
    await reach('words', 'refused')
    loader.retry('words')
    expect(requested).toEqual(['words'])
  })

  test('removing a scan aborts its request and starts the next one', async () => {
    const { aborted, loader, reach, scans } = startLoading(['part', 'twin', 'third'])
    loader.setScans(scans.slice(1))
    await reach('third', 'receiving')
    expect(aborted).toEqual(['part'])
    expect([...loader.getLoads().keys()]).toEqual(['twin', 'third'])
  })

  test('a scan that is added later is loaded, and the others are not requested again', async () => {
    const { requested, respond, loader, reach, scans } = startLoading(['part'])
    respond('part')
    await reach('part', 'ready')
    loader.setScans([...scans, scan('twin')])
    expect(requested).toEqual(['part', 'twin'])
  })

  test('disposing the loader aborts all requests', () => {
    const { aborted, loader } = startLoading(['part', 'twin'])
    loader.dispose()
    expect(aborted).toEqual(['part', 'twin'])
    expect(loader.getLoads().size).toBe(0)
  })
})

describe('loading scans with levels', () => {
  const scanOf = (loader: ScanLoader, id: string) => {
    const load = loader.getLoads().get(id)
    return load?.phase === 'ready' ? load : undefined
  }

  test('the coarse levels of all scans are loaded before the first finer level', async () => {
    const { requested, respond, loader, reach } = startLoading([
      leveled('part', 3),
      leveled('twin', 2),
      leveled('third', 2),
    ])
    expect(requested).toEqual(['part/0', 'twin/0'])
    respond('part/0')
    await reach('third', 'receiving')
    expect(requested).toEqual(['part/0', 'twin/0', 'third/0'])
    respond('third/0')
    await expect.poll(() => requested.slice(3)).toEqual(['part/1'])
    expect(scanOf(loader, 'part')?.isRefining).toBe(true)
  })

  test('without access to files, a scan waits for its first level, and is refused if the server can’t create one', async () => {
    const files = createFakeSource()
    const loader = new ScanLoader({ ...files.source, file: undefined }, readers)
    current = loader
    const failed = { ...noLevels, state: 'failed', reason: 'mesh.truncated' } as const
    loader.setScans([leveled('part', 0, 'waiting'), leveled('cut', 0, 'waiting')])
    expect([...loader.getLoads().values()]).toEqual([{ phase: 'making' }, { phase: 'making' }])
    loader.setScans([leveled('part', 1, 'coarse'), { file: { ...scan('cut').file, mesh: failed } }])
    files.respond('part/0')
    await until(loader, () => loader.getLoads().get('part')?.phase === 'ready')
    expect(loader.getLoads().get('cut')).toEqual({ phase: 'refused', reason: 'mesh.truncated' })
    expect(files.requested).toEqual(['part/0'])
  })

  test('finer levels replace coarse ones until the finest is shown', async () => {
    const { requested, respond, loader, reach } = startLoading([leveled('part', 2)])
    respond('part/0')
    await reach('part', 'ready')
    const coarse = scanOf(loader, 'part')?.scan
    respond('part/1')
    await until(loader, () => scanOf(loader, 'part')?.isRefining === false)
    expect(scanOf(loader, 'part')?.scan).not.toBe(coarse)
    expect(requested).toEqual(['part/0', 'part/1'])
  })

  test('a scan keeps its coarse level if the finer one does not exist', async () => {
    const { respond, fail, loader, reach } = startLoading([leveled('part', 2)])
    respond('part/0')
    await reach('part', 'ready')
    const coarse = scanOf(loader, 'part')?.scan
    fail('part/1', new CallError('file.not_found'))
    await until(loader, () => scanOf(loader, 'part')?.isRefining === false)
    expect(scanOf(loader, 'part')?.scan).toBe(coarse)
  })

  test('a finer level is requested only after the server has listed it', async () => {
    const { requested, respond, loader, reach } = startLoading([leveled('part', 1, 'coarse')])
    respond('part/0')
    await reach('part', 'ready')
    expect(scanOf(loader, 'part')?.isRefining).toBe(false)
    expect(requested).toEqual(['part/0'])
    loader.setScans([leveled('part', 2)])
    respond('part/1')
    await until(loader, () => scanOf(loader, 'part')?.isRefining === false)
    expect(requested).toEqual(['part/0', 'part/1'])
  })

  test('the file is loaded if its coarse level does not exist', async () => {
    const { requested, respond, fail, reach } = startLoading([leveled('part', 2)])
    fail('part/0', new CallError('file.not_found'))
    await expect.poll(() => requested).toEqual(['part/0', 'part'])
    respond('part')
    await reach('part', 'ready')
  })

  test('a scan without levels is loaded as a file', () => {
    const { requested } = startLoading([leveled('part', 0)])
    expect(requested).toEqual(['part'])
  })
})
