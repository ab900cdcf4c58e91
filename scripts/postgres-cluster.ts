import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort, isFree } from './ports.ts'
import { createPrivateFolder, nameOfPath, type Place } from './postgres-place.ts'
import { findProcessesIn, isAlive, isDead } from './processes.ts'

/** Content of `postgres.json` in the data folder: path, port and passwords of the cluster. The file has mode 0600. */
export type Memory = {
  cluster: string
  port: number
  passwords: { super: string; owner: string; app: string }
}

/** A running postmaster, according to its `postmaster.pid`. */
export type Postmaster = { pid: number; port: number }

const accessRules = [
  'local all all scram-sha-256',
  'host all all 127.0.0.1/32 scram-sha-256',
  'host all all ::1/128 scram-sha-256',
  // Backups copy the database by the replication protocol.
  'host replication postgres 127.0.0.1/32 scram-sha-256',
  '',
].join('\n')
const baseSettings = {
  listen_addresses: '127.0.0.1',
  max_connections: '200',
  shared_buffers: `${bufferMegabytes()}MB`,
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // While backups fail, their slot keeps the write-ahead log. The next backup needs nothing of it.
  max_slot_wal_keep_size: '20GB',
}

/**
 * Creates a UTF-8 cluster with the roles `pontic_owner` and `pontic_app` and the database `pontic`. The folder gets its final
 * name only when it is complete, so that a killed start leaves no folder that looks complete.
 * @returns path, port and the new passwords
 */
export async function createCluster(dataFolder: string, place: Place): Promise<Memory> {
  const cluster = nameNewCluster(dataFolder, place)
  const half = `${cluster}.half`
  rmSync(half, { recursive: true, force: true })
  createPrivateFolder(half, place.runner)
  const newPassword = () => randomBytes(24).toString('hex')
  const passwords = { super: newPassword(), owner: newPassword(), app: newPassword() }
  run(place, 'initdb', ['-D', half, '-U', 'postgres', '--auth=trust', '--locale=C.UTF-8', '--encoding=UTF8'])
  const statements = [
    'CREATE ROLE pontic_owner LOGIN',
    'CREATE ROLE pontic_app LOGIN',
    ...passwordStatements(passwords),
    'CREATE DATABASE pontic OWNER pontic_owner',
    'REVOKE ALL ON DATABASE pontic FROM PUBLIC',
    'GRANT CONNECT ON DATABASE pontic TO pontic_app',
  ]
  runSingleUser(half, place, statements)
  writeOrigin(half, dataFolder)
  renameSync(half, cluster)
  return { cluster, port: await findFreePort(), passwords }
}

/** Returns the statements that set the passwords of the roles. */
export const passwordStatements = ({ super: superuser, owner, app }: Memory['passwords']): string[] => [
  `ALTER ROLE postgres PASSWORD '${superuser}'`,
  `ALTER ROLE pontic_owner PASSWORD '${owner}'`,
  `ALTER ROLE pontic_app PASSWORD '${app}'`,
]

/**
 * Runs statements in a cluster that does not run. Single-user mode needs no password, and reads from standard input, so that new
 * passwords are never in a process list.
 * @throws Error if one of them failed
 */
export function runSingleUser(cluster: string, place: Place, statements: readonly string[]): void {
  run(place, 'postgres', ['--single', '-D', cluster, 'postgres'], `${statements.join('\n')}\n`)
}

/** Returns the path of a new cluster: `postgres` in the data folder, or a unique name in another folder. */
export function nameNewCluster(dataFolder: string, place: Place): string {
  const inside = place.clusterRoot === dataFolder
  const id = randomBytes(4).toString('hex')
  return join(place.clusterRoot, inside ? 'postgres' : `cluster-${nameOfPath(dataFolder)}-${id}`)
}

/** Records the data folder of a cluster, for `removeOrphans`. */
export function writeOrigin(cluster: string, dataFolder: string): void {
  writeFileSync(join(cluster, 'pontic-origin.json'), JSON.stringify({ dataFolder }))
}

// A sixteenth of the memory, because the portal and the scans need the rest.
function bufferMegabytes(): number {
  return Math.round(Math.min(1024, Math.max(128, totalmem() / 16 / 2 ** 20)))
}

/**
 * Returns the folder for the Unix socket of a cluster, which is the cluster itself: only the user of PostgreSQL and root may enter
 * it. An empty text on Windows and for a path that is too long for a socket.
 */
function socketFolderOf(cluster: string): string {
  const bytesMax = 107 - Buffer.byteLength(socketName(65535))
  return process.platform !== 'win32' && Buffer.byteLength(cluster) < bytesMax ? cluster : ''
}

/** The file name of PostgreSQL's Unix socket. */
const socketName = (port: number) => `.s.PGSQL.${port}`

/**
 * Returns a connection URL through the Unix socket of a cluster, which takes less processor time than TCP. Returns the URL
 * unchanged if PostgreSQL has no socket there. Programs that do not know the parameter `host` use TCP.
 */
export function viaSocket(url: string, cluster: string): string {
  const { port } = new URL(url)
  if (!existsSync(join(cluster, socketName(Number(port))))) return url
  return `${url}?host=${encodeURIComponent(cluster)}`
}

