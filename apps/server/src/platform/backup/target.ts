import { mkdir, readFile, stat, statfs } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Readable as Stream } from 'node:stream'
import type { BackupConfig } from '../../config/backup-settings.ts'
import { Refusal } from '../http/fail.ts'
import { openBucket } from '../storage/s3-client.ts'
import { openObjects } from '../storage/s3-objects.ts'
import { diskReserveBytes } from '../storage/space.ts'
import { openFolder } from '../transports/folder.ts'
import { openSftp } from '../transports/sftp.ts'
import type { Transport } from '../transports/transport.ts'

/** An object of the target. `path` is relative to it, with `/`. */
export type TargetEntry = { path: string; changedAt: Date }

/** Where backups are stored: a folder, an SFTP server, or a bucket. An object appears only when it is complete. */
export type BackupTarget = {
  /** Lists the objects in a folder and its subfolders; none if the folder does not exist. */
  list: (folder: string) => Promise<TargetEntry[]>
  /** @throws MissingObject */
  read: (path: string) => Promise<Readable>
  /** Writes an object, and replaces an existing one. */
  write: (path: string, source: AsyncIterable<Buffer>, sizeBytes: number) => Promise<void>
  /** Removes an object; a missing one is no error. */
  remove: (path: string) => Promise<void>
  close: () => Promise<void>
}

/** Thrown when an object of the target does not exist. */
export class MissingObject extends Error {}

const partBytes = 16 * 1024 * 1024
const s3TimeoutMs = 60_000
/** The write-ahead log of two weeks may have more files than a delivery may list. */
const listLimits = { listedFilesMax: Infinity, listedFoldersMax: Infinity }

/** Opens the target of the settings. @throws Refusal with a key `transport.*` if it cannot be reached */
export async function openTarget(config: BackupConfig): Promise<BackupTarget> {
  if (config.target.startsWith('s3+')) return await openS3Target(config)
  if (config.target.startsWith('sftp:')) return overTransport(await openSftpTarget(config))
  await mkdir(config.target, { recursive: true, mode: 0o700 })
  const folder = overTransport(await openFolder({ folder: '', folderRoot: config.target, listLimits }))
  return {
    ...folder,
    write: async (path, source, sizeBytes) => {
      await assertSpace(config.target, sizeBytes)
      await folder.write(path, source, sizeBytes)
    },
  }
}

/** The database may be on the same disk, and it stops without free space. @throws Error if too little would be left */
async function assertSpace(folder: string, sizeBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize - sizeBytes < diskReserveBytes)
    throw new Error(`The disk of the backups is full: ${folder} has less than 1 GB of free space.`)
}

/**
 * Whether backups are in a folder on the same file system as the data. False for an SFTP server, a bucket, and a folder that does
 * not exist yet.
 */
export async function isOnDataDisk(
  { target }: Pick<BackupConfig, 'target'>,
  dataFolder: string,
): Promise<boolean> {
  if (!target.startsWith('/')) return false
  try {
    return (await stat(target)).dev === (await stat(dataFolder)).dev
  } catch {
    return false
  }
}

async function openSftpTarget(config: BackupConfig): Promise<Transport> {
  const url = new URL(config.target)
  return await openSftp({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || 22,
    // The path of the URL is relative to the start folder of the user, and absolute with two slashes.
    folder: decodeURIComponent(url.pathname.slice(1)),
    userName: config.user,
    hostFingerprint: config.hostKey,
    password: config.password || null,
    privateKey: config.sshKeyFile === undefined ? null : await readFile(config.sshKeyFile, 'utf8'),
    passphrase: null,
    allowsPrivate: true,
    listLimits,
  })
}

function overTransport(transport: Transport): BackupTarget {
  return {
    list: async (folder) => {
      try {
        const files = await transport.list(folder)
        return files.map(({ path, changedAt }) => ({ path, changedAt: new Date(changedAt ?? 0) }))
      } catch (error) {
        if (isMissing(error)) return []
        throw error
      }
    },
    read: async (path) => {
      try {
        return await transport.read(path, Number.MAX_SAFE_INTEGER)
      } catch (error) {
        throw isMissing(error) ? new MissingObject(`${path} is missing.`) : error
      }
    },
    write: (path, source, sizeBytes) => transport.write(path, Stream.from(source), sizeBytes),
    remove: (path) => transport.remove(path),
    close: () => transport.close(),
  }
}

const isMissing = (error: unknown) => error instanceof Refusal && error.key === 'transport.not_found'

async function openS3Target(config: BackupConfig): Promise<BackupTarget> {
  const url = new URL(config.target.slice('s3+'.length))
  const [, name = '', ...folders] = url.pathname.split('/')
  const prefix = folders.filter((part) => part !== '').join('/')
  const bucket = await openBucket({
    endpoint: url.origin,
    publicEndpoint: undefined,
    region: config.region,
    bucket: name,
    prefix: prefix === '' ? '' : `${prefix}/`,
    credentials: { accessKeyId: config.user, secretAccessKey: config.password },
    isPathStyle: true,
    encryption: undefined,
    kmsKey: undefined,
    redirects: false,
    timeoutMs: s3TimeoutMs,
  })
  const objects = openObjects(bucket)
  return {
    list: async (folder) => {
      const found: TargetEntry[] = []
      for await (const { key, changedAt } of objects.listWithTimes(`${folder}/`))
        found.push({ path: key, changedAt })
      return found
    },
    read: async (path) => {
      try {
        return await objects.open(path)
      } catch (error) {
        throw (error as { code?: string }).code === 'ENOENT'
          ? new MissingObject(`${path} is missing.`)
          : error
      }
    },
    write: async (path, source) => await writeParts(objects, path, source),
    remove: (path) => objects.remove(path),
    close: async () => bucket.close(),
  }
}

/** Writes a small object at once and a large one in parts, which the SDK can repeat. */
async function writeParts(
  objects: ReturnType<typeof openObjects>,
  path: string,
  source: AsyncIterable<Buffer>,
): Promise<void> {
  let upload: string | undefined
  const etags: string[] = []
  let waiting: Buffer[] = []
  let waitingBytes = 0
  const takeWaiting = () => {
    const bytes = Buffer.concat(waiting)
    waiting = []
    waitingBytes = 0
    return bytes
  }
  try {
    for await (const chunk of source) {
      waiting.push(chunk)
      waitingBytes += chunk.length
      if (waitingBytes < partBytes) continue
      upload ??= await objects.createMultipart(path)
      etags.push(await objects.putPart(path, upload, etags.length + 1, { bytes: takeWaiting() }))
    }
    if (upload === undefined) return await objects.put(path, takeWaiting())
    if (waitingBytes > 0)
      etags.push(await objects.putPart(path, upload, etags.length + 1, { bytes: takeWaiting() }))
    await objects.completeMultipart(path, upload, etags)
  } catch (error) {
    if (upload !== undefined) await objects.abortMultipart(path, upload).catch(() => {})
    throw error
  }
}
