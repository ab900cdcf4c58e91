import { readFileSync } from 'node:fs'

/**
 * Reads the peak resident memory of a process in bytes (Linux). `resourceUsage` would begin with the value of the parent
 * process.
 */
export function readPeakBytes(pid: number): number {
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(peak) * 1024
}
