import { createHash, timingSafeEqual } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { dirname } from 'node:path/posix'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import type { ConnectConfig, SFTPWrapper, Client as SshClient } from 'ssh2'
import { fail, Refusal } from '../http/fail.ts'
import { guardSocket, resolveTarget } from './addresses.ts'
import { mapFailures, refusalOfFailure } from './failures.ts'
import {
  cleanFilePath,
  cleanPath,
  type ListLimits,
  type RemoteEntry,
  temporaryPath,
  walkFolder,
} from './remote-paths.ts'
import { limitStream, requireLength } from './streams.ts'
import { type Transport, transportLimits } from './transport.ts'

/** A folder on an SFTP server. */
export type SftpLocation = {
  host: string
  port: number
  /** Absolute, or relative to the start folder of the user. */
  folder: string
  userName: string
  /** As `ssh-keygen -lf` prints it: `SHA256:` and base64 without padding. */
  hostFingerprint: string
  /** At least one of `password` and `privateKey` is set. */
  password: string | null
  privateKey: string | null
  passphrase: string | null
  allowsPrivate: boolean
  listLimits?: ListLimits
}

/**
 * Opens a folder on an SFTP server. A host key other than the pinned one is refused before any secret is sent.
 * @throws transport.host_key_wrong with the fingerprint that the server presented
 * @throws transport.login_refused, transport.private_key_unreadable, transport.unreachable, transport.timeout
 */
export async function openSftp(location: SftpLocation): Promise<Transport> {
  const target = await resolveTarget(location, 'ssh', location.allowsPrivate)
  // Imported on first use: most nodes never use SFTP.
  const { Client } = (await import('ssh2')).default
  const socket = connect({ host: target.address, port: target.port, family: target.family })
  // SFTP sends many small requests. Without this option each would wait for the previous acknowledgement.
  socket.setNoDelay(true)
  guardSocket(socket, target)
  const client = new Client()
  // Without a listener, a connection that breaks between two operations would crash the process.
  client.on('error', () => undefined)
  try {
    await signIn(client, socket, location)
    const sftp = await promisify((done: (error: Error | undefined, sftp: SFTPWrapper) => void) =>
      client.sftp(done),
    )()
    sftp.on('error', () => undefined)
    return transportOver(client, sftp, location)
  } catch (error) {
    client.destroy()
    throw describeSsh(error)
  }
}

/** Returns the fingerprint of a host's public key: `SHA256:` and its hash, as `ssh-keygen -lf` prints it. */
export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

function signIn(client: SshClient, socket: Socket, location: SftpLocation): Promise<void> {
  let otherFingerprint: string | undefined
  const config: ConnectConfig = {
    sock: socket,
    username: location.userName,
    readyTimeout: transportLimits.connectTimeoutMs,
    keepaliveInterval: transportLimits.idleTimeoutMs / 3,
    keepaliveCountMax: 3,
    hostVerifier: (key: Buffer) => {
      const shown = fingerprintOf(key)
      const isPinned = isSame(shown, location.hostFingerprint)
      if (!isPinned) otherFingerprint = shown
      return isPinned
    },
    ...(location.password === null ? {} : { password: location.password }),
    ...(location.privateKey === null ? {} : { privateKey: location.privateKey }),
    ...(location.passphrase === null ? {} : { passphrase: location.passphrase }),
  }
  return new Promise((resolve, reject) => {
    const refuse = (error: unknown) =>
      reject(
        otherFingerprint === undefined
          ? error
          : new Refusal('transport.host_key_wrong', { fingerprint: otherFingerprint }),
      )
    socket.once('error', refuse)
    client.once('ready', () => resolve())
    client.once('error', refuse)
    client.once('close', () => refuse(new Refusal('transport.broken_off')))
    try {
      client.connect(config)
    } catch {
      socket.destroy()
      reject(new Refusal('transport.private_key_unreadable'))
    }
  })
}

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

const sftpKeys = {
  2: 'transport.not_found',
  3: 'transport.denied',
  6: 'transport.broken_off',
  7: 'transport.broken_off',
} as const

// An SFTP error has a small number as `code`. An error of the SSH connection has a `level`.
function describeSsh(error: unknown): Refusal {
  const { code, level } = (error ?? {}) as { code?: unknown; level?: string }
  if (level === 'client-authentication') return new Refusal('transport.login_refused')
  if (level === 'client-timeout') return new Refusal('transport.timeout')
  const known = typeof code === 'number' ? sftpKeys[code as keyof typeof sftpKeys] : undefined
  if (known) return new Refusal(known)
  // The protocol version in use has no status code for a full disk.
  if (/no space|quota/i.test(String((error as Error | undefined)?.message)))
    return new Refusal('transport.no_room')
  return refusalOfFailure(error)
}

type Operations = ReturnType<typeof operationsOf>

