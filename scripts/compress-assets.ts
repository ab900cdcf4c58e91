import { existsSync, globSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const smallestBytes = 200
/** The threads of Node that compress. */
const filesAtOnce = 4
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/**
 * Compresses the text and WebAssembly files of a built web app that have at least 200 bytes and are not compressed yet. Writes the
 * `.br` and `.gz` files next to them, where the server finds them, also while it runs. Leaves out a compressed file that is not
 * smaller.
 */
export async function compressAssets(folder: string): Promise<void> {
  const all = globSync('**/*.{js,css,html,svg,json,wasm}', { cwd: folder })
  const names = all.filter((name) => !existsSync(join(folder, `${name}.br`)))
  const work = async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) await compress(join(folder, name))
  }
  await Promise.all(Array.from({ length: filesAtOnce }, work))
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < smallestBytes) return
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  // The Brotli file is written last, because it shows that the file is done.
  const packed = { gz: await toGzip(bytes, { level: 9 }), br: await toBrotli(bytes, { params }) }
  for (const [ending, content] of Object.entries(packed)) {
    if (content.length >= bytes.length) continue
    // A running server must not send a part of the file.
    const part = `${path}.${process.pid}`
    await writeFile(part, content)
    await rename(part, `${path}.${ending}`)
  }
}

if (import.meta.main) {
  setPriority(10)
  await compressAssets(process.argv[2] ?? '')
}
