import type { Readable } from 'node:stream'

/** A part of a file: bytes `start` to `end`, both included. */
export type ByteRange = { start: number; end: number }

/**
 * Interface of the file storage. Finished files are addressed by the SHA-256 (hex) of their content, unfinished uploads by id.
 * Without free space an operation throws the error of the file system, which becomes `server.disk_full`.
 */
export type FileStorage = {
  /** Creates an empty upload; an existing one is kept. */
  createUpload: (uploadId: string) => Promise<void>
  /** Returns the current size of an upload in bytes, or undefined if it does not exist. */
  findUploadSize: (uploadId: string) => Promise<number | undefined>
  /**
   * Removes the bytes beyond `offset`, which were written but never acknowledged, and appends at `offset`.
   * Appended bytes remain if the process is killed or the source fails.
   * @param onBytes called with each chunk while it is being written, for example to hash it
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
  /**
   * Makes the upload durable with fsync, and moves it to the path of its content's hash. An existing file with this hash is
   * kept.
   */
  promoteUpload: (uploadId: string, sha256: string) => Promise<void>
  /** Moves a refused upload to the quarantine, from which nothing is served. */
  quarantineUpload: (uploadId: string) => Promise<void>
  /** Removes the bytes of an upload, also of a refused one; a missing upload is no error. */
  removeUpload: (uploadId: string) => Promise<void>
  /** Stores a complete file (demo data, images). */
  putFile: (sha256: string, source: Readable) => Promise<void>
  /** Returns the size of a file in bytes, or undefined if it does not exist. */
  findFileSize: (sha256: string) => Promise<number | undefined>
  /** Reads a file, or a part of it, in steps of 1 MiB. */
  openFile: (sha256: string, range?: ByteRange) => Promise<Readable>
  /**
   * Copies a range of a file to `write`, which resolves when its chunk has been sent. Reads the next chunks meanwhile, and
   * reuses the memory of sent ones.
   * @throws the error of the file system before the first chunk if the file is missing, and the error of `write`
   */
  copyFile: (sha256: string, range: ByteRange, write: (chunk: Buffer) => Promise<void>) => Promise<void>
  /** Returns the path of a file inside the folder of files. @throws the error of the file system if the file is missing */
  locateFile: (sha256: string) => Promise<string>
  removeFile: (sha256: string) => Promise<void>
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
  /**
   * Stores a small text next to the files, atomically and permanently. It survives a restore of the database to an earlier
   * state. A text with the same id is replaced.
   */
  putRecord: (id: string, text: string) => Promise<void>
  listRecords: () => Promise<string[]>
  readRecord: (id: string) => Promise<string>
  /** Returns the number of bytes that are free for uploads. */
  readFreeBytes: () => Promise<number>
  /** Returns the size and free space of the volume in bytes, and whether a few bytes could be written. */
  measure: () => Promise<{ totalBytes: number; freeBytes: number; isWritable: boolean }>
}
