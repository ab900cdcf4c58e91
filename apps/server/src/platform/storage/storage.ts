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
  /**
   * Puts a part of what was made of a content in its place, whole or not at all; an earlier one is replaced.
   * @param key SHA-256 (hex) that stands for the content
   * @param part `level-0`, `small` and the like
   */
  putPreview: (key: string, part: string, bytes: Uint8Array) => Promise<void>
  /** Size of such a part in bytes, or undefined when there is none. */
  findPreviewSize: (key: string, part: string) => Promise<number | undefined>
  openPreview: (key: string, part: string, range?: ByteRange) => Promise<Readable>
  /** Removes all that was made of a content; nothing is no error. */
  removePreviews: (key: string) => Promise<void>
  /**
   * Keeps a small text for good beside the files, whole or not at all: what must be known also after the database went back
   * to an earlier state. One of the same id is replaced.
   */
  putRecord: (id: string, text: string) => Promise<void>
  listRecords: () => Promise<string[]>
  readRecord: (id: string) => Promise<string>
  /** Bytes free for uploads. */
  readFreeBytes: () => Promise<number>
  /** How the place is: its size and what is free of it in bytes, and whether a few bytes could be written just now. */
  measure: () => Promise<{ totalBytes: number; freeBytes: number; isWritable: boolean }>
}
