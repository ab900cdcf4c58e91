import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { MeshError } from '@pontic/viewer/mesh'
import type { PipelineStep } from '@pontic/viewer/pipeline'
import { afterAll, describe, expect, it } from 'vitest'
import type { MeshTask } from './mesh-process.ts'
import { type MeshBounds, runMeshProcess } from './run-mesh-process.ts'

const scans = new URL('../../../../../demo/scans/', import.meta.url)
/** A scan with one level, for which the process does the least work. */
const small = readFileSync(new URL('retention-rig-top-attachment.stl', scans))
/** A scan with two levels. The process pauses after the first one. */
const upper = readFileSync(new URL('case0-upper-teeth.obj', scans))
const taskOf = (scan: Buffer): MeshTask => ({
  sizeBytes: scan.length,
  role: 'upper',
  pictureSize: { widthPx: 40, heightPx: 30 },
})
const task = taskOf(upper)
const bounds: MeshBounds = { codeFolder: mkdtempSync(join(tmpdir(), 'pontic-code-')) }
afterAll(() => rmSync(bounds.codeFolder, { recursive: true }))
const streamOf = (scan: Buffer) => Readable.from([scan.subarray(0, 1_000), scan.subarray(1_000)])

/** Process ids of this process's children. */
const listChildren = (): number[] =>
  readdirSync('/proc/self/task').flatMap((thread) =>
    readChildren(thread).split(' ').filter(Boolean).map(Number),
  )

function readChildren(thread: string): string {
  try {
    return readFileSync(`/proc/self/task/${thread}/children`, 'utf8')
  } catch {
    // The thread has just ended.
    return ''
  }
}

/** Starts a process for a scan whose input does not end. @returns the process id, the outcome and the input stream */
function startWaiting(content = new PassThrough()) {
  const before = listChildren()
  content.write(upper.subarray(0, 1_000))
  const outcome = runMeshProcess(task, content, async () => {}, bounds)
  // The test awaits `outcome` later. Without this handler, an earlier rejection would be unhandled.
  outcome.catch(() => {})
  const started = listChildren().filter((pid) => !before.includes(pid))
  expect(started).toHaveLength(1)
  return { pid: started[0]!, outcome, content }
}

const isAlive = (pid: number) => listChildren().includes(pid)

async function collectKinds(scan: Buffer, onStep: () => void = () => {}): Promise<string[]> {
  const kinds: string[] = []
  const collect = async ({ kind }: PipelineStep) => {
    onStep()
    kinds.push(kind)
  }
  const paused = await runMeshProcess(taskOf(scan), streamOf(scan), collect, bounds)
  await paused?.resume(collect)
  return kinds
}

// The test observes the process through Linux's `/proc`.
describe.skipIf(process.platform !== 'linux')('T42: the child process of a scan', () => {
  it('the process is killed at its time limit', async () => {
    const run = () => runMeshProcess(task, streamOf(upper), async () => {}, { ...bounds, workMs: 1 })
    await expect(run()).rejects.toThrow('mesh.too_large')
    await expect(run()).rejects.toThrow('mesh.too_large')
  })

  it('the process fails at its memory limit', async () => {
    // A GLB whose JSON becomes millions of objects.
    const json = Buffer.from(`{"extras":[${'{},'.repeat(3_000_000)}{}] }`)
    const head = Buffer.alloc(20)
    for (const [at, word] of [0x46546c67, 2, 20 + json.length, json.length, 0x4e4f534a].entries())
      head.writeUInt32LE(word, at * 4)
    const bomb = { ...task, sizeBytes: 20 + json.length }
    const run = (heapMb: number) =>
      runMeshProcess(bomb, Readable.from([head, json]), async () => {}, { ...bounds, heapMb })
    await expect(run(64)).rejects.toThrow('mesh.too_large')
    // With more memory the file is parsed, and turns out empty.
    await expect(run(2_048)).rejects.toThrow('mesh.empty')
  })

  it('a crash in native code affects neither the server nor the next scan', async () => {
    const { pid, outcome } = startWaiting()
    process.kill(pid, 'SIGSEGV')
    await expect(outcome).rejects.toThrow('SIGSEGV')
    expect(await collectKinds(small)).toEqual(['level', 'picture', 'facts'])
  })

  it('the kernel kills the process before the server when memory runs out, and the scan may be retried', async () => {
    let score = ''
    const before = listChildren()
    await collectKinds(small, () => {
      const pid = listChildren().find((one) => !before.includes(one))
      if (pid !== undefined) score = readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()
    })
    expect(score).toBe('1000')
    const { pid, outcome } = startWaiting()
    process.kill(pid, 'SIGKILL')
    await expect(outcome).rejects.toThrow('SIGKILL')
    await expect(outcome).rejects.not.toThrow(MeshError)
  })

  it('the process ends when the storage can’t deliver the scan', async () => {
    const { pid, outcome, content } = startWaiting()
    content.destroy(new Error('The disk is gone.'))
    await expect(outcome).rejects.toThrow('The disk is gone.')
    expect(isAlive(pid)).toBe(false)
  })

  it('the code is compiled only once', async () => {
    const listCode = () => readdirSync(bounds.codeFolder, { recursive: true }).length
    await collectKinds(upper)
    const compiled = listCode()
    expect(compiled).toBeGreaterThan(20)
    await collectKinds(upper)
    expect(listCode()).toBe(compiled)
  })

  it('a failed start is reported, affects nothing else and does not reject the scan', async () => {
    const { execPath } = process
    const content = new PassThrough()
    process.execPath = '/nowhere/node'
    const outcome = runMeshProcess(task, content, async () => {}, bounds)
    process.execPath = execPath
    await expect(outcome).rejects.toThrow('ENOENT')
    expect(content.destroyed).toBe(true)
    expect(await collectKinds(small)).toEqual(['level', 'picture', 'facts'])
  })

  it('the process does not receive the server’s settings', async () => {
    process.env.PONTIC_SECRET_OF_TEST = 'a secret'
    const { pid, outcome, content } = startWaiting()
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('PONTIC')
    delete process.env.PONTIC_SECRET_OF_TEST
    content.end(upper.subarray(1_000))
    const paused = await outcome
    expect(paused?.isAlive()).toBe(true)
    paused?.kill()
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect(paused?.isAlive()).toBe(false)
  })

  it('the process survives an interrupt at the terminal, because the server decides when it ends', async () => {
    const before = listChildren()
    const kinds = await collectKinds(upper, () => {
      for (const pid of listChildren().filter((one) => !before.includes(one))) {
        process.kill(pid, 'SIGINT')
        process.kill(pid, 'SIGTERM')
      }
    })
    expect(kinds).toEqual(['level', 'picture', 'facts', 'level'])
  })
})
