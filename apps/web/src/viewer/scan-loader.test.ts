import { readFileSync } from 'node:fs'
import { prepareMesh } from '@pontic/viewer/mesh'
import { afterEach, describe, expect, test } from 'vitest'
import { totalLoads } from './load-totals.ts'
import { type LoadFile, type ParseScan, ScanLoader } from './scan-loader.ts'
import type { PlannedScan } from './scan-plan.ts'

const read = (name: string) => readFileSync(new URL(`../../../../demo/scans/${name}`, import.meta.url))
const part = read('retention-rig-top-attachment.stl')
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

const parse: ParseScan = async (buffer, { signal }) => {
  signal.throwIfAborted()
  return prepareMesh(new Uint8Array(buffer))
}

/** Hands out files, each when the test lets it go. */
function holdFiles() {
  const asked: string[] = []
  const aborted: string[] = []
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const load: LoadFile = async (id, signal, onProgress) => {
    const gate = Promise.withResolvers<void>()
    asked.push(id)
    gates.set(id, gate)
    signal.addEventListener('abort', () => {
      aborted.push(id)
      gate.reject(signal.reason)
    })
    await gate.promise
    const bytes = Uint8Array.from(bytesOf[id] ?? [])
    onProgress?.(bytes.length)
    return bytes.buffer
  }
  const give = (id: string) => gates.get(id)?.resolve()
  const lose = (id: string) => gates.get(id)?.reject(new Error('cut'))
  return { load, asked, aborted, give, lose }
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

function begin(ids: readonly string[]) {
  const files = holdFiles()
  const made = new ScanLoader(files.load, parse)
  loader = made
  const scans = ids.map(scan)
  made.want(scans)
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
    expect(load?.phase === 'ready' && load.prepared.measure.triangleCount).toBe(9028)
  })

  test('one that was cut short tells so while the other is shown', async () => {
    const { give, made, reach, scans } = begin(['cut', 'part'])
    give('cut')
    give('part')
    await Promise.all([reach('cut', 'refused'), reach('part', 'ready')])
    expect(made.getLoads().get('cut')).toEqual({ phase: 'refused', reason: 'mesh.truncated' })
    const sizes = new Map(scans.map(({ file }) => [file.id, file.sizeBytes]))
    expect(totalLoads(sizes, made.getLoads())).toEqual({
      ...{ total: 2, ready: 1, failed: 1, share: 1, isSettled: true },
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
    made.want(scans.slice(1))
    await reach('third', 'receiving')
    expect(aborted).toEqual(['part'])
    expect([...made.getLoads().keys()]).toEqual(['twin', 'third'])
  })

  test('a file that comes later is loaded beside those that are there', async () => {
    const { asked, give, made, reach, scans } = begin(['part'])
    give('part')
    await reach('part', 'ready')
    made.want([...scans, scan('twin')])
    expect(asked).toEqual(['part', 'twin'])
  })

  test('leaving the page ends all loads', () => {
    const { aborted, made } = begin(['part', 'twin'])
    made.dispose()
    expect(aborted).toEqual(['part', 'twin'])
    expect(made.getLoads().size).toBe(0)
  })
})
