import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const smallestBytes = 1_024

/** Writes a `.br` and a `.gz` file next to each text file of a built web app, if that saves bytes. The server sends them. */
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
