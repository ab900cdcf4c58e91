import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type { Pool, QueryResultRow } from 'pg'
import { codeOf } from '../error-code.ts'
import { runWithBatch } from './commit-batch.ts'
import { isSentLater, openPool } from './connection.ts'
import { Links } from './links.ts'
import { createReplica } from './replica.ts'
import { openServers, readOnlyTransaction, type Servers } from './servers.ts'
import type { Tables } from './tables.ts'

/** The connection pool without a transaction, for single statements. */
export type Db = Kysely<Tables>
/** A transaction, such as that of a handler or a job. */
export type Tx = Transaction<Tables>

/** The application role's connections to PostgreSQL. */
export type Database = {
  db: Db
  pool: Pool
  /** Like `db`, for connections with a state that outlasts a transaction, such as a lock of the session. A pooler would lose it. */
  sessions: Db
  /** The servers of `sessions`, for connections that listen, that are a lock, or that run jobs. */
  direct: Servers
  /**
   * Runs reads on the replica if there is one that has replayed everything committed so far, and otherwise, or if it fails, on `db`.
   * For reads that take long, because it costs a round trip to each server.
   */
  readFromReplica: <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>
  /** Returns the connections of a current replica, or `db`, for reads in many steps. */
  findReadDb: () => Promise<Db>
  /** Returns the rows of a statement. Costs less than Kysely, for the statement that finds the session of each call. */
  readRows: <Row extends QueryResultRow>(text: string, values: unknown[]) => Promise<Row[]>
  /**
   * Runs `work` in a transaction. If PostgreSQL aborts it because of a concurrent transaction (40001, 40P01), `work` runs
   * again, at most five times in total. `work` must have no effects outside the transaction.
   */
  transaction: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>
  /** Runs reads in one repeatable-read transaction, so that all of them see the same snapshot. */
  snapshot: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>
  close: () => Promise<void>
}

const attemptsMax = 5
const retriedCodes = new Set(['40001', '40P01'])

/** Returns the SQLSTATE of an error from PostgreSQL, or undefined for other errors. */
export function sqlStateOf(error: unknown): string | undefined {
  const code = codeOf(error)
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/** A statement that PostgreSQL has answered. `text` may contain values, which `withoutLiterals` removes. */
export type EndedStatement = { text: string; durationMs: number; isError: boolean }

/** Returns the text of a statement with `?` for each string. Most values are placeholders already, but notifications are not. */
export const withoutLiterals = (text: string): string => text.replace(/(?:\bE)?'(?:[^']|'')*'/gi, '?')

/** Options of a database. */
export type DatabaseOptions = {
  /** Connection URL, which may name several servers. */
  url: string
  /** Connection URL without a pooler. If set, `url` leads through a pooler in transaction mode. */
  directUrl?: string
  /** Connection URL of a read-only replica. */
  replicaUrl?: string
  maxConnections: number
  applicationName: string
  /** Called with the address of another server once that accepts writes instead of the last one. */
  onMove?: (server: string) => void
  /** Called after each statement. */
  onStatement?: (statement: EndedStatement) => void
}

/** Opens the pool. Connections are opened on first use. */
export function openDatabase({
  url,
  directUrl = '',
  replicaUrl = '',
  onMove,
  onStatement,
  ...options
}: DatabaseOptions): Database {
  const hasPooler = directUrl !== ''
  const links = new Links()
  const servers = openServers(url, onMove, links)
  const direct = hasPooler ? openServers(directUrl, onMove, links) : servers
  const pool = openPool({ servers, hasPooler, ...options })
  const db = toKysely(pool, onStatement)
  const sessions = hasPooler
    ? toKysely(openPool({ ...options, servers: direct, maxConnections: sessionsMax(options) }), onStatement)
    : db
  const reading = replicaUrl === '' ? undefined : openReading(replicaUrl, pool, options, onStatement)
  const findReadDb = async () => (reading && (await reading.replica.isCurrent()) ? reading.db : db)
  return {
    db,
    pool,
    findReadDb,
    readFromReplica: async (work) => {
      const chosen = await findReadDb()
      try {
        return await work(chosen)
      } catch (error) {
        if (chosen === db || !isReplicaFailure(error)) throw error
        return await work(db)
      }
    },
    sessions,
    direct,
    readRows: (text, values) => readRows(pool, { text, values }, onStatement),
    transaction: (work) => runTransaction(db, work),
    snapshot: (work) => db.transaction().setIsolationLevel('repeatable read').execute(work),
    close: async () => {
      await db.destroy()
      if (hasPooler) await sessions.destroy()
      await reading?.db.destroy()
      servers.close()
      direct.close()
    },
  }
}

