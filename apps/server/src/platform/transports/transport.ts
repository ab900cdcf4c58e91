import type { Readable } from 'node:stream'

/** A remote file. `path` is relative to the setting's folder, with `/` as separator. */
export type RemoteFile = {
  path: string
  sizeBytes: number
  /** ISO time of its last change, if the peer provides it. */
  changedAt: string | null
}

/**
 * Interface for reading files of a peer. Every path is relative to the setting's folder and never leads out
 * of it. Lists omit names that could lead out, and other operations refuse them (`transport.path_invalid`).
 * All failures are refusals with a key `transport.*` of the catalogue.
 */
export type TransportReader = {
  /**
   * Lists all files in a folder and its subfolders, in order of their paths. Omits symbolic links, hidden files, and files that
   * are still being written under a temporary name (`isUnfinishedName`).
   * @throws transport.not_found, transport.too_many
   */
  list: (folder?: string) => Promise<RemoteFile[]>
  /**
   * Reads a file. The stream fails with `transport.too_large` beyond `bytesMax`, and with `transport.timeout` after half a
   * minute without a byte.
   * @throws transport.not_found, transport.denied
   */
  read: (path: string, bytesMax: number) => Promise<Readable>
  /** Closes the connection; never fails. */
  close: () => Promise<void>
}

/** Interface for reading and writing files of a peer. */
export type Transport = TransportReader & {
  /**
   * Writes a file and creates its folders. An existing file is replaced, atomically where the peer can do that. If the peer
   * would list a partial file, the file is first written under a temporary name.
   * @throws transport.denied, transport.no_room, transport.broken_off if the number of bytes differs from `sizeBytes`
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
  /** Maximum time without receiving a byte. */
  idleTimeoutMs: 30_000,
  listedFilesMax: 10_000,
  listedFoldersMax: 2_000,
  folderDepthMax: 8,
  listingBytesMax: 8 * 1024 * 1024,
  pathLengthMax: 1_000,
} as const

/** The peers and folders that an installation allows its transports. */
export type TransportPolicy = {
  /** Whether peers in private networks and on this machine are allowed. */
  allowsPrivate: boolean
  /** Root folder for settings of the kind `folder`; undefined if the installation allows no such settings. */
  folderRoot: string | undefined
}
