type Decoder = typeof import('meshoptimizer/decoder').MeshoptDecoder

let loaded: Decoder | undefined

/**
 * Loads the decoder for compressed GLBs. It is loaded on demand, because it compiles WebAssembly, which only workers may do
 * (`unpackingPolicy`), and because code that only detects formats does not need it.
 */
export async function loadGlbDecoder(): Promise<void> {
  const { MeshoptDecoder } = await import('meshoptimizer/decoder')
  await MeshoptDecoder.ready
  loaded = MeshoptDecoder
}

/** Returns the decoder; undefined before `loadGlbDecoder`. */
export const glbDecoder = (): Decoder | undefined => loaded
