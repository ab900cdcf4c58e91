import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type App, buildApp } from '../app.ts'
import { parseConfig } from '../config/config.ts'
import { setPasswordCost } from '../people/session/password.shared.ts'
import { logOptions } from '../platform/log.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

setPasswordCost('lowest')

/** A mail or SMS that the demo mode stored instead of sending. */
export type SentMessage = { to: string; subject: string; text: string; html: string; links: string[] }

/** A running portal that tests call over HTTP. It has a database of its own. */
export type TestApp = App & {
  /** `http://127.0.0.1:<port>` */
  url: string
  databaseUrls: TestDatabase
  dataFolder: string
  /** The clock of all features; `clock.advance({ hours: 25 })` moves it. */
  clock: TestClock
  /** Log lines written so far, as JSON texts. */
  logLines: string[]
  /** Runs all due jobs, then lists the sent mails, newest first. */
  readMails: () => Promise<SentMessage[]>
  /**
   * Starts another node on the same database and data folder. Its settings override those of the first node. Closing the
   * first node closes the other nodes too.
   */
  startSecondNode: (settings?: TestSettings) => Promise<TestApp>
}

/** A clock that runs like the real one and can be advanced. */
export type TestClock = {
  now: () => Date
  advance: (by: { days?: number; hours?: number; minutes?: number; seconds?: number }) => void
  /** Advances to the start of the next hour, when a 30-second period of authenticator apps begins. */
  beginHour: () => void
  /** Advances to the start of the next day in UTC. */
  beginDay: () => void
}

/** Environment variables that override those of demo mode. */
export type TestSettings = Readonly<Record<string, string>>

function createClock(): TestClock {
  let aheadMs = 0
  const hourMs = 3_600_000
  const begin = (lengthMs: number) => {
    aheadMs += lengthMs - ((Date.now() + aheadMs) % lengthMs)
  }
  return {
    now: () => new Date(Date.now() + aheadMs),
    beginHour: () => begin(hourMs),
    beginDay: () => begin(24 * hourMs),
    advance: ({ days = 0, hours = 0, minutes = 0, seconds = 0 }) => {
      aheadMs += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
    },
  }
}

/**
 * Starts a portal on an empty database. Jobs run only during `runJobs` and `readMails`. Close it in `afterAll`.
 * @param settings environment variables, such as `{ PONTIC_MODE: 'production', … }`
 */
export async function startTestApp(settings: TestSettings = {}): Promise<TestApp> {
  const databaseUrls = await createTestDatabase()
  const dataFolder = mkdtempSync(join(tmpdir(), `pontic-test-${randomUUID().slice(0, 8)}-`))
  const nodes: TestApp[] = []
  const shared = { databaseUrls, dataFolder, clock: createClock(), settings, nodes }
  const first = await startNode(shared)
  const close = async () => {
    for (const node of nodes.toReversed()) await node.close()
    await databaseUrls.drop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
  return { ...first, close }
}

type Shared = {
  databaseUrls: TestDatabase
  dataFolder: string
  clock: TestClock
  settings: TestSettings
  nodes: TestApp[]
}

async function startNode(shared: Shared): Promise<TestApp> {
  const { databaseUrls, dataFolder, clock, settings, nodes } = shared
  const logLines: string[] = []
  const log = pino(logOptions('debug'), { write: (line: string) => void logLines.push(line) })
  const config = parseConfig({
    PONTIC_MODE: 'demo',
    PONTIC_PORT: '0',
    PONTIC_DATA: dataFolder,
    PONTIC_DRAIN_SECONDS: '0',
    PONTIC_STOP_SECONDS: '0',
    PONTIC_DATABASE_URL: databaseUrls.appUrl,
    PONTIC_PUBLIC_URL: 'http://pontic.test',
    ...settings,
  })
  const app = await buildApp(config, { now: clock.now, checksReplies: true, log, runsJobs: false })
  const url = await app.listen()
  const node: TestApp = {
    ...app,
    url,
    databaseUrls,
    dataFolder,
    clock,
    logLines,
    readMails: async () => {
      await app.runJobs()
      return await listMails(app)
    },
    startSecondNode: (more = {}) => startNode({ ...shared, settings: { ...settings, ...more } }),
  }
  nodes.push(node)
  return node
}

async function listMails({ services }: App): Promise<SentMessage[]> {
  const rows = await services.database.db
    .selectFrom('development_message')
    .selectAll()
    .where('kind', '=', 'mail')
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    to: row.recipient,
    subject: row.subject,
    text: row.body_text,
    html: row.body_html,
    links: row.links,
  }))
}
