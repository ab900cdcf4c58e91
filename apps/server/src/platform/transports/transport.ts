import type { Readable } from 'node:stream'

/** A remote file. `path` is below the setting's folder, parts separated by `/`. */
export type RemoteFile = {
  path: string
  sizeBytes: number
  /** ISO time of its last change, if the peer provides it. */
  changedAt: string | null
}

/**
 * Port for reading foreign files. Every path is relative to the setting's folder and never leaves it; names that could are
 * omitted from lists and refused elsewhere (`transport.path_invalid`). All failures are refusals with a key `transport.*` of
 * the catalogue.
 */
export type TransportReader = {
  /**
   * All files below a folder and its subfolders, in order of their paths; without symbolic links, hidden files, and files that
   * are still being written under a temporary name (`isUnfinishedName`).
   * @throws transport.not_found, transport.too_many
   */
  list: (folder?: string) => Promise<RemoteFile[]>
  /**
   * Reads a file. The stream fails with `transport.too_large` beyond `bytesMax`, with `transport.timeout` after half a minute
   * without a byte.
   * @throws transport.not_found, transport.denied
   */
  read: (path: string, bytesMax: number) => Promise<Readable>
  /** Ends the connection; never fails. */
  close: () => Promise<void>
}

/** Port for reading and writing foreign files. */
export type Transport = TransportReader & {
  /**
   * Writes and replaces a file atomically, under a temporary name first if the peer would show half a file, and creates its
   * folders.
   * @throws transport.denied, transport.no_room, transport.broken_off if fewer bytes arrive than `sizeBytes`
   */
  write: (path: string, content: Readable, sizeBytes: number) => Promise<void>
  /** Renames a file and replaces an existing one. @throws transport.not_found */
  move: (from: string, to: string) => Promise<void>
  /** Removes a file; a missing one is no error. */
  remove: (path: string) => Promise<void>
}

/** Limits of all transports. */
export const transportLimits = {
  connectTimeoutMs: 15_000,
  /** Without receiving a byte. */
  idleTimeoutMs: 30_000,
  listedFilesMax: 10_000,
  listedFoldersMax: 2_000,
  folderDepthMax: 8,
  listingBytesMax: 8 * 1024 * 1024,
  pathLengthMax: 1_000,
} as const

/** What an installation allows its transports. */
export type TransportPolicy = {
  /** Whether peers in private networks and on this machine are allowed. */
  allowsPrivate: boolean
  /** Root of the folders of settings of the kind `folder`; undefined if there are none. */
  folderRoot: string | undefined
}
