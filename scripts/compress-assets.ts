import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const smallestBytes = 200

/**
 * Compresses the text and WebAssembly files of a built web app that have at least 200 bytes. Writes the `.br` and `.gz` files next to
 * them, where the server finds them. Leaves out a compressed file that is not smaller.
 */
export function compressAssets(folder: string): void {
  for (const name of globSync('**/*.{js,css,html,svg,json,wasm}', { cwd: folder })) {
    const path = join(folder, name)
    const bytes = readFileSync(path)
    if (bytes.length < smallestBytes) continue
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    const packed = { br: brotliCompressSync(bytes, { params }), gz: gzipSync(bytes, { level: 9 }) }
    for (const [ending, content] of Object.entries(packed)) {
      if (content.length < bytes.length) writeFileSync(`${path}.${ending}`, content)
    }
  }
}
