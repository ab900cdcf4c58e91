import type { DrawnScan } from '@pontic/viewer/scene'
import { readLevel } from '@pontic/viewer/workers'

/** A level that a worker decodes or has decoded. */
export type DecodedLevel = { readonly scan: Promise<DrawnScan> }

/** A loaded level: its bytes, or its scan if a worker decodes it already. */
export type LoadedLevel = ArrayBuffer | DecodedLevel

/**
 * Decodes a level before the viewer asks for it.
 * @param level its bytes are transferred to the worker, so that they are empty afterwards
 */
export function decodeAhead(level: LoadedLevel): DecodedLevel {
  if (!(level instanceof ArrayBuffer)) return level
  const scan = readLevel(level)
  // Prevents an unhandled rejection if the level is never used.
  scan.catch(() => undefined)
  return { scan }
}

/** Decodes a level with `readLevel`, unless a worker decodes it already. */
export const readLoadedLevel = (level: LoadedLevel, options: { signal: AbortSignal }): Promise<DrawnScan> =>
  level instanceof ArrayBuffer ? readLevel(level, options) : level.scan
