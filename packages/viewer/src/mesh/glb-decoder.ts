type Decoder = typeof import('meshoptimizer/decoder').MeshoptDecoder

let loaded: Decoder | undefined

/**
 * Loads the decoder for compressed GLBs. It is loaded on demand for two reasons. It compiles WebAssembly,
 * which the portal's Content-Security-Policy allows only in the browser's workers (`unpackingPolicy` in
 * `security-headers.ts`). And code that only detects formats does not need it.
 */
export async function loadGlbDecoder(): Promise<void> {
  const { MeshoptDecoder } = await import('meshoptimizer/decoder')
  await MeshoptDecoder.ready
  loaded = MeshoptDecoder
}

/** Returns the decoder; undefined before `loadGlbDecoder`. */
export const glbDecoder = (): Decoder | undefined => loaded
