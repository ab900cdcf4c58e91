import { readFileSync } from 'node:fs'

/**
 * The most memory that a process had resident, in bytes (Linux). Not what `resourceUsage` says: that begins with what the
 * process had that started it.
 */
export function readPeakBytes(pid: number): number {
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(peak) * 1024
}
