import { createHash } from 'node:crypto'
import pg, { type Pool, type PoolClient } from 'pg'
import { sessionOptions, streamOf } from './links.ts'
import { executePrepared, type ResultCallback } from './prepared-query.ts'
import { closeWhenReadOnly, type Servers } from './servers.ts'

const typeTimestamptz = 1184
const typeDate = 1082
const typeInt8 = 20
const wholeSecondsLength = '2026-11-21 14:49:12+00'.length

/**
 * Converts PostgreSQL's text of a timestamptz in UTC to ISO 8601. Keeps the microseconds, which a Date would lose:
 * `2026-11-21 14:49:12.5+00` → `2026-11-21T14:49:12.500000Z`.
 */
export function isoOfTimestamp(text: string): string {
  const fraction = text.length > wholeSecondsLength ? text.slice(20, -3) : ''
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(6, '0')}Z`
}

const types = new pg.TypeOverrides()
types.setTypeParser(typeTimestamptz, isoOfTimestamp)
types.setTypeParser(typeDate, (text: string) => text)
types.setTypeParser(typeInt8, Number)

const names = new Map<string, string>()
const namesMax = 2000

/**
 * Beginning of a statement that PostgreSQL plans for its values at every execution, because a plan for average values would be
 * much too slow for some values. It is not prepared.
 */
export const plannedForValues = '/* planned for its values */'

// Only queries, and other statements with values, are prepared. The rest runs once or is transaction control (begin, commit).
const isPrepared = (text: unknown, values: unknown): values is unknown[] =>
  typeof text === 'string' &&
  Array.isArray(values) &&
  !text.startsWith(plannedForValues) &&
  (values.length > 0 || /^\s*select\s/.test(text))

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  // Statements with value lists of varying length have an unlimited number of texts. Texts beyond this limit are not prepared.
  if (names.size >= namesMax) return undefined
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** Beginning of a statement whose result nobody reads. It is sent together with the next statement, which saves a round trip. */
export const sentWithNext = '/* sent with the next statement */'

const afterCommit = '/* sent after the commit */'

/**
 * Returns a statement for a connection with an open transaction that PostgreSQL executes right after its commit, in a transaction of
 * its own that does not wait for the disk. Both travel in one message, so that PostgreSQL executes both or neither when the node is
 * killed. A transaction that rolls back discards it.
 */
export const toSendAfterCommit = (expressions: readonly string[]): string =>
  `${afterCommit}${expressions.join(', ')}`

const isHeld = (text: unknown) =>
  typeof text === 'string' && /^(?:begin$|start transaction|\/\* sent with the next)/.test(text)

/**
 * Whether a statement is sent only with a later one. Its result arrives before it is sent, so that its duration and its error are those
 * of the later statement.
 */
export const isSentLater = (text: string): boolean => isHeld(text) || text.startsWith(afterCommit)

const nothing = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] }

type Query = (...input: unknown[]) => unknown

/**
 * Gives each statement with values a name, because Kysely sets none. A connection then prepares each text only once. A pooler gives
 * each transaction another connection, on which the statement may not be prepared, so that nothing is named there. Holds the
 * beginning of a transaction, and statements that begin with `sentWithNext`, until the next statement. An error of a held
 * statement becomes that of the next one. Adds the statements of `toSendAfterCommit` to the commit.
 */
function prepareStatements(client: PoolClient, hasPooler: boolean): void {
  const query = client.query.bind(client) as Query
  const send: Query = (first, second, ...rest) => {
    if (hasPooler || typeof first !== 'string' || !isPrepared(first, second))
      return query(first, second, ...rest)
    const name = nameOf(first)
    if (name === undefined) return query(first, second, ...rest)
    return executePrepared(query, { name, text: first, values: second }, rest[0] as ResultCallback)
  }
  let held: unknown[][] = []
  let later: string[] = []
  const queued: Query = (...given) => {
    const [text] = given
    if (typeof text === 'string' && text.startsWith(afterCommit)) {
      later.push(text.slice(afterCommit.length))
      return Promise.resolve(nothing)
    }
    const isEnd = text === 'commit' || text === 'rollback'
    const input = text === 'commit' && later.length > 0 ? [commitWith(later), ...given.slice(1)] : given
    if (isEnd) later = []
    if (isHeld(input[0]) && !input.some((one) => typeof one === 'function')) {
      held.push(input)
      return Promise.resolve(nothing)
    }
    corkForTurn(client)
    if (held.length === 0) return send(...input)
    const earlier = held
    held = []
    // Nothing of a transaction is lost, because a held statement has not been sent.
    if (input[0] === 'rollback' && earlier.some(isBeginning)) return Promise.resolve(nothing)
    return sendTogether([...earlier, input], send)
  }
  client.query = queued as typeof client.query
}

/** Statements that are sent in one turn of the event loop travel in one packet, because each packet wakes PostgreSQL. */
function corkForTurn(client: PoolClient): void {
  const stream = streamOf(client)
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

// Without `synchronous_commit`, the second commit does not wait for the disk while it holds the lock of all notifications.
const commitWith = (expressions: readonly string[]) =>
  `commit; select set_config('synchronous_commit', 'off', true), ${expressions.join(', ')}`

const isBeginning = ([text]: unknown[]) => !String(text).startsWith(sentWithNext)

/** Sends statements. @returns the result of the last one. It rejects with the error of the first that fails */
function sendTogether(statements: unknown[][], send: Query): unknown {
  const results = statements.map((input) => send(...input))
  const last = results.at(-1)
  // A statement with a callback returns no promise. Only pg's pool sends such, and never in a transaction.
  if (!(last instanceof Promise)) return last
  return Promise.allSettled(results).then((settled) => {
    for (const one of settled) if (one.status === 'rejected') throw one.reason
    return last
  })
}

/** Slots of the counters by status (decision 0074). */
const counterSlots = 16

/**
 * Returns the class of a pool's connections. Each new one gets another slot of the counters by status, so that the connections of a
 * node rarely wait for each other.
 */
function clientsWithSlots(Client: typeof pg.Client): typeof pg.Client {
  let slot = Math.floor(Math.random() * counterSlots)
  return class extends Client {
    constructor(config: pg.ClientConfig = {}) {
      slot = (slot + 1) % counterSlots
      super({ ...config, options: `${config.options} -c pontic.slot=${slot}` })
    }
  }
}

/** Options of a connection pool. */
export type PoolOptions = {
  servers: Servers
  /** Whether a pooler in transaction mode is between the portal and PostgreSQL. */
  hasPooler?: boolean
  /** Whether the server is a read-only replica, whose calls have the primary if it does not answer. */
  isReplica?: boolean
  maxConnections: number
  applicationName: string
}

/**
 * Settings that a pooler does not pass on. `deploy/pgbouncer.ini` sets them for each connection to PostgreSQL. PostgreSQL aborts a
 * statement that runs for a minute and a transaction that idles for a minute. Statements run without parallel workers, because the
 * start of a worker takes longer than most statements.
 */
const sessionSettings = {
  idle_in_transaction_session_timeout: 60_000,
  statement_timeout: 60_000,
  options: `-c timezone=UTC -c datestyle=ISO -c max_parallel_workers_per_gather=0 ${sessionOptions}`,
}

/** Longer than a statement may run. A replica that was cut off would otherwise keep the call until TCP gives up. */
const replicaTimeoutMs = 65_000

/**
 * Opens the pool of the application role, with prepared statements, times as ISO text and int8 as numbers. TCP keepalives detect a
 * dead connection.
 */
export function openPool({ servers, hasPooler = false, isReplica = false, ...options }: PoolOptions): Pool {
  const pool = new pg.Pool({
    connectionString: servers.url,
    max: options.maxConnections,
    application_name: options.applicationName,
    types,
    Client: hasPooler ? servers.Client : clientsWithSlots(servers.Client),
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: isReplica ? 1_000 : 5_000,
    idleTimeoutMillis: 30_000,
    ...(isReplica ? { query_timeout: replicaTimeoutMs } : {}),
    ...(hasPooler ? {} : sessionSettings),
  })
  // Without a listener, an error of an idle or checked-out connection would crash the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    servers.links.add(client)
    if (!isReplica) closeWhenReadOnly(client)
    // A pooler remembers both for each of its clients.
    if (hasPooler) client.query(`set timezone = 'UTC'; set datestyle = 'ISO'`).catch(() => {})
    prepareStatements(client, hasPooler)
  })
  return pool
}

/** A pool with pg's default parsing of times and numbers, for libraries that expect it. */
export type PlainPool = Pool

/** Opens a pool for a library. An error of an idle or checked-out connection does not crash the process. */
export function openPlainPool({ servers, maxConnections, applicationName }: PoolOptions): PlainPool {
  const pool = new pg.Pool({
    connectionString: servers.url,
    Client: servers.Client,
    max: maxConnections,
    application_name: applicationName,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: 5_000,
    options: sessionOptions,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    servers.links.add(client)
    closeWhenReadOnly(client)
  })
  return pool
}

/**
 * Removes the error codes of failed connections. With some of these codes, the job queue repeats its statement after up to two
 * minutes. Without a code its runner stops, and this node starts it again after a second.
 */
export function hideCodes(pool: PlainPool): void {
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => Promise<PoolClient>
  const connectPlainly = async (...given: unknown[]) => {
    try {
      return await connect(...given)
    } catch (error) {
      throw new Error(error instanceof Error ? error.message : String(error), { cause: error })
    }
  }
  pool.connect = connectPlainly as typeof pool.connect
}
