import { readFileSync } from 'node:fs'

/**
 * Reads the peak resident memory of a process in bytes (Linux). Do not use `process.resourceUsage()` instead: in a child process
 * it starts with the peak of the parent.
 */
export function readPeakBytes(pid: number): number {
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(peak) * 1024
}
