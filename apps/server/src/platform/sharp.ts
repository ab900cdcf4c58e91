/** The library sharp. */
export type SharpLibrary = typeof import('sharp')['default']

/**
 * Loads the library for pictures at its first use, because it takes a node 10 MB and most nodes draw no picture for hours. It uses
 * one thread and no cache, so that a picture uses one core and frees its memory.
 */
export async function loadSharp(): Promise<SharpLibrary> {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}
