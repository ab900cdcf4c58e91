import type { DrawnScan } from '@pontic/viewer/scene'
import { readLevel } from '@pontic/viewer/workers'

const decoded = new WeakMap<ArrayBuffer, Promise<DrawnScan>>()

/**
 * Decodes a level before the viewer asks for it, once.
 * @param buffer transferred to the worker, so that it is empty afterwards and only identifies the level
 */
export function decodeAhead(buffer: ArrayBuffer): void {
  if (decoded.has(buffer)) return
  const scan = readLevel(buffer)
  // Prevents an unhandled rejection if the level is never used.
  scan.catch(() => undefined)
  decoded.set(buffer, scan)
}

/** Decodes a level with `readLevel`, unless `decodeAhead` has decoded it. */
export const readLevelOnce = (buffer: ArrayBuffer, options: { signal: AbortSignal }): Promise<DrawnScan> =>
  decoded.get(buffer) ?? readLevel(buffer, options)
