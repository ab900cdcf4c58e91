import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { startPostgres } from '../../../../scripts/postgres.ts'
import { migrate } from '../platform/db/migrate.ts'
import { mountDisk, type SmallDisk } from './fault-means.ts'
import { createFolder, type Installation, install } from './nodes.ts'

const supervisorFile = fileURLToPath(new URL('postgres-process.ts', import.meta.url))

/** An installation whose built-in PostgreSQL is on a disk of its own, together with its data folder. */
export type OnSmallDisk = Installation & {
  /** Fills the disk. @param logFiles how many files of its write-ahead log, each of 16 MB, PostgreSQL needs then, if it can */
  fill: (logFiles: number) => Promise<void>
  /** Frees the disk. */
  clear: () => void
  /** What the supervisor of PostgreSQL has printed. */
  output: () => string
}

/** Opens the installation. The supervisor of the product starts PostgreSQL again when it ends. Needs root on Linux. */
export async function openOnSmallDisk(megabytes: number): Promise<OnSmallDisk> {
  const folder = createFolder()
  const dataFolder = join(folder, 'database')
  mkdirSync(dataFolder)
  const disk = mountDisk(dataFolder, megabytes)
  const first = await startPostgres({ dataFolder, isScratch: true })
  await migrate(first.ownerUrl)
  // A PostgreSQL on a small disk keeps few files of its log.
  for (const setting of [`min_wal_size = '32MB'`, `max_wal_size = '64MB'`])
    await execute(first.superUrl, `alter system set ${setting}`)
  await first.stop()
  const cluster = moveCluster(dataFolder)
  const supervisor = await supervise(dataFolder)
  const postgres = await startPostgres({ dataFolder })
  const close = async () => {
    await postgres.stop()
    await supervisor.stop()
    execFileSync('umount', [cluster])
    rmSync(cluster, { recursive: true, force: true })
    disk.unmount()
  }
  return {
    ...install(postgres, folder, close, postgres.appSocketUrl),
    fill: (logFiles) => fill(disk, postgres.superUrl, logFiles),
    clear: disk.clear,
    output: supervisor.output,
  }
}

async function fill(disk: SmallDisk, url: string, logFiles: number): Promise<void> {
  // On a full disk PostgreSQL accepts few new connections, because each may have to write a file of its cache.
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  disk.fill()
  try {
    for (let file = 0; file < logFiles; file++)
      await client.query(`select pg_logical_emit_message(false, 'fill', repeat('x', 16000000))`)
  } catch {
    // PostgreSQL has ended, because it could not write its log.
  }
  await client.end().catch(() => {})
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Moves a stopped cluster onto the disk of its data folder, which for root it is not on. @returns its path, which stays */
function moveCluster(dataFolder: string): string {
  const { cluster } = JSON.parse(readFileSync(join(dataFolder, 'postgres.json'), 'utf8')) as {
    cluster: string
  }
  const moved = join(dataFolder, 'cluster')
  execFileSync('cp', ['-a', cluster, moved])
  rmSync(cluster, { recursive: true })
  mkdirSync(cluster)
  execFileSync('mount', ['--bind', moved, cluster])
  return cluster
}

/** Starts the supervisor. Resolves when PostgreSQL runs. */
async function supervise(dataFolder: string): Promise<{ output: () => string; stop: () => Promise<void> }> {
  const { PONTIC_DATABASE_URL: _, ...env } = process.env
  const child = spawn(process.execPath, [supervisorFile, dataFolder], { env, stdio: 'pipe' })
  let output = ''
  const ready = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text
      if (/^ready$/m.test(output)) ready.resolve()
    })
  const gone = new Promise<void>((resolve) =>
    child.once('close', () => {
      ready.reject(new Error(`The supervisor of PostgreSQL ended: ${output}`))
      resolve()
    }),
  )
  await ready.promise
  return {
    output: () => output,
    stop: async () => {
      child.stdin.end()
      await gone
    },
  }
}
