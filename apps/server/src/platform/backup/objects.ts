import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { chunksOf, joinChunks } from '../streams.ts'
import { DamagedObject, type Sealer, unseal } from './age.ts'
import type { BackupTarget } from './target.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** The target with the keys. Names of objects contain no data of people. */
export type Vault = {
  target: BackupTarget
  sealer: Sealer
  /** Secret keys; empty on a node that only makes backups. */
  secrets: readonly string[]
}

/** Paths of objects in the target. */
export const paths = {
  backups: 'backups',
  /** Plain JSON. A backup is complete when it exists. */
  about: (id: string) => `backups/${id}/about.json`,
  /** Names of the backup's files, unencrypted, one in each line. A node has no secret key, and finds here which files to keep. */
  names: (id: string) => `backups/${id}/names.txt`,
  manifest: (id: string) => `backups/${id}/manifest.age`,
  base: (id: string, index: number) => `backups/${id}/base/${String(index).padStart(6, '0')}.age`,
  filesIn: (folder: string) => `files/${folder}`,
  file: (name: string) => `files/${name.slice(0, 2)}/${name}.age`,
  erasuresIn: (folder: string) => `erasures/${folder}`,
  erasure: (id: string) => `erasures/${id.slice(-2)}/${id}.age`,
  /** The folder of the segments whose names begin with these 16 digits. */
  walIn: (series: string, beginning: string) => `wal/${series}/${beginning}`,
} as const

/** All folders of files and records: two hexadecimal digits. */
export const fanOut: readonly string[] = Array.from({ length: 256 }, (_, n) =>
  n.toString(16).padStart(2, '0'),
)

/**
 * Encrypts a stream and writes it to the target. Reads the object again and compares both SHA-256, so that damage by the target is
 * found now instead of at a restore.
 * @param plainBytes length of the stream
 */
export async function putStream(
  { target, sealer }: Vault,
  path: string,
  source: AsyncIterable<Buffer>,
  plainBytes: number,
): Promise<number> {
  const written = createHash('sha256')
  async function* hashed(): AsyncGenerator<Buffer> {
    for await (const chunk of sealer.seal(source)) {
      written.update(chunk)
      yield chunk
    }
  }
  const sizeBytes = sealer.sizeOf(plainBytes)
  await target.write(path, hashed(), sizeBytes)
  await assertReadable(target, path, written.digest('hex'))
  return sizeBytes
}

async function assertReadable(target: BackupTarget, path: string, sha256: string): Promise<void> {
  const read = createHash('sha256')
  for await (const chunk of chunksOf(await target.read(path))) read.update(chunk)
  if (read.digest('hex') === sha256) return
  await target.remove(path)
  throw new DamagedObject(`${path} differs from what was written.`)
}

/** Compresses bytes, encrypts them, writes them, and reads them again. @returns the size in the target */
export async function putBytes(vault: Vault, path: string, bytes: Buffer): Promise<number> {
  const packed = await compress(bytes)
  return await putStream(vault, path, once(packed), packed.length)
}

/** Writes a text without encryption. It must contain no data of people. */
export async function putPlain({ target }: Vault, path: string, text: string): Promise<void> {
  const bytes = Buffer.from(text)
  await target.write(path, once(bytes), bytes.length)
  await assertReadable(target, path, createHash('sha256').update(bytes).digest('hex'))
}

/** Reads, decrypts and decompresses an object. @throws MissingObject, DamagedObject, WrongKey */
export async function readBytes({ target, secrets }: Vault, path: string): Promise<Buffer> {
  const packed = await joinChunks(unseal(chunksOf(await target.read(path)), secrets))
  try {
    return await decompress(packed)
  } catch (error) {
    throw new DamagedObject(`${path} cannot be unpacked: ${(error as Error).message}`)
  }
}

/** Opens the decrypted bytes of a file. @throws MissingObject; DamagedObject and WrongKey while it is read */
export async function openFileObject(
  { target, secrets, sealer }: Vault,
  sha256: string,
): Promise<AsyncGenerator<Buffer>> {
  return unseal(chunksOf(await target.read(paths.file(sealer.nameOf(sha256)))), secrets)
}

/** Reads a text that is not encrypted. @throws MissingObject */
export async function readPlain({ target }: Vault, path: string): Promise<string> {
  return (await joinChunks(chunksOf(await target.read(path)))).toString('utf8')
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/** Runs `work` for each item, a few at once. @throws the first error, after running work has ended */
export async function forEachOf<Item>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]()
  let failure: { error: unknown } | undefined
  const run = async () => {
    for (let next = iterator.next(); !next.done && failure === undefined; next = iterator.next())
      await work(next.value).catch((error: unknown) => {
        failure ??= { error }
      })
  }
  await Promise.all(Array.from({ length: atOnce }, run))
  if (failure !== undefined) throw failure.error
}
