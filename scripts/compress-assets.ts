import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const smallestBytes = 200
/** The threads of Node that compress. */
const filesAtOnce = 4
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/**
 * Compresses the text and WebAssembly files of a built web app that have at least 200 bytes. Writes the `.br` and `.gz` files next to
 * them, where the server finds them. Leaves out a compressed file that is not smaller.
 */
export async function compressAssets(folder: string): Promise<void> {
  const names = globSync('**/*.{js,css,html,svg,json,wasm}', { cwd: folder })
  const work = async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) await compress(join(folder, name))
  }
  await Promise.all(Array.from({ length: filesAtOnce }, work))
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < smallestBytes) return
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const packed = { br: await toBrotli(bytes, { params }), gz: await toGzip(bytes, { level: 9 }) }
  for (const [ending, content] of Object.entries(packed)) {
    if (content.length < bytes.length) await writeFile(`${path}.${ending}`, content)
  }
}
