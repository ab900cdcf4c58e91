import type { Readable } from 'node:stream'

/** A part of a file: bytes `start` to `end`, both included. */
export type ByteRange = { start: number; end: number }

/**
 * Where files live. Finished ones are called by the SHA-256 (hex) of their content; unfinished uploads by their id.
 * An adapter throws `server.disk_full` where no room is left.
 */
export type FileStorage = {
  /** Makes an empty upload; keeps what is there already. */
  createUpload: (uploadId: string) => Promise<void>
  /** Bytes that the upload holds; undefined when there is no such upload. */
  findUploadSize: (uploadId: string) => Promise<number | undefined>
  /**
   * Appends at `offset`; bytes beyond it, of a write that was never acknowledged, are overwritten. Bytes that were
   * written survive a killed process, also when the source breaks off.
   * @param onBytes called with each chunk before it is written: hashes, counters, first bytes
   * @returns size of the upload afterwards
   */
  appendUpload: (
    uploadId: string,
    offset: number,
    source: Readable,
    onBytes?: (chunk: Buffer) => void,
  ) => Promise<number>
  /** Reads an upload from its start, or a part of it. */
  openUpload: (uploadId: string, range?: ByteRange) => Promise<Readable>
  /** Makes the upload durable (one fsync) and gives it its content's name; content that is there already is kept. */
  promoteUpload: (uploadId: string, sha256: string) => Promise<void>
  /** Puts a refused upload where nothing is served from. */
  quarantineUpload: (uploadId: string) => Promise<void>
  /** Removes the bytes of an upload, refused ones too; none are no error. */
  removeUpload: (uploadId: string) => Promise<void>
  /** Stores a finished file whole (demo data, images). */
  putFile: (sha256: string, source: Readable) => Promise<void>
  /** Size in bytes, or undefined when there is no such file. */
  findFileSize: (sha256: string) => Promise<number | undefined>
  /** Reads a file, or a part of it, in steps of 1 MiB. */
  openFile: (sha256: string, range?: ByteRange) => Promise<Readable>
  removeFile: (sha256: string) => Promise<void>
  /** Bytes free for uploads. */
  readFreeBytes: () => Promise<number>
}
