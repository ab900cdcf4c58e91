type Decoder = typeof import('meshoptimizer/decoder').MeshoptDecoder

let loaded: Decoder | undefined

/**
 * Makes packed GLBs readable from now on. Loaded on demand: it compiles WebAssembly, which pages may not,
 * and which who only tells formats apart does not need.
 */
export async function loadGlbDecoder(): Promise<void> {
  const { MeshoptDecoder } = await import('meshoptimizer/decoder')
  await MeshoptDecoder.ready
  loaded = MeshoptDecoder
}

/** The decoder, once `loadGlbDecoder` has been awaited. */
export const glbDecoder = (): Decoder | undefined => loaded
