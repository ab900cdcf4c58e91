import { spawnSync } from 'node:child_process'
import { chownSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { findFreePort } from '../../../../scripts/ports.ts'
import {
  createCluster,
  findPostmaster,
  type Memory,
  startCluster,
} from '../../../../scripts/postgres-cluster.ts'
import { createPrivateFolder, findPlace, type Place } from '../../../../scripts/postgres-place.ts'
import { findProcessesIn } from '../../../../scripts/processes.ts'
import { migrate } from '../platform/db/migrate.ts'
import { createFolder, type Installation, install } from './nodes.ts'

const pollEveryMs = 20
const standbyName = 'standby'

/** An installation on a primary with a synchronous standby. The portal knows the addresses of both. */
export type Pair = Installation & {
  /** Connection URL of the standby as the application role. */
  standbyUrl: () => string
  /** Runs a statement on the standby as the superuser. */
  runOnStandby: (statement: string) => Promise<void>
  /** Kills all processes of the standby with SIGKILL. The primary then waits for it no longer. */
  killStandby: () => Promise<void>
  /** Kills all processes of the standby with SIGKILL. The primary acknowledges nothing until the standby is back. */
  crashStandby: () => Promise<void>
  /** Starts a killed standby again. Resolves when it is in sync. */
  startStandby: () => Promise<void>
  /** Kills all processes of the primary with SIGKILL. */
  killPrimary: () => void
  /** Stops all processes of the primary with SIGSTOP, so that it accepts connections and never answers, as if it was cut off. */
  freezePrimary: () => void
  /** Promotes the standby. Resolves when it accepts writes. */
  promote: () => Promise<void>
  /** Continues a frozen primary after the promotion of its standby. It then accepts writes, too, as if it was reachable again. */
  thawOldPrimary: () => void
  /** Replaces the old primary by a synchronous standby of the new one. Resolves when that is in sync. */
  replaceOldPrimary: () => Promise<void>
}

/** Opens a migrated database on a primary with a synchronous standby. Both have the version of PostgreSQL of the npm package. */
export async function openPair(): Promise<Pair> {
  const dataFolder = createFolder()
  const place = findPlace(dataFolder)
  const first = await createCluster(dataFolder, place)
  const second: Memory = { ...first, cluster: `${first.cluster}-b`, port: await findFreePort() }
  for (const one of [first, second]) {
    createPrivateFolder(dirname(rulesFile(one)), place.runner)
    writeFileSync(rulesFile(one), replicationRules)
  }
  await start(first, place)
  let [primary, other] = [first, second]
  const urlOf = (role: 'owner' | 'app', servers: string, query = '') =>
    `postgresql://pontic_${role}:${first.passwords[role]}@${servers}/pontic${query}`
  const urlOfBoth = (role: 'owner' | 'app') =>
    urlOf(role, [first, second].map(addressOf).join(), '?target_session_attrs=read-write')
  await migrate(urlOfBoth('owner'))
  await addStandby(primary, other, place)
  const drop = async () => {
    for (const one of [first, second]) {
      await kill(one)
      for (const folder of [one.cluster, `${one.cluster}-rules`]) removeFolder(folder)
    }
  }
  return {
    ...install({ ownerUrl: urlOfBoth('owner'), appUrl: urlOfBoth('app') }, dataFolder, drop),
    standbyUrl: () => urlOf('app', addressOf(other)),
    runOnStandby: async (statement) => void (await execute(other, statement)),
    crashStandby: () => kill(other),
    startStandby: () => startStandby(primary, other, place),
    killStandby: async () => {
      await kill(other)
      await execute(primary, 'alter system reset synchronous_standby_names')
      await execute(primary, 'select pg_reload_conf()')
    },
    killPrimary: () => signalAll(primary, 'SIGKILL'),
    freezePrimary: () => {
      signalAll(primary, 'SIGSTOP')
      // The postmaster may have started a process in between.
      signalAll(primary, 'SIGSTOP')
    },
    promote: async () => {
      await execute(other, 'select pg_promote()')
      ;[primary, other] = [other, primary]
    },
    thawOldPrimary: () => signalAll(other, 'SIGCONT'),
    replaceOldPrimary: async () => {
      await kill(other)
      await addStandby(primary, other, place)
    },
  }
}

const addressOf = ({ port }: Memory) => `127.0.0.1:${port}`

// A process of a killed server may still write a file.
const removeFolder = (folder: string) =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })

