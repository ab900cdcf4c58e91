type Decoder = typeof import('meshoptimizer/decoder').MeshoptDecoder

let loaded: Decoder | undefined

/**
 * Loads the decoder for compressed GLBs. Loaded on demand: it compiles WebAssembly, which pages may not do, and which
 * detecting formats does not need.
 */
export async function loadGlbDecoder(): Promise<void> {
  const { MeshoptDecoder } = await import('meshoptimizer/decoder')
  await MeshoptDecoder.ready
  loaded = MeshoptDecoder
}

/** The decoder, after `loadGlbDecoder`; undefined before. */
export const glbDecoder = (): Decoder | undefined => loaded
