import { totalmem } from 'node:os'
import type { Services } from '../../platform/services.ts'
import type { PausedProcess } from './run-mesh-process.ts'

/** Memory limit for all paused processes of a node: an eighth of the machine's or container's memory, at most 1 GiB. */
const memoryBytesMax = Math.min(1024 ** 3, Math.min(totalmem(), process.constrainedMemory() || Infinity) / 8)
/** Estimated memory of a process without a scan. */
const processBytes = 100 * 1024 ** 2
const bytesPerFileByte = 5
/** A compressed file is much shorter than its triangles in memory. */
const bytesPerTriangle = 250

type Paused = { process: PausedProcess; memoryBytes: number }

/**
 * Paused mesh processes of a node. They keep parsed scans in memory until the finer levels are built. Above the
 * memory limit the oldest processes are killed, and their scans are parsed again later.
 */
class PausedProcesses {
  readonly #paused = new Map<string, Paused>()

  put(key: string, process: PausedProcess, scan: { fileBytes: number; triangles: number }): void {
    this.claim(key)?.kill()
    const scanBytes = Math.max(bytesPerFileByte * scan.fileBytes, bytesPerTriangle * scan.triangles)
    this.#paused.set(key, { process, memoryBytes: processBytes + scanBytes })
    for (const [one, { process }] of this.#paused) {
      if (this.#memoryBytes() <= memoryBytesMax) return
      process.kill()
      this.#paused.delete(one)
    }
  }

  claim(key: string): PausedProcess | undefined {
    const process = this.#paused.get(key)?.process
    this.#paused.delete(key)
    return process?.isAlive() ? process : undefined
  }

  killAll(): void {
    for (const { process } of this.#paused.values()) process.kill()
    this.#paused.clear()
  }

  #memoryBytes(): number {
    return [...this.#paused.values()].reduce((sum, { memoryBytes }) => sum + memoryBytes, 0)
  }
}

const nodes = new WeakMap<Services, PausedProcesses>()

/** Returns the paused processes of this node. */
export function pausedProcessesOf(services: Services): PausedProcesses {
  const known = nodes.get(services)
  if (known) return known
  const created = new PausedProcesses()
  nodes.set(services, created)
  return created
}