/** Finds the running postmaster of a cluster; undefined if there is none or it is not ready for connections. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const [pid, , , port, , , , status] = lines
  if (!pid || !port || status?.trim() !== 'ready' || !isAlive(Number(pid))) return undefined
  return { pid: Number(pid), port: Number(port) }
}

/**
 * Starts the cluster on its port, or on another free port if its own is in use.
 * @returns the postmaster, ready for connections
 * @throws Error that ends with the last lines of PostgreSQL's log
 */
export async function startCluster(
  memory: Memory,
  place: Place,
  settings: Record<string, string>,
): Promise<Postmaster> {
  const log = join(memory.cluster, 'server.log')
  if (existsSync(log) && statSync(log).size > 10_000_000) rmSync(log)
  let port = memory.port
  let reason = ''
  for (let attempt = 0; attempt < 20; attempt++) {
    removeDeadLock(memory.cluster)
    if (!(await isFree(port))) port = await findFreePort()
    reason = startOnce(memory, place, { settings, port, timeoutSeconds: 60 })
    const found = findPostmaster(memory.cluster)
    if (found) return found
    // After `kill -9` of the postmaster, its child processes still use the shared memory for a moment, and a start fails.
    await wait(250)
  }
  throw new Error(`PostgreSQL did not start: ${reason}\n${lastLines(log)}`)
}

/**
 * Starts the cluster on a port and waits until it is ready for connections.
 * @returns an empty text, or why it did not start
 */
export function startOnce(
  memory: Memory,
  place: Place,
  {
    settings,
    port,
    timeoutSeconds,
  }: { settings: Record<string, string>; port: number; timeoutSeconds: number },
): string {
  // Written at each start, because clusters of earlier versions do not allow Unix sockets.
  writeFileSync(join(memory.cluster, 'pg_hba.conf'), accessRules)
  const all: Record<string, string> = {
    ...baseSettings,
    unix_socket_directories: socketFolderOf(memory.cluster),
    ...settings,
    port: String(port),
  }
  const options = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`)
  const log = join(memory.cluster, 'server.log')
  const wait = ['-w', '-t', String(timeoutSeconds), '-s']
  return tryRun(place, 'pg_ctl', ['start', ...wait, '-D', memory.cluster, '-l', log, '-o', options.join(' ')])
}

/** Stops the cluster in the fast mode of pg_ctl, which rolls back open transactions. */
export function stopCluster(memory: Memory, place: Place): void {
  if (!findPostmaster(memory.cluster)) return
  const reason = tryRun(place, 'pg_ctl', ['stop', '-w', '-s', '-m', 'fast', '-D', memory.cluster])
  // Ignores the failure if the postmaster ended meanwhile.
  if (reason !== '' && findPostmaster(memory.cluster)) throw new Error(reason)
}

/** Removes the stopped scratch clusters in `/var/lib/pontic` whose data folder has no `postgres.json`. Does nothing except for root. */
export function removeOrphans(place: Place, dataFolder: string): void {
  if (place.clusterRoot === dataFolder) return
  for (const name of readdirSync(place.clusterRoot).filter((one) => /^cluster-\w+-\w+$/.test(one))) {
    try {
      removeOrphan(join(place.clusterRoot, name))
    } catch (error) {
      // Another process is removing the same cluster.
      if (!['ENOENT', 'ENOTEMPTY'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
}

function removeOrphan(cluster: string): void {
  const origin = join(cluster, 'pontic-origin.json')
  if (!existsSync(join(cluster, 'pontic-scratch')) || !existsSync(origin)) return
  const { dataFolder: home } = JSON.parse(readFileSync(origin, 'utf8')) as { dataFolder: string }
  if (existsSync(join(home, 'postgres.json')) || findPostmaster(cluster)) return
  rmSync(cluster, { recursive: true, force: true })
}

/** Marks a cluster as scratch, so that `removeOrphans` may remove it. */
export function markScratch(cluster: string, place: Place): void {
  const file = join(cluster, 'pontic-scratch')
  writeFileSync(file, '')
  if (place.runner) chownSync(file, place.runner.uid, place.runner.gid)
}

/**
 * Removes the pid file of a killed postmaster if no process uses the cluster. Without an init process, as in some containers, a
 * killed postmaster stays in the process table, and PostgreSQL would treat it as running.
 */
function removeDeadLock(cluster: string): void {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  if (isDead(pid) && findProcessesIn(cluster).length === 0) rmSync(file, { force: true })
}

function tryRun(place: Place, program: string, args: string[], input = ''): string {
  const done = spawnSync(join(place.bin, program), args, {
    cwd: place.bin,
    input,
    encoding: 'utf8',
    // The database inherits these descriptors from pg_ctl, so that reading from a pipe would block until the database ends.
    stdio: program === 'pg_ctl' ? 'ignore' : 'pipe',
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', TZ: 'UTC' },
    ...place.runner,
  })
  if (done.error) return `${program}: ${done.error.message}`
  if (done.status !== 0) return `${program} ended with ${done.status}. ${(done.stderr ?? '').trim()}`
  // Single-user mode continues after a failed statement and reports it only as text.
  if (/\b(ERROR|FATAL|PANIC):/.test(done.stderr ?? '')) return `${program}: ${done.stderr.trim()}`
  return ''
}

function run(place: Place, program: string, args: string[], input?: string): void {
  const reason = tryRun(place, program, args, input)
  if (reason !== '') throw new Error(reason)
}

function lastLines(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').slice(-8).join('\n') : ''
}
