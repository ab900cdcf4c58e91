import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Loads the Draco decoder from its package, in Node (`loadDraco`). */
export async function loadDracoInNode(sizeBytes: number): Promise<void> {
  const path = fileURLToPath(import.meta.resolve('draco3d/draco_decoder.wasm'))
  const [{ loadDraco }, program] = await Promise.all([import('./draco-load.ts'), readFile(path)])
  await loadDraco(new Uint8Array(program), sizeBytes)
}