/** Opens the connections to a replica. */
function openReading(
  url: string,
  primary: Pool,
  options: Pick<DatabaseOptions, 'maxConnections' | 'applicationName'>,
  onStatement: DatabaseOptions['onStatement'],
) {
  const pool = openPool({ ...options, servers: openServers(url), isReplica: true })
  return { db: toKysely(pool, onStatement), replica: createReplica(primary, pool) }
}

/**
 * Whether a read that failed on a replica may succeed on the primary: also if the replica canceled it for its replay (40001), but
 * not if it tried to write (25006), which is a fault of the call.
 */
function isReplicaFailure(error: unknown): boolean {
  const state = sqlStateOf(error) ?? ''
  return (isUnavailable(error) && state !== readOnlyTransaction) || retriedCodes.has(state)
}

// Few connections need a state: one for all uploads, and one for each content that is being removed or copied.
const sessionsMax = ({ maxConnections }: Pick<DatabaseOptions, 'maxConnections'>) =>
  Math.max(2, Math.ceil(maxConnections / 4))

function toKysely(pool: Pool, onStatement: DatabaseOptions['onStatement']): Db {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    ...(onStatement
      ? {
          log: ({ level, query: { sql: text }, queryDurationMillis: durationMs }) => {
            if (!isSentLater(text)) onStatement({ text, durationMs, isError: level === 'error' })
          },
        }
      : {}),
  })
}

async function readRows<Row extends QueryResultRow>(
  pool: Pool,
  { text, values }: { text: string; values: unknown[] },
  onStatement: ((statement: EndedStatement) => void) | undefined,
): Promise<Row[]> {
  // A statement does not begin before it has a connection, as in the log of Kysely.
  const client = await pool.connect()
  const startedMs = performance.now()
  let isError = true
  try {
    const { rows } = await client.query<Row>(text, values)
    isError = false
    return rows
  } finally {
    client.release()
    onStatement?.({ text, durationMs: performance.now() - startedMs, isError })
  }
}

async function runTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute((tx) => runWithBatch(tx, work))
    } catch (error) {
      if (attempt >= attemptsMax || !retriedCodes.has(sqlStateOf(error) ?? '')) throw error
      await wait(Math.random() * 20 * attempt)
    }
  }
}

/** Whether PostgreSQL answers a query. */
export async function isAnswering(db: Db): Promise<boolean> {
  try {
    await sql`select 1`.execute(db)
    return true
  } catch {
    return false
  }
}

const unavailableCodes =
  /^(08...|25006|25P03|53[34]00|55000|55P03|57014|57P0[1-5]|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH)$/
const unavailableMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after)/

/**
 * Whether the error means that PostgreSQL cannot be reached or cannot work for now, as opposed to an error in a statement: also
 * when it only reads (25006), ended an idle transaction (25P03), and when a statement waited too long (55P03, 57014).
 */
export function isUnavailable(error: unknown): boolean {
  const { code, message, errors } = (error ?? {}) as { code?: unknown; message?: unknown; errors?: unknown[] }
  if (typeof code === 'string' && unavailableCodes.test(code)) return true
  // Node reports failed attempts at several addresses as an AggregateError.
  if (Array.isArray(errors) && errors.some(isUnavailable)) return true
  return typeof message === 'string' && unavailableMessages.test(message)
}
