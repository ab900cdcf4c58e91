import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { chmod, chown, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import type { EmbeddedCluster, EmbeddedUrls } from './embedded.ts'
import type { Manifest } from './manifests.ts'
import { paths, readBytes, type Vault } from './objects.ts'
import { listSegments } from './verify.service.ts'

const helper = fileURLToPath(new URL('../../../../../scripts/restored-cluster.ts', import.meta.url))

/** The folder of a new cluster, and the user that runs PostgreSQL if it is another one. */
type Prepared = { cluster: string; runner: { uid: number; gid: number } | null; version: number }

/** The recovered database. `restoredTo`: time of its last transaction as PostgreSQL logs it, or null if there was none. */
export type Recovered = EmbeddedUrls & { restoredTo: string | null }

/** A cluster that is being restored. Until `keep` no node can start it. */
export type RestoredCluster = {
  /** Unpacks the database of a backup, and the write-ahead log after it. @returns the segment at which the log has a gap */
  unpack: (vault: Vault, manifest: Manifest) => Promise<string | undefined>
  /** Starts PostgreSQL and waits until it has recovered. @param to a time, or undefined for the newest state */
  recover: (cluster: EmbeddedCluster, to: string | undefined) => Promise<Recovered>
  /** Stops PostgreSQL, and writes `postgres.json`, so that nodes can start. */
  keep: () => Promise<void>
  /** Stops PostgreSQL and removes the cluster, unless it was kept. */
  close: () => Promise<void>
}

/**
 * Prepares an empty cluster of the built-in PostgreSQL. The helper is a process of its own, because the programs of PostgreSQL belong
 * to the installation and not to the server.
 * @throws Error if the data folder has a database
 */
export async function prepareCluster(dataFolder: string): Promise<RestoredCluster> {
  const child = spawn(process.execPath, [helper, dataFolder], { stdio: ['pipe', 'pipe', 'pipe'] })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let errors = ''
  child.stderr.on('data', (part: Buffer) => {
    errors += part.toString()
  })
  const ask = async <Answer>(question?: unknown): Promise<Answer> => {
    if (question !== undefined) child.stdin.write(`${JSON.stringify(question)}\n`)
    const { value, done } = await answers.next()
    if (done) throw new Error(errors.trim() || 'The helper that starts PostgreSQL ended.')
    const answer = JSON.parse(value) as Answer & { error?: string }
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer
  }
  const prepared = await ask<Prepared>()
  return {
    unpack: async (vault, manifest) => {
      assertVersion(prepared, manifest)
      await unpackBase(vault, manifest, prepared)
      return await writeSegments(vault, manifest, prepared)
    },
    recover: (cluster, to) => ask<Recovered>({ do: 'recover', cluster, to: to ?? null }),
    keep: async () => void (await ask({ do: 'keep' })),
    close: async () => {
      child.stdin.end()
      if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve))
    },
  }
}

function assertVersion({ version }: Prepared, { about }: Manifest): void {
  const needed = about.database?.postgres
  if (needed !== version)
    throw new Error(
      `The backup is of PostgreSQL ${needed}, and this installation has ${version}. Restore it with Pontic ${about.version} and upgrade then.`,
    )
}

/** Unpacks the archive of the data directory with the system's tar, as the user that runs PostgreSQL. */
async function unpackBase(
  vault: Vault,
  { about, partHashes }: Manifest,
  { cluster, runner }: Prepared,
): Promise<void> {
  const tar: ChildProcessWithoutNullStreams = spawn(
    'tar',
    ['-x', '-f', '-', '-C', cluster, '--no-same-owner'],
    {
      cwd: '/',
      ...runner,
    },
  )
  let errors = ''
  tar.stderr.on('data', (part: Buffer) => {
    errors += part.toString()
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    tar.once('error', reject)
    tar.once('close', resolve)
  })
  ended.catch(() => {})
  // An error of tar is more telling than that of its closed input.
  tar.stdin.on('error', () => {})
  for (const index of partHashes.keys()) {
    const bytes = await readBytes(vault, paths.base(about.id, index))
    if (!tar.stdin.write(bytes))
      await Promise.race([new Promise((resolve) => tar.stdin.once('drain', resolve)), ended])
  }
  tar.stdin.end()
  await finished(tar.stdin).catch(() => {})
  if ((await ended) !== 0) throw new Error(`tar could not unpack the database: ${errors.trim()}`)
  for (const name of await readdir(cluster))
    if (/^(?:server\.log|postmaster\.(?:pid|opts)|pontic-scratch|standby\.signal)$/.test(name))
      await rm(join(cluster, name))
}

/** Writes the archived segments to `pg_wal`, where the recovery finds them. Stops at a gap, and returns its segment. */
async function writeSegments(
  vault: Vault,
  { about }: Manifest,
  { cluster, runner }: Prepared,
): Promise<string | undefined> {
  const { database } = about
  if (database === null) return undefined
  for await (const { segment, neededBytes, read } of listSegments(vault, database)) {
    const bytes = await read()
    const path = join(cluster, 'pg_wal', segment)
    // PostgreSQL expects segments of full length. It stops at the first invalid record, here the zeros.
    await writeFile(path, Buffer.concat([bytes, Buffer.alloc(database.segmentBytes - bytes.length)]))
    await chmod(path, 0o600)
    if (runner) await chown(path, runner.uid, runner.gid)
    if (bytes.length < neededBytes) return segment
  }
  return undefined
}
