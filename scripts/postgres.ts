import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type EmbeddedUrls, embeddedUrlsOf } from '../apps/server/src/platform/backup/embedded.ts'
import {
  createCluster,
  findPostmaster,
  type Memory,
  markScratch,
  type Postmaster,
  removeOrphans,
  startCluster,
  stopCluster,
  viaSocket,
} from './postgres-cluster.ts'
import { findPlace, type Place } from './postgres-place.ts'
import { isAlive } from './processes.ts'

/** Options for starting PostgreSQL. */
export type PostgresOptions = {
  /** Folder with `postgres.json`; created if it does not exist. */
  dataFolder: string
  /** Settings that override the defaults, such as `{ fsync: 'off' }`; ignored if PostgreSQL is already running. */
  settings?: Record<string, string>
  /** Whether the cluster is for tests and may be removed when its data folder is gone. */
  isScratch?: boolean
}

/** A running PostgreSQL. Each URL is `postgresql://role:password@127.0.0.1:port/database`, that of a socket has a parameter `host`. */
export type Postgres = {
  /** Role `pontic_owner`, owner of the database `pontic`, for migrations. */
  ownerUrl: string
  /** Role `pontic_app`, which the portal uses; it has only privileges that migrations grant. */
  appUrl: string
  /** Role `postgres`, the superuser, in the database `postgres`, for tests and tools. */
  superUrl: string
  /** `appUrl` through the Unix socket, if there is one. */
  appSocketUrl: string
  port: number
  /** Process id of the postmaster. */
  pid: number
  /** Whether PostgreSQL was already running. */
  isAdopted: boolean
  /** Whether the postmaster is running. */
  isRunning: () => boolean
  /** Releases PostgreSQL, and stops it if no other caller of `startPostgres`, in any process, uses it. */
  stop: () => Promise<void>
}

let handles = 0

/**
 * Starts the built-in PostgreSQL of a data folder, whose cluster is created on first use. Concurrent processes share one
 * postmaster, and the last `stop()` ends it.
 * @throws Error with the last lines of PostgreSQL's log if it did not start
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const dataFolder = resolve(options.dataFolder)
  mkdirSync(join(dataFolder, 'postgres-holders'), { recursive: true })
  const place = findPlace(dataFolder)
  const holder = join(dataFolder, 'postgres-holders', `${process.pid}-${++handles}`)
  return await withLock(dataFolder, async () => {
    const memory =
      readMemory(dataFolder) ?? (await recreateCluster(dataFolder, place, options.isScratch ?? false))
    const adopted = findPostmaster(memory.cluster)
    const postmaster = adopted ?? (await startCluster(memory, place, options.settings ?? {}))
    if (postmaster.port !== memory.port) writeMemory(dataFolder, { ...memory, port: postmaster.port })
    writeFileSync(holder, '')
    const stop = () => release(dataFolder, holder, memory, place)
    return describe(memory, postmaster, adopted !== undefined, stop)
  })
}

function describe(
  memory: Memory,
  postmaster: Postmaster,
  isAdopted: boolean,
  stop: () => Promise<void>,
): Postgres {
  const urls = embeddedUrlsOf(memory, postmaster.port)
  return {
    ...urls,
    appSocketUrl: viaSocket(urls.appUrl, memory.cluster),
    port: postmaster.port,
    pid: postmaster.pid,
    isAdopted,
    isRunning: () => findPostmaster(memory.cluster)?.pid === postmaster.pid,
    stop,
  }
}

/** Returns the URLs of the built-in PostgreSQL of a data folder, whether or not it runs; undefined before its first start. */
export function readUrls(dataFolder: string): EmbeddedUrls | undefined {
  const memory = readMemory(resolve(dataFolder))
  return memory && embeddedUrlsOf(memory, memory.port)
}

async function release(dataFolder: string, holder: string, memory: Memory, place: Place): Promise<void> {
  await withLock(dataFolder, async () => {
    rmSync(holder, { force: true })
    const folder = join(dataFolder, 'postgres-holders')
    for (const name of readdirSync(folder)) {
      if (isAlive(Number.parseInt(name, 10))) return
      rmSync(join(folder, name), { force: true })
    }
    stopCluster(memory, place)
  })
}

async function recreateCluster(dataFolder: string, place: Place, isScratch: boolean): Promise<Memory> {
  if (existsSync(join(dataFolder, 'postgres'))) {
    throw new Error(
      `${join(dataFolder, 'postgres')} holds a database, but postgres.json with its passwords is gone. ` +
        'Bring that file back, or move the folder away to begin anew.',
    )
  }
  removeOrphans(place, dataFolder)
  const memory = await createCluster(dataFolder, place)
  writeMemory(dataFolder, memory)
  // Marks the cluster last, because any process may remove a scratch cluster whose data folder has no `postgres.json`.
  if (isScratch) markScratch(memory.cluster, place)
  return memory
}

function readMemory(dataFolder: string): Memory | undefined {
  const file = join(dataFolder, 'postgres.json')
  if (!existsSync(file)) return undefined
  const memory = JSON.parse(readFileSync(file, 'utf8')) as Memory
  if (existsSync(memory.cluster)) return memory
  throw new Error(
    `${file} names the database ${memory.cluster}, which does not exist. ` +
      'Bring it back, or move the data folder away to begin anew.',
  )
}

/** Writes `postgres.json`. */
export function writeMemory(dataFolder: string, memory: Memory): void {
  const file = join(dataFolder, 'postgres.json')
  const half = `${file}.${process.pid}`
  writeFileSync(half, `${JSON.stringify(memory, null, 2)}\n`, { mode: 0o600 })
  renameSync(half, file)
}

/** Runs `work` under the lock of a data folder. Removes the lock of a process that has ended. */
async function withLock<Result>(dataFolder: string, work: () => Promise<Result>): Promise<Result> {
  const lock = join(dataFolder, 'postgres.lock')
  while (!acquireLock(lock)) await wait(50)
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function acquireLock(lock: string): boolean {
  // The link appears with its content: on a full disk a new file would stay empty, and nobody would remove it.
  const half = `${lock}.${process.pid}`
  try {
    writeFileSync(half, String(process.pid))
    linkSync(half, lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(half, { force: true })
  }
  try {
    const owner = Number(readFileSync(lock, 'utf8'))
    // Earlier versions left an empty file on a full disk.
    if (owner !== process.pid && !(owner > 0 && isAlive(owner))) rmSync(lock, { force: true })
  } catch {
    // The lock was released in between.
  }
  return false
}
