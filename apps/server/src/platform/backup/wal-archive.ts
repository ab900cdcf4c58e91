import { randomBytes } from 'node:crypto'
import {
  parseLsn,
  printLsn,
  segmentNameOf,
  type WalPosition,
  type WalReader,
  type WalSlot,
} from '../db/wal-reader.ts'
import type { BackedUpDatabase } from './manifests.ts'
import { paths, putBytes, readBytes, type Vault } from './objects.ts'

const slotBeginning = 'pontic_backup_'

/** The write-ahead log of one life of a cluster. A restored cluster has no slot, so it begins another series. */
export type Series = { id: string; slot: WalSlot }

/**
 * Finds the series of a cluster, or begins one. A new series begins at the first backup, after a restore, after a failover to a
 * standby, and when PostgreSQL has deleted log files before they were archived (max_slot_wal_keep_size). It needs a new backup.
 */
export async function findOrBeginSeries(reader: WalReader): Promise<Series> {
  const found = await reader.findSlot(slotBeginning)
  if (found?.isLost) await reader.dropSlot(found.name)
  const slot =
    found !== undefined && !found.isLost
      ? found
      : await reader.createSlot(slotBeginning + randomBytes(6).toString('hex'))
  return { id: slot.name.slice(slotBeginning.length), slot }
}

/** A range of a segment in the target: bytes `from` to `to`, without `to`. */
export type WalPiece = { path: string; segment: string; from: number; to: number }

const hex = (number: number) => number.toString(16).padStart(8, '0')
const pieceName = /\/([0-9A-F]{24})-([0-9a-f]{8})-([0-9a-f]{8})\.age$/

const pathOf = (series: string, segment: string, from: number, to: number) =>
  `${paths.walIn(series, segment.slice(0, 16))}/${segment}-${hex(from)}-${hex(to)}.age`

/** Lists the archived pieces of all segments whose names begin with the same 16 digits as `segment`. */
export async function listPieces(vault: Vault, series: string, segment: string): Promise<WalPiece[]> {
  const entries = await vault.target.list(paths.walIn(series, segment.slice(0, 16)))
  return entries.flatMap(({ path }) => {
    const [, name, from, to] = pieceName.exec(path) ?? []
    return name === undefined || from === undefined || to === undefined
      ? []
      : [{ path, segment: name, from: Number.parseInt(from, 16), to: Number.parseInt(to, 16) }]
  })
}

/** Selects pieces that make up the beginning of a segment: at each offset the longest. Pieces that a killed node wrote twice overlap. */
export function choosePieces(pieces: readonly WalPiece[], segment: string): WalPiece[] {
  const own = pieces.filter((piece) => piece.segment === segment)
  const chosen: WalPiece[] = []
  for (let at = 0; ; at = chosen.at(-1)!.to) {
    const fitting = own.filter(({ from, to }) => from <= at && to > at)
    if (fitting.length === 0) return chosen
    chosen.push(fitting.reduce((best, piece) => (piece.to > best.to ? piece : best)))
  }
}

/** Returns the segments between the start and the end of a copy, and how many bytes of each are needed. */
function segmentsOf({
  timeline,
  segmentBytes,
  from,
  to,
}: BackedUpDatabase): { segment: string; neededBytes: number }[] {
  const size = BigInt(segmentBytes)
  const [first, end] = [parseLsn(from), parseLsn(to)]
  const segments: { segment: string; neededBytes: number }[] = []
  for (let at = first - (first % size); at < end; at += size)
    segments.push({
      segment: segmentNameOf(timeline, at, segmentBytes),
      neededBytes: Number(end - at < size ? end - at : size),
    })
  return segments
}

/**
 * Returns the first segment between `from` and `to` of a database of which the target lacks a part; undefined if it has all of them.
 * Reads only the names of objects.
 */
export async function findMissingSegment(
  vault: Vault,
  database: BackedUpDatabase,
): Promise<string | undefined> {
  let folder = ''
  let pieces: WalPiece[] = []
  for (const { segment, neededBytes } of segmentsOf(database)) {
    if (segment.slice(0, 16) !== folder) pieces = await listPieces(vault, database.series, segment)
    folder = segment.slice(0, 16)
    if ((choosePieces(pieces, segment).at(-1)?.to ?? 0) < neededBytes) return segment
  }
  return undefined
}

/** Reads a segment of the write-ahead log from the archive. @returns its bytes from the start, as far as they are archived; may be empty */
export async function readArchivedSegment(
  vault: Vault,
  pieces: readonly WalPiece[],
  segment: string,
): Promise<Buffer> {
  let bytes = Buffer.alloc(0)
  for (const piece of choosePieces(pieces, segment)) {
    const read = await readBytes(vault, piece.path)
    if (read.length !== piece.to - piece.from) throw new Error(`${piece.path} has the wrong length.`)
    bytes = Buffer.concat([bytes, read.subarray(bytes.length - piece.from)])
  }
  return bytes
}

/** Thrown when the write-ahead log of a series has a gap. */
export class SeriesEnded extends Error {}

/**
 * Copies the write-ahead log of a series to the target while the portal runs. The bytes that were added to a segment become a
 * piece. A full segment becomes one object, which replaces its pieces.
 */
export class WalArchive {
  readonly #reader: WalReader
  readonly #series: Series
  /** Everything before this position is in the target. */
  #archived: bigint | undefined

  constructor(reader: WalReader, series: Series) {
    this.#reader = reader
    this.#series = series
  }

  get seriesId(): string {
    return this.#series.id
  }

  /**
   * Returns the first segment between a backup and the end of the archive of which the target lacks a part, such as one that was
   * archived while another target was set.
   */
  async findGap(vault: Vault, database: BackedUpDatabase): Promise<string | undefined> {
    if (this.#archived === undefined) return undefined
    return await findMissingSegment(vault, { ...database, to: printLsn(this.#archived) })
  }

  /**
   * Archives the log up to `position.flushed`.
   * @returns the bytes that were added to the target
   * @throws SeriesEnded if PostgreSQL has removed a part of the log that was not archived
   */
  async archive(vault: Vault, position: WalPosition): Promise<number> {
    const { timeline, segmentBytes, flushed } = position
    const segmentSize = BigInt(segmentBytes)
    const slot = await this.#reader.findSlot(this.#series.slot.name)
    if (slot === undefined || slot.isLost)
      throw new SeriesEnded('The write-ahead log was not archived in time. A new backup is needed.')
    // The slot begins within a segment only at first. Another process may have archived more than this one.
    const kept = slot.from - (slot.from % segmentSize)
    let at = this.#archived !== undefined && this.#archived > kept ? this.#archived : kept
    let added = 0
    this.#archived = at
    while (at < flushed) {
      const start = at - (at % segmentSize)
      const end = start + segmentSize < flushed ? start + segmentSize : flushed
      const isFull = end === start + segmentSize
      const segment = segmentNameOf(timeline, start, segmentBytes)
      const from = isFull ? 0 : Number(at - start)
      const to = Number(end - start)
      const bytes = await this.#reader.readSegment(segment, from, to - from)
      const path = pathOf(this.#series.id, segment, from, to)
      added += await putBytes(vault, path, bytes)
      if (isFull) {
        await this.#reader.advanceSlot(this.#series.slot.name, end)
        await removePieces(vault, this.#series.id, segment, path)
      }
      at = end
      this.#archived = end
    }
    return added
  }
}

async function removePieces(vault: Vault, series: string, segment: string, kept: string): Promise<void> {
  for (const piece of await listPieces(vault, series, segment))
    if (piece.segment === segment && piece.path !== kept) await vault.target.remove(piece.path)
}
