import { readFileSync } from 'node:fs'

/**
 * Reads the peak resident memory of a process in bytes (Linux). `process.resourceUsage()` is no alternative, because a child
 * process inherits the peak of its parent there.
 */
export function readPeakBytes(pid: number): number {
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(peak) * 1024
}
