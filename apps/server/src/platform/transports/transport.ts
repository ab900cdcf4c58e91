import type { Readable } from 'node:stream'

/** A file at the other side. `path` is below the setting's folder, parts separated by `/`. */
export type RemoteFile = {
  path: string
  sizeBytes: number
  /** ISO time of its last change, where the other side tells. */
  changedAt: string | null
}

/**
 * A way to files of others. Every path is relative to the setting's folder and never leaves it; names that could are
 * left out of lists and refused elsewhere (`transport.path_invalid`). All failures are refusals with a key `transport.*`
 * of the catalogue.
 */
export type TransportReader = {
  /**
   * All files below a folder, those of its folders too; no links, no hidden files, none that is still being written
   * under a temporary name (`isUnfinishedName`). In the order of their paths.
   * @throws transport.not_found, transport.too_many
   */
  list: (folder?: string) => Promise<RemoteFile[]>
  /**
   * Reads a file. The stream fails with `transport.too_large` beyond `bytesMax`, with `transport.timeout` when nothing
   * comes for half a minute.
   * @throws transport.not_found, transport.denied
   */
  read: (path: string, bytesMax: number) => Promise<Readable>
  /** Ends the connection; never fails. */
  close: () => Promise<void>
}

/** A way to files of others that may be changed. */
export type Transport = TransportReader & {
  /**
   * Writes a file whole or not at all: under a temporary name first where the other side shows half a file, with the
   * folders that lead to it. What was there is replaced.
   * @throws transport.denied, transport.no_room, transport.broken_off where fewer bytes come than were said
   */
  write: (path: string, content: Readable, sizeBytes: number) => Promise<void>
  /** Gives a file another name, in place of what has it. @throws transport.not_found */
  move: (from: string, to: string) => Promise<void>
  /** Removes a file; one that is gone is no error. */
  remove: (path: string) => Promise<void>
}

/** Caps that hold for all transports. */
export const transportLimits = {
  connectTimeoutMs: 15_000,
  /** Without a byte. */
  idleTimeoutMs: 30_000,
  listedFilesMax: 10_000,
  listedFoldersMax: 2_000,
  folderDepthMax: 8,
  listingBytesMax: 8 * 1024 * 1024,
  pathLengthMax: 1_000,
} as const

/** What an installation allows its transports. */
export type TransportPolicy = {
  /** Peers in private nets and on this machine. */
  allowsPrivate: boolean
  /** Folder that settings of the kind `folder` lie below; undefined where none may be used. */
  folderRoot: string | undefined
}
