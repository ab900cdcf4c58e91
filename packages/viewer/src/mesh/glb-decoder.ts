import { isNamingDraco } from './glb-json.ts'

type Decoder = typeof import('meshoptimizer/decoder').MeshoptDecoder

/** Loads the decoder of Draco for a file of some length (`loadDraco`). It differs between server and browser. */
export type LoadDraco = (sizeBytes: number) => Promise<void>

let loaded: Decoder | undefined

/**
 * Loads the decoders that a GLB needs. They are loaded on demand for two reasons. They compile WebAssembly,
 * which the portal's Content-Security-Policy allows only in the browser's workers (`unpackingPolicy` in
 * `security-headers.ts`). And code that only detects formats does not need them. The decoder of Draco is six times as large as
 * the other one and rarely needed, so only a file that names the extension loads it.
 */
export async function loadGlbDecoder(bytes: Uint8Array, loadDraco: LoadDraco): Promise<void> {
  const { MeshoptDecoder } = await import('meshoptimizer/decoder')
  await MeshoptDecoder.ready
  loaded = MeshoptDecoder
  if (isNamingDraco(bytes)) await loadDraco(bytes.length)
}

/** Returns the decoder of meshopt; undefined before `loadGlbDecoder`. */
export const glbDecoder = (): Decoder | undefined => loaded
