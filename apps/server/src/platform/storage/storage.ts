import type { Readable } from 'node:stream'

/** A part of a file: bytes `start` to `end`, both included. */
export type ByteRange = { start: number; end: number }

/**
 * An unfinished upload as the database knows it. `parts` is what the storage has passed to `onStored` together with this offset;
 * it is opaque, and null before the first byte and on disk.
 */
export type StoredUpload = { id: string; sizeBytes: number; receivedBytes: number; parts: string | null }

/** Callbacks of an append. */
export type AppendHooks = {
  /** Called with each chunk while it is being stored, for example to hash it. An error ends the append. */
  onBytes?: (chunk: Buffer) => void
  /** Called when the bytes before `offset` survive the end of this process. The caller saves both values together. */
  onStored?: (offset: number, parts: string | null) => void
}

/** Name and type under which a browser saves a file. */
export type SavedAs = { disposition: string; mediaType: string }

/**
 * From where a file can be sent without this node: a path below the folder of files, for a reverse proxy, or a signed URL, for the
 * client.
 */
export type FileLocation = { path: string } | { url: string }

/** State of a storage. Sizes are null if the storage does not know them. */
export type StorageState = {
  place: 'disk' | 's3'
  totalBytes: number | null
  freeBytes: number | null
  /** Whether a few bytes could be written now. */
  isWritable: boolean
  /** Time of the first failure since the last success on this node; null if the last operation succeeded. */
  failingSince: string | null
}

/**
 * Interface of the file storage. Finished files are addressed by the SHA-256 (hex) of their content, unfinished uploads by id.
 * A missing file throws an error with the code `ENOENT`. Without free space an operation throws `ENOSPC`, which becomes
 * `server.disk_full`. A storage that does not answer throws {@link StorageUnavailable}, which becomes `server.unavailable`.
 */
export type FileStorage = {
  /** Returns the offset at which an upload can continue: `receivedBytes`, or less if the storage has lost bytes. */
  findUploadOffset: (upload: StoredUpload) => Promise<number>
  /**
   * Appends to an upload at `receivedBytes`, and creates the upload at 0. Bytes beyond this offset, which were stored but never
   * acknowledged, are replaced. Bytes that arrived before the source failed are kept.
   * @returns the offset afterwards, which was passed to `onStored` before
   */
  appendUpload: (upload: StoredUpload, source: Readable, hooks?: AppendHooks) => Promise<number>
  /** Reads a part of an upload: below `limits.uploadHeadBytes` at any time, everywhere once all its bytes have arrived. */
  openUpload: (upload: StoredUpload, range: ByteRange) => Promise<Readable>
  /** Stores a complete upload permanently under the hash of its content. An existing file with this hash is kept. */
  promoteUpload: (upload: StoredUpload, sha256: string) => Promise<void>
  /** Moves a refused upload to the quarantine, from which nothing is served. */
  quarantineUpload: (upload: StoredUpload) => Promise<void>
  /** Removes the bytes of an upload, also of a refused one; a missing upload is no error. */
  removeUpload: (uploadId: string) => Promise<void>
  /** Whether bytes of an unfinished upload are stored. */
  hasUpload: (uploadId: string) => Promise<boolean>
  /**
   * Stores a complete file (demo data, images, moved files). An existing file with this hash is kept, and `source` destroyed.
   * @throws WrongContent if the content has another hash; nothing is stored then
   */
  putFile: (sha256: string, source: Readable) => Promise<void>
  /** Returns the size of a file in bytes, or undefined if it does not exist. */
  findFileSize: (sha256: string) => Promise<number | undefined>
  /** Reads a file, or a part of it. */
  openFile: (sha256: string, range?: ByteRange) => Promise<Readable>
  /**
   * Copies a range of a file to `write`, which resolves when its chunk has been sent. Reads the next chunks meanwhile, and may
   * reuse the memory of sent ones.
   * @throws before the first chunk if the file is missing, and the error of `write`
   */
  copyFile: (sha256: string, range: ByteRange, write: (chunk: Buffer) => Promise<void>) => Promise<void>
  /** Returns from where a file can be sent without this node; undefined if the node must send it. @throws ENOENT */
  locateFile: (sha256: string, savedAs: SavedAs) => Promise<FileLocation | undefined>
  removeFile: (sha256: string) => Promise<void>
  /** Lists the hashes of all files, in no particular order. */
  listFiles: () => AsyncIterable<string>
  /**
   * Stores a part that was derived from a content. The write is atomic and replaces an earlier version of the part.
   * @param key SHA-256 (hex) that identifies the content
   * @param part name of the part, such as `level-0` or `small`
   */
  putPreview: (key: string, part: string, bytes: Uint8Array) => Promise<void>
  /** Returns the size of a derived part in bytes, or undefined if it does not exist. */
  findPreviewSize: (key: string, part: string) => Promise<number | undefined>
  openPreview: (key: string, part: string, range?: ByteRange) => Promise<Readable>
  /** Removes all parts derived from a content. It is no error if there are none. */
  removePreviews: (key: string) => Promise<void>
  /** Lists the keys of all derived parts with the names of their parts. */
  listPreviews: () => AsyncIterable<{ key: string; parts: string[] }>
  /**
   * Stores a small text next to the files, atomically and permanently. It survives a restore of the database to an earlier
   * state. A text with the same id is replaced.
   */
  putRecord: (id: string, text: string) => Promise<void>
  listRecords: () => Promise<string[]>
  readRecord: (id: string) => Promise<string>
  removeRecord: (id: string) => Promise<void>
  /** Returns the number of bytes that are free for uploads, negative if a reserve is in use; Infinity if the storage does not know. */
  readFreeBytes: () => Promise<number>
  /** Returns the state of the storage, and tries to write a few bytes. */
  measure: () => Promise<StorageState>
  close: () => Promise<void>
}

/** Code of {@link StorageUnavailable}. */
export const storageUnavailableCode = 'ESTORAGE'

/** Thrown when the storage does not answer or refuses the portal. A later attempt may succeed. */
export class StorageUnavailable extends Error {
  readonly code = storageUnavailableCode
}

/** Thrown when a content does not have the hash under which it should be stored. */
export class WrongContent extends Error {}

/** Creates the error of a missing file, with the code that the file system uses. */
export function missingFile(name: string): Error & { code: string } {
  return Object.assign(new Error(`ENOENT: no stored file ${name}`), { code: 'ENOENT' })
}

const hashPattern = /^[0-9a-f]{64}$/
const idPattern = /^[0-9a-f-]{36}$/
const partPattern = /^[a-z]{1,8}(?:-\d)?$/

function checkName(name: string, pattern: RegExp): string {
  if (!pattern.test(name)) throw new Error('The name of a stored file is invalid.')
  return name
}

/** Assert that no user-supplied name becomes a path or a key (threat T40). @throws Error */
export const checkedHash = (sha256: string): string => checkName(sha256, hashPattern)
export const checkedId = (id: string): string => checkName(id, idPattern)
export const checkedPart = (part: string): string => checkName(part, partPattern)
