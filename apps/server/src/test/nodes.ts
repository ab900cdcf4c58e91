import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../../../scripts/ports.ts'
import { startPostgres } from '../../../../scripts/postgres.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { createEmptyDatabase, createTestDatabase } from './database.ts'

const mainFile = fileURLToPath(new URL('../main.ts', import.meta.url))
const followParent = fileURLToPath(new URL('../../../../scripts/follow-parent.ts', import.meta.url))
const pollEveryMs = 50
const outputKept = 20_000

/** A server process that runs `main.ts`, as in an installation. */
export type Node = {
  /** URL, which stays the same after a restart. */
  url: string
  /** Process id, or undefined while it is not running. */
  pid: () => number | undefined
  /** Sends SIGKILL. Resolves when the process has ended. */
  kill: () => Promise<void>
  /** Sends SIGTERM, as a planned restart does. Resolves when the process has ended. */
  stop: () => Promise<void>
  /** Starts the process. Resolves when the node is ready. @throws Error with the last output if the process ends instead */
  start: () => Promise<void>
  /** Resolves when `/readyz` answers this status. */
  untilReadyz: (status: number) => Promise<void>
  /** Resolves when its output contains this text. */
  untilOutput: (text: string) => Promise<void>
  /** The last characters of its output, at most 20,000. */
  output: () => string
}

/** A database, a folder for files, and the nodes that share them. */
export type Installation = {
  /** Database connection for direct reads and writes by the test. */
  services: { database: Database }
  clock: { now: () => Date }
  databaseUrls: { ownerUrl: string; appUrl: string }
  dataFolder: string
  /** Adds a node without starting it. @param wrapper command that runs the node, such as `['nice']` */
  addNode: (settings?: Readonly<Record<string, string>>, wrapper?: readonly string[]) => Promise<Node>
  /** Kills all nodes and deletes the database and the folder. */
  close: () => Promise<void>
}

/** An installation with its own PostgreSQL, which tests may kill. */
export type OwnCluster = Installation & {
  /** Port on which nodes reach PostgreSQL. The test itself uses the Unix socket, which faults of the network do not affect. */
  port: number
  /** Sends SIGKILL to the postmaster. Its child processes then terminate. */
  killPostgres: () => void
  /** Starts PostgreSQL again on the same port, as the supervisor of `npm start` does. */
  startPostgres: () => Promise<void>
}

/** Opens an installation with its own database in the cluster of this run. @param database `empty`: without migrations */
export async function openInstallation(database: 'migrated' | 'empty' = 'migrated'): Promise<Installation> {
  const urls = database === 'empty' ? await createEmptyDatabase() : await createTestDatabase()
  return install(urls, createFolder(), urls.drop)
}

/** Opens a migrated installation with a PostgreSQL of its own. @param settings overrides the settings of `npm start` */
export async function openOwnCluster(settings: Record<string, string> = {}): Promise<OwnCluster> {
  const dataFolder = createFolder()
  const options = { dataFolder: join(dataFolder, 'database'), isScratch: true, settings }
  let postgres = await startPostgres(options)
  await migrate(postgres.ownerUrl)
  const installation = install(postgres, dataFolder, () => postgres.stop(), postgres.appSocketUrl)
  return {
    ...installation,
    port: postgres.port,
    killPostgres: () => void process.kill(postgres.pid, 'SIGKILL'),
    startPostgres: async () => {
      const { port } = postgres
      await postgres.stop()
      postgres = await startPostgres(options)
      if (postgres.port !== port) throw new Error('PostgreSQL came back on another port.')
    },
  }
}

/** Creates a folder for uploaded files. */
export const createFolder = () => mkdtempSync(join(tmpdir(), 'pontic-nodes-'))

/**
 * Assembles an installation on an existing database.
 * @param drop drops that database
 * @param testUrl URL that the test itself uses
 */
export function install(
  { ownerUrl, appUrl }: { ownerUrl: string; appUrl: string },
  dataFolder: string,
  drop: () => Promise<void>,
  testUrl = appUrl,
): Installation {
  const database = openDatabase({ url: testUrl, maxConnections: 4, applicationName: 'pontic test' })
  const nodes: Node[] = []
  return {
    services: { database },
    clock: { now: () => new Date() },
    databaseUrls: { ownerUrl, appUrl },
    dataFolder,
    addNode: async (settings = {}, wrapper = []) => {
      const port = await findFreePort()
      const all = {
        PONTIC_MODE: 'demo',
        PONTIC_PORT: String(port),
        PONTIC_DATA: dataFolder,
        PONTIC_DATABASE_URL: appUrl,
        PONTIC_DATABASE_OWNER_URL: ownerUrl,
        PONTIC_DATABASE_CONNECTIONS: '10',
        PONTIC_DRAIN_SECONDS: '0',
        PONTIC_STOP_SECONDS: '1',
        PONTIC_LOG_LEVEL: 'error',
        ...settings,
      }
      const node = createNode(port, all, wrapper)
      nodes.push(node)
      return node
    },
    close: async () => {
      for (const node of nodes) await node.kill()
      await database.close()
      await drop()
      // A child process of a killed node may still write a file.
      rmSync(dataFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

function createNode(
  port: number,
  settings: Readonly<Record<string, string>>,
  wrapper: readonly string[],
): Node {
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let gone: Promise<void> = Promise.resolve()
  let output = ''

  /** Polls the condition, because a process does not report its state. */
  async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
    while (!(await isSo())) {
      if (child === undefined) throw new Error(`The node ended: ${output}`)
      await wait(pollEveryMs)
    }
  }
  const untilReadyz = (status: number) => until(async () => (await readyzStatus(url)) === status)

  function launch(): void {
    const [command, ...args] = [...wrapper, process.execPath, '--import', followParent, mainFile]
    const started = spawn(command!, args, {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, TZ: 'UTC', ...settings },
      // follow-parent.ts reads descriptor 3 and ends the node when the test run is killed.
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    })
    child = started
    const keep = (text: Buffer) => {
      output = (output + text).slice(-outputKept)
    }
    started.stdout?.on('data', keep)
    started.stderr?.on('data', keep)
    gone = new Promise((resolve) =>
      started.once('close', () => {
        child = undefined
        resolve()
      }),
    )
  }

  return {
    url,
    pid: () => child?.pid,
    kill: async () => {
      child?.kill('SIGKILL')
      await gone
    },
    stop: async () => {
      child?.kill('SIGTERM')
      await gone
    },
    start: async () => {
      launch()
      await untilReadyz(200)
    },
    untilReadyz,
    untilOutput: (text) => until(() => output.includes(text)),
    output: () => output,
  }
}

async function readyzStatus(url: string): Promise<number | undefined> {
  try {
    const response = await fetch(`${url}/readyz`)
    await response.arrayBuffer()
    return response.status
  } catch {
    return undefined
  }
}