// The rules of `startCluster` do not allow replication. They are beside the folder of a server, which a copy replaces.
const replicationRules = [
  'host all all 127.0.0.1/32 scram-sha-256',
  'host replication postgres 127.0.0.1/32 scram-sha-256',
  '',
].join('\n')

const rulesFile = ({ cluster }: Memory) => join(`${cluster}-rules`, 'pg_hba.conf')

async function start(memory: Memory, place: Place, settings: Record<string, string> = {}): Promise<void> {
  await startCluster(memory, place, {
    hba_file: rulesFile(memory),
    wal_keep_size: '512MB',
    // A standby without its primary notices its promotion only after this time.
    wal_retrieve_retry_interval: '100ms',
    ...settings,
  })
}

/** Sends a signal to all processes of a server. */
function signalAll({ cluster }: Memory, signal: NodeJS.Signals): void {
  const postmaster = findPostmaster(cluster)
  for (const pid of new Set([...(postmaster ? [postmaster.pid] : []), ...findProcessesIn(cluster)])) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has ended meanwhile.
    }
  }
}

/** Writes a file that PostgreSQL may change. */
function writeOwn(file: string, text: string, { runner }: Place): void {
  writeFileSync(file, text)
  if (runner) chownSync(file, runner.uid, runner.gid)
}

/** Kills a server. Resolves when its port is free. */
async function kill(memory: Memory): Promise<void> {
  signalAll(memory, 'SIGKILL')
  while (findProcessesIn(memory.cluster).length > 0) await wait(pollEveryMs)
}

async function withClient<Result>(
  memory: Memory,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    host: '127.0.0.1',
    port: memory.port,
    user: 'postgres',
    password: memory.passwords.super,
    database: 'postgres',
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const execute = (memory: Memory, statement: string) => withClient(memory, (client) => client.query(statement))

/** Copies the running primary, starts the copy as its standby, and makes it synchronous. */
async function addStandby(primary: Memory, standby: Memory, place: Place): Promise<void> {
  removeFolder(standby.cluster)
  await withClient(primary, async (client) => {
    await client.query('alter system reset synchronous_standby_names')
    await client.query('select pg_reload_conf()')
    await client.query(`select pg_backup_start('standby', fast => true)`)
    // The server changes and removes files meanwhile, which its log repairs, so that the status of `cp` is ignored.
    spawnSync('cp', ['-a', primary.cluster, standby.cluster])
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    )
    for (const name of ['postmaster.pid', 'postmaster.opts', 'server.log', 'pg_wal'])
      rmSync(join(standby.cluster, name), { recursive: true, force: true })
    createPrivateFolder(join(standby.cluster, 'pg_wal'), place.runner)
    writeOwn(join(standby.cluster, 'backup_label'), rows[0]!.labelfile, place)
    writeOwn(join(standby.cluster, 'standby.signal'), '', place)
  })
  await startStandby(primary, standby, place)
}

/** Starts a copy of the primary as its synchronous standby. Resolves when it is in sync. */
async function startStandby(primary: Memory, standby: Memory, place: Place): Promise<void> {
  const { port, passwords } = primary
  await start(standby, place, {
    primary_conninfo: `host=127.0.0.1 port=${port} user=postgres password=${passwords.super} application_name=${standbyName}`,
  })
  await withClient(primary, async (client) => {
    await client.query(`alter system set synchronous_standby_names = '${standbyName}'`)
    await client.query('select pg_reload_conf()')
    const isInSync = async () =>
      (await client.query(`select from pg_stat_replication where sync_state = 'sync'`)).rowCount === 1
    while (!(await isInSync())) await wait(pollEveryMs)
  })
}
