import { createHash } from 'node:crypto'
import { parseLsn, segmentNameOf } from '../db/wal-reader.ts'
import { DamagedObject, WrongKey } from './age.ts'
import { type BackedUpDatabase, listBackups, type Manifest, readManifest } from './manifests.ts'
import { forEachOf, openFileObject, paths, readBytes, type Vault } from './objects.ts'
import { MissingObject } from './target.ts'
import { listPieces, readArchivedSegment, type WalPiece } from './wal-archive.ts'

const objectsAtOnce = 4

/** The result of a check. `faults` describes each missing or damaged object in a sentence. */
export type Verification = {
  id: string
  parts: number
  files: number
  segments: number
  records: number
  faults: string[]
}

/**
 * Reads every object of a backup and the changes after it, decrypts it, and compares its SHA-256.
 * @param id the backup; by default the newest one
 * @throws WrongKey, and Error if there is no such backup or its manifest is damaged
 */
export async function verifyBackup(vault: Vault, id?: string): Promise<Verification> {
  const wanted = id ?? (await listBackups(vault))[0]?.id
  if (wanted === undefined) throw new Error('There is no backup in the target.')
  const manifest = await readManifest(vault, wanted)
  const faults: string[] = []
  const check = async (what: string, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      if (error instanceof WrongKey) faults.push(`${what} was encrypted for another key.`)
      else if (error instanceof MissingObject) faults.push(`${what} is missing.`)
      else if (error instanceof DamagedObject) faults.push(`${what} is damaged. ${error.message}`)
      else throw error
    }
  }
  await verifyParts(vault, manifest, check)
  await forEachOf(manifest.files, objectsAtOnce, ([sha256]) =>
    check(`The file ${sha256}`, async () => {
      const hash = createHash('sha256')
      for await (const chunk of await openFileObject(vault, sha256)) hash.update(chunk)
      if (hash.digest('hex') !== sha256) throw new DamagedObject('Its content has another SHA-256.')
    }),
  )
  const segments = manifest.about.database ? await verifyWal(vault, manifest.about.database, check) : 0
  const records = await verifyErasures(vault, manifest, check)
  const { partHashes, files } = manifest
  return { id: wanted, parts: partHashes.length, files: files.length, segments, records, faults }
}

type Check = (what: string, work: () => Promise<void>) => Promise<void>

async function verifyParts(vault: Vault, { about, partHashes }: Manifest, check: Check): Promise<void> {
  for (const [index, sha256] of partHashes.entries()) {
    await check(`Part ${index} of the database`, async () => {
      const bytes = await readBytes(vault, paths.base(about.id, index))
      if (createHash('sha256').update(bytes).digest('hex') !== sha256)
        throw new DamagedObject('Its content has another SHA-256.')
    })
  }
}

/** Reads the write-ahead log from the backup to its end, which has no gap. @returns the number of segments */
async function verifyWal(vault: Vault, database: BackedUpDatabase, check: Check): Promise<number> {
  let segments = 0
  for await (const { segment, read, neededBytes } of listSegments(vault, database)) {
    segments += 1
    await check(`The write-ahead log ${segment}`, async () => {
      if ((await read()).length < neededBytes) throw new DamagedObject('A part of it is missing.')
    })
  }
  return segments
}

/** An archived segment. `neededBytes`: how many bytes of it must be there for the backup, and for the segments after it. */
export type ArchivedSegment = { segment: string; neededBytes: number; read: () => Promise<Buffer> }

/** Lists the segments of the write-ahead log from the start of a backup to the end of its series. */
export async function* listSegments(
  vault: Vault,
  { series, timeline, segmentBytes, from, to }: BackedUpDatabase,
): AsyncGenerator<ArchivedSegment> {
  const size = BigInt(segmentBytes)
  const [first, end] = [parseLsn(from), parseLsn(to)]
  const folders = new Map<string, WalPiece[]>()
  const piecesNear = async (segment: string): Promise<WalPiece[]> => {
    const folder = segment.slice(0, 16)
    const pieces = folders.get(folder) ?? (await listPieces(vault, series, segment))
    folders.set(folder, pieces)
    return pieces
  }
  for (let at = first - (first % size); ; at += size) {
    const segment = segmentNameOf(timeline, at, segmentBytes)
    const near = [
      ...(await piecesNear(segment)),
      ...(await piecesNear(segmentNameOf(timeline, at + size, segmentBytes))),
    ]
    const isFollowed = near.some((piece) => piece.segment > segment)
    const isNeeded = at < end
    if (!isNeeded && !isFollowed && !near.some((piece) => piece.segment === segment)) return
    const neededBytes = isFollowed || at + size <= end ? segmentBytes : isNeeded ? Number(end - at) : 1
    yield { segment, neededBytes, read: () => readArchivedSegment(vault, near, segment) }
    if (folders.size > 2) folders.delete(folders.keys().next().value!)
  }
}

/** Reads all records of erasures, those of the backup and later ones. @returns their number */
async function verifyErasures(vault: Vault, { erasures }: Manifest, check: Check): Promise<number> {
  const found = await vault.target.list('erasures')
  const all = new Set([...erasures.map((id) => paths.erasure(id)), ...found.map(({ path }) => path)])
  await forEachOf(all, objectsAtOnce, (path) =>
    check(`The record of an erasure ${path}`, async () => void (await readBytes(vault, path))),
  )
  return all.size
}