function operationsOf(sftp: SFTPWrapper) {
  const run = <Result>(start: (done: (error: Error | null | undefined, result: Result) => void) => void) =>
    promisify(start)()
  return {
    readdir: (path: string) =>
      run<Parameters<Parameters<SFTPWrapper['readdir']>[1]>[1]>((done) => sftp.readdir(path, done)),
    stat: (path: string) =>
      run<Parameters<Parameters<SFTPWrapper['lstat']>[1]>[1]>((done) => sftp.lstat(path, done)),
    mkdir: (path: string) => run<void>((done) => sftp.mkdir(path, done as (error?: Error | null) => void)),
    unlink: (path: string) => run<void>((done) => sftp.unlink(path, done as (error?: Error | null) => void)),
    rename: (from: string, to: string) =>
      run<void>((done) => sftp.rename(from, to, done as (error?: Error | null) => void)),
    replace: (from: string, to: string) =>
      run<void>((done) => sftp.ext_openssh_rename(from, to, done as (error?: Error | null) => void)),
  }
}

function transportOver(
  client: SshClient,
  sftp: SFTPWrapper,
  { folder, listLimits }: SftpLocation,
): Transport {
  const operations = operationsOf(sftp)
  const base = folder.replace(/\/+$/, '')
  const at = (path: string) => (base === '' && !folder.startsWith('/') ? path || '.' : `${base}/${path}`)
  const mapSftpFailure = <Result>(operation: () => Promise<Result>) =>
    mapFailures(() => rejectOnClose(client, operation), describeSsh)
  return {
    list: (start = '') =>
      mapSftpFailure(() =>
        walkFolder(
          cleanPath(start),
          async (path) => entriesOf(await operations.readdir(at(path))),
          listLimits,
        ),
      ),
    read: (path, bytesMax) =>
      mapSftpFailure(async () => {
        const file = at(cleanFilePath(path))
        if (!(await operations.stat(file)).isFile()) fail('transport.not_found')
        return limitStream(sftp.createReadStream(file), bytesMax, describeSsh)
      }),
    write: (path, content, sizeBytes) =>
      mapSftpFailure(async () => {
        const file = at(cleanFilePath(path))
        await createFolders(operations, file, base)
        const temporary = temporaryPath(file)
        try {
          await pipeline(
            requireLength(content, sizeBytes),
            sftp.createWriteStream(temporary, { flags: 'wx' }),
          )
          await replaceFile(operations, temporary, file)
        } catch (error) {
          await operations.unlink(temporary).catch(() => undefined)
          throw error
        }
      }),
    move: (from, to) =>
      mapSftpFailure(async () => {
        const [old, next] = [at(cleanFilePath(from)), at(cleanFilePath(to))]
        await operations.stat(old)
        await createFolders(operations, next, base)
        await replaceFile(operations, old, next)
      }),
    remove: (path) =>
      mapSftpFailure(() =>
        operations.unlink(at(cleanFilePath(path))).catch((error: unknown) => {
          if (describeSsh(error).key !== 'transport.not_found') throw error
        }),
      ),
    close: async () => {
      client.end()
    },
  }
}

/** Rejects an operation when the connection closes, because the library does not call the operation's callback then. */
async function rejectOnClose<Result>(client: SshClient, operation: () => Promise<Result>): Promise<Result> {
  let removeListener = () => {}
  const ended = new Promise<never>((_, reject) => {
    const refuse = () => reject(new Refusal('transport.broken_off'))
    client.once('close', refuse)
    removeListener = () => client.off('close', refuse)
  })
  try {
    return await Promise.race([operation(), ended])
  } finally {
    removeListener()
  }
}

/**
 * Renames a file and replaces an existing one. Only servers with OpenSSH's rename extension can do that in one step. On other
 * servers the existing file gets a temporary name first, and its old name again if the rename fails.
 */
async function replaceFile({ replace, rename, unlink }: Operations, from: string, to: string): Promise<void> {
  try {
    await replace(from, to)
  } catch (error) {
    // An error of the server has a status code. Without the extension, the library throws an error without a code.
    if (error instanceof Error && 'code' in error) throw error
    const existing = temporaryPath(to)
    const isReplaced = await rename(to, existing).then(
      () => true,
      () => false,
    )
    try {
      await rename(from, to)
    } catch (cause) {
      if (isReplaced) await rename(existing, to)
      throw cause
    }
    if (isReplaced) await unlink(existing)
  }
}

/** Creates the folders of a file, below the setting's own folder, which must exist. */
async function createFolders({ mkdir, stat }: Operations, file: string, base: string): Promise<void> {
  const missing: string[] = []
  for (
    let folder = dirname(file);
    folder !== base && folder !== '.' && folder !== '/';
    folder = dirname(folder)
  ) {
    const found = await stat(folder).catch(() => undefined)
    if (found?.isSymbolicLink()) fail('transport.path_invalid')
    if (found) break
    missing.unshift(folder)
  }
  // Ignores errors, because another delivery may create the folder at the same moment.
  for (const folder of missing) await mkdir(folder).catch(() => undefined)
}

function entriesOf(list: Awaited<ReturnType<Operations['readdir']>>): RemoteEntry[] {
  return list
    .filter(({ attrs }) => attrs.isFile() || attrs.isDirectory())
    .map(({ filename, attrs }) => ({
      name: filename,
      kind: attrs.isFile() ? 'file' : 'folder',
      sizeBytes: attrs.size,
      changedAt: new Date(attrs.mtime * 1000).toISOString(),
    }))
}
