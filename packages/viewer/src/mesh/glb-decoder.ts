import { loadDraco } from './draco.ts'
import { dracoName } from './glb-json.ts'

type Decoder = typeof import('meshoptimizer/decoder').MeshoptDecoder

/** Reads the WebAssembly program of the Draco decoder: from the package on the server, from the bundle in a browser. */
export type ReadDracoProgram = () => Promise<Uint8Array<ArrayBuffer>>

let loaded: Decoder | undefined

/**
 * Loads the decoders that a GLB needs. They are loaded on demand for two reasons. They compile WebAssembly,
 * which the portal's Content-Security-Policy allows only in the browser's workers (`unpackingPolicy` in
 * `security-headers.ts`). And code that only detects formats does not need them. The decoder of Draco is six times as large as
 * the other one and rarely needed, so only a file that names the extension loads it.
 */
export async function loadGlbDecoder(bytes: Uint8Array, readDracoProgram: ReadDracoProgram): Promise<void> {
  const { MeshoptDecoder } = await import('meshoptimizer/decoder')
  await MeshoptDecoder.ready
  loaded = MeshoptDecoder
  if (isNamingDraco(bytes)) await loadDraco(await readDracoProgram(), bytes.length)
}

/** Returns the decoder of meshopt; undefined before `loadGlbDecoder`. */
export const glbDecoder = (): Decoder | undefined => loaded

/** Whether the JSON of a GLB contains the name of the extension. */
function isNamingDraco(bytes: Uint8Array): boolean {
  if (bytes.length < 20) return false
  const jsonBytes = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true)
  return new TextDecoder('latin1').decode(bytes.subarray(20, 20 + jsonBytes)).includes(dracoName)
}
