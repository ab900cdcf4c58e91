import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  createCluster,
  findPostmaster,
  type Memory,
  markScratch,
  type Postmaster,
  removeOrphans,
  startCluster,
  stopCluster,
} from './postgres-cluster.ts'
import { findPlace, type Place } from './postgres-place.ts'
import { isAlive } from './processes.ts'

/** What to start. */
export type PostgresOptions = {
  /** The folder that remembers the cluster; made when it does not exist. */
  dataFolder: string
  /** Server settings over ours, such as `{ fsync: 'off' }` for tests; they count when this call starts it. */
  settings?: Record<string, string>
  /** A cluster for tests: it is removed some time after its data folder is gone. */
  isScratch?: boolean
}

/** A running PostgreSQL. Each address is `postgresql://role:password@127.0.0.1:port/database`. */
export type Postgres = {
  /** Role `pontic_owner`, owner of the database `pontic`: migrates. */
  ownerUrl: string
  /** Role `pontic_app`: what the portal runs as; holds no right but what migrations grant. */
  appUrl: string
  /** Role `postgres`, the superuser, in the database `postgres`: for tests and tools. */
  superUrl: string
  port: number
  /** Process id of the postmaster. */
  pid: number
  /** Whether it was running already, left by a process that was killed or shared with one that lives. */
  isAdopted: boolean
  /** Whether the postmaster still lives. */
  isRunning: () => boolean
  /** Lets go of it; the last holder stops it. */
  stop: () => Promise<void>
}

let handles = 0

/**
 * Starts the built-in PostgreSQL of a data folder, makes it on first use, or adopts the one that already runs there.
 * Safe for several processes at once: they share one postmaster, and the last one that calls `stop()` ends it.
 * @throws Error with a sentence for the reader, and the last lines of PostgreSQL's log where it would not start
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const dataFolder = resolve(options.dataFolder)
  mkdirSync(join(dataFolder, 'postgres-holders'), { recursive: true })
  const place = findPlace(dataFolder)
  const holder = join(dataFolder, 'postgres-holders', `${process.pid}-${++handles}`)
  return await withLock(dataFolder, async () => {
    const memory =
      readMemory(dataFolder) ?? (await remakeCluster(dataFolder, place, options.isScratch ?? false))
    const adopted = findPostmaster(memory.cluster)
    const postmaster = adopted ?? (await startCluster(memory, place, options.settings ?? {}))
    if (postmaster.port !== memory.port) writeMemory(dataFolder, { ...memory, port: postmaster.port })
    writeFileSync(holder, '')
    const stop = () => letGo(dataFolder, holder, memory, place)
    return describe(memory, postmaster, adopted !== undefined, stop)
  })
}

function describe(
  memory: Memory,
  postmaster: Postmaster,
  isAdopted: boolean,
  stop: () => Promise<void>,
): Postgres {
  const { passwords } = memory
  const url = (role: string, password: string, database: string) =>
    `postgresql://${role}:${password}@127.0.0.1:${postmaster.port}/${database}`
  return {
    ownerUrl: url('pontic_owner', passwords.owner, 'pontic'),
    appUrl: url('pontic_app', passwords.app, 'pontic'),
    superUrl: url('postgres', passwords.super, 'postgres'),
    port: postmaster.port,
    pid: postmaster.pid,
    isAdopted,
    isRunning: () => findPostmaster(memory.cluster)?.pid === postmaster.pid,
    stop,
  }
}

async function letGo(dataFolder: string, holder: string, memory: Memory, place: Place): Promise<void> {
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

async function remakeCluster(dataFolder: string, place: Place, isScratch: boolean): Promise<Memory> {
  if (existsSync(join(dataFolder, 'postgres'))) {
    throw new Error(
      `${join(dataFolder, 'postgres')} holds a database, but postgres.json with its passwords is gone. ` +
        'Bring that file back, or move the folder away to begin anew.',
    )
  }
  removeOrphans(place, dataFolder)
  const memory = await createCluster(dataFolder, place)
  writeMemory(dataFolder, memory)
  // Only now: a scratch cluster whose data folder does not name it is anybody's to remove.
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

function writeMemory(dataFolder: string, memory: Memory): void {
  const file = join(dataFolder, 'postgres.json')
  const half = `${file}.${process.pid}`
  writeFileSync(half, `${JSON.stringify(memory, null, 2)}\n`, { mode: 0o600 })
  renameSync(half, file)
}

/** Runs `work` while no other process does the same for this data folder. A holder that died frees the lock. */
async function withLock<Result>(dataFolder: string, work: () => Promise<Result>): Promise<Result> {
  const lock = join(dataFolder, 'postgres.lock')
  while (!takeLock(lock)) await wait(50)
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function takeLock(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  try {
    const owner = Number(readFileSync(lock, 'utf8'))
    // An empty file is a lock in the moment of its making.
    if (owner > 0 && owner !== process.pid && !isAlive(owner)) rmSync(lock, { force: true })
  } catch {
    // It was freed between the two looks.
  }
  return false
}
