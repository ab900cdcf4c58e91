import type { Readable } from 'node:stream'

/** A part of a file: bytes `start` to `end`, both included. */
export type ByteRange = { start: number; end: number }

/**
 * Port of the file storage. Finished files are addressed by the SHA-256 (hex) of their content, unfinished uploads by id. An
 * adapter throws `server.disk_full` if there is no room.
 */
export type FileStorage = {
  /** Creates an empty upload; an existing one is kept. */
  createUpload: (uploadId: string) => Promise<void>
  /** Current size of the upload in bytes; undefined if it does not exist. */
  findUploadSize: (uploadId: string) => Promise<number | undefined>
  /**
   * Appends at `offset` and overwrites bytes beyond it, which were written but never acknowledged. Written bytes survive a
   * killed process, also if the source breaks off.
   * @param onBytes called with each chunk before it is written: hashes, counters, first bytes
   * @returns size of the upload afterwards
   */
  appendUpload: (
    uploadId: string,
    offset: number,
    source: Readable,
    onBytes?: (chunk: Buffer) => void,
  ) => Promise<number>
  /** Reads an upload, or a part of it. */
  openUpload: (uploadId: string, range?: ByteRange) => Promise<Readable>
  /** Makes the upload durable (one fsync) and moves it to its content's hash; an existing file is kept. */
  promoteUpload: (uploadId: string, sha256: string) => Promise<void>
  /** Moves a refused upload to a place from which nothing is served. */
  quarantineUpload: (uploadId: string) => Promise<void>
  /** Removes the bytes of an upload, also of a refused one; a missing upload is no error. */
  removeUpload: (uploadId: string) => Promise<void>
  /** Stores a complete file (demo data, images). */
  putFile: (sha256: string, source: Readable) => Promise<void>
  /** Size in bytes, or undefined if the file does not exist. */
  findFileSize: (sha256: string) => Promise<number | undefined>
  /** Reads a file, or a part of it, in steps of 1 MiB. */
  openFile: (sha256: string, range?: ByteRange) => Promise<Readable>
  removeFile: (sha256: string) => Promise<void>
  /**
   * Stores a part derived from a content atomically and replaces an earlier one.
   * @param key SHA-256 (hex) that identifies the content
   * @param part `level-0`, `small` and the like
   */
  putPreview: (key: string, part: string, bytes: Uint8Array) => Promise<void>
  /** Size of such a part in bytes, or undefined if it does not exist. */
  findPreviewSize: (key: string, part: string) => Promise<number | undefined>
  openPreview: (key: string, part: string, range?: ByteRange) => Promise<Readable>
  /** Removes all parts derived from a content; none is no error. */
  removePreviews: (key: string) => Promise<void>
  /**
   * Stores a small text permanently next to the files, atomically, so that it survives a restore of the database to an earlier
   * state. A text with the same id is replaced.
   */
  putRecord: (id: string, text: string) => Promise<void>
  listRecords: () => Promise<string[]>
  readRecord: (id: string) => Promise<string>
  /** Bytes free for uploads. */
  readFreeBytes: () => Promise<number>
  /** Size and free space of the volume in bytes, and whether a few bytes could be written now. */
  measure: () => Promise<{ totalBytes: number; freeBytes: number; isWritable: boolean }>
}
