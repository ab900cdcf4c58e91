import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Reads the WebAssembly program of the Draco decoder from its package, in Node. */
export async function readDracoFile(): Promise<Uint8Array<ArrayBuffer>> {
  const path = fileURLToPath(import.meta.resolve('draco3d/draco_decoder.wasm'))
  return new Uint8Array(await readFile(path))
}
