import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { Links } from './links.ts'
import { listServerUrls } from './server-urls.ts'

/**
 * The PostgreSQL servers of a connection URL. Only one of them accepts writes. All connections of the portal go to that one, and
 * move to another server once that one was promoted (decision 0083).
 */
export type Servers = {
  /** URL of one server, which has the role, the password and the database of all. */
  url: string
  /** Opens connections to the server that accepts writes. With one server it connects there without any check. */
  Client: typeof pg.Client
  /** Returns the address of the server that accepts writes, such as `10.0.0.1:5432`; undefined until one was found. */
  current: () => string | undefined
  /** The open connections. Whoever opens one adds it. */
  links: Links
  close: () => void
}

/** SQLSTATE of a write that a server refuses because it is read-only. */
export const readOnlyTransaction = '25006'

const askEveryMs = 1_000
/** How long a server may take to say whether it accepts writes. */
const answerMs = 3_000

// A promotion starts a new timeline. If two servers accept writes because the old one was cut off, the later timeline is right.
const standingQuery = `
  select case when not pg_is_in_recovery() and not current_setting('transaction_read_only')::bool
    then ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int end as timeline`

/** A server and the connections to it. `timeline` is undefined while it does not accept writes or does not answer. */
type Server = {
  url: string
  host: string
  port: number
  timeline: number | undefined
  clients: Set<pg.Client>
}

const nameOf = ({ host, port }: Server) => `${host}:${port}`
// Without an SQLSTATE, because the job queue repeats a statement with some of them by itself, after up to two minutes.
const failure = (reason: string) => new Error(`Connection terminated: ${reason}`)

function toServer(url: string): Server {
  const { host, port } = new pg.Client({ connectionString: url })
  return { url, host, port, timeline: undefined, clients: new Set() }
}

/**
 * Opens the servers of a connection URL. If there are several, they are asked every second which of them accepts writes.
 * @param onMove called with the address of the server to which all connections move
 */
export function openServers(
  connectionUrl: string,
  onMove: (server: string) => void = () => {},
  links = new Links(),
): Servers {
  const urls = listServerUrls(connectionUrl)
  const url = urls[0]!
  if (urls.length === 1) {
    const name = nameOf(toServer(url))
    return { url, Client: pg.Client, current: () => name, links, close: () => {} }
  }
  const watch = watchServers(urls.map(toServer), (server) => onMove(nameOf(server)))
  const current = () => {
    const server = watch.current()
    return server && nameOf(server)
  }
  return { url, Client: clientsOf(watch), current, links, close: watch.close }
}

/**
 * Returns the URL of the server that accepts writes, for a single task such as a migration.
 * @throws Error if none of several servers accepts writes
 */
export async function findWritableUrl(connectionUrl: string): Promise<string> {
  const urls = listServerUrls(connectionUrl)
  if (urls.length === 1) return urls[0]!
  const watch = watchServers(urls.map(toServer), () => {})
  try {
    return (await watch.found()).url
  } finally {
    watch.close()
  }
}

type Watch = {
  current: () => Server | undefined
  /**
   * Returns the current server, as soon as all servers have been asked once.
   * @throws Error if no server has accepted writes so far
   */
  found: () => Promise<Server>
  close: () => void
}

/**
 * Asks each server again and again. The current server is the one that accepts writes on the latest timeline so far. A server stays
 * the current one while no other accepts writes, even if it does not answer, because there is no better one.
 */
function watchServers(servers: readonly Server[], onMove: (to: Server) => void): Watch {
  const closing = new AbortController()
  let current: Server | undefined
  // A server with an earlier timeline is an old primary that was cut off, even if it accepts writes.
  let latest = 0

  function choose(): void {
    const best = servers.reduce((one, other) => ((other.timeline ?? 0) > (one.timeline ?? 0) ? other : one))
    if (best.timeline === undefined || best.timeline < latest) return
    latest = best.timeline
    if (best === current || current?.timeline === best.timeline) return
    const left = current
    current = best
    if (left === undefined) return
    onMove(best)
    leave(left)
  }

  async function watch(server: Server): Promise<void> {
    const monitor = createMonitor(server.url)
    server.timeline = await monitor.ask()
    choose()
    void (async () => {
      while (!closing.signal.aborted) {
        await wait(askEveryMs, undefined, { ref: false, signal: closing.signal }).catch(() => {})
        if (closing.signal.aborted) break
        server.timeline = await monitor.ask()
        choose()
      }
      monitor.close()
    })()
  }

  const first = Promise.all(servers.map(watch))
  return {
    current: () => current,
    found: async () => {
      await first
      if (current === undefined) throw failure('no PostgreSQL server accepts writes')
      return current
    },
    close: () => closing.abort(),
  }
}

/**
 * Closes a connection whose server refuses a write because it is read-only, so that the pool opens another. This concerns an address
 * behind which another server answers now.
 */
export function closeWhenReadOnly(client: pg.Client): void {
  client.connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (code === readOnlyTransaction) client.connection.stream.destroy()
  })
}

/** Breaks all connections to a server. Statements that wait for its answer fail. */
function leave({ clients }: Server): void {
  for (const client of clients)
    client.connection.stream.destroy(failure('another PostgreSQL server accepts writes'))
}

/** Asks a server on a connection of its own, which is replaced when it fails. */
function createMonitor(url: string): { ask: () => Promise<number | undefined>; close: () => void } {
  let client: pg.Client | undefined
  const drop = () => {
    client?.connection.stream.destroy()
    client = undefined
  }
  async function connect(): Promise<pg.Client> {
    if (client !== undefined) return client
    const fresh = new pg.Client({ connectionString: url, application_name: 'pontic monitor' })
    fresh.on('error', () => {})
    fresh.on('end', () => {
      if (client === fresh) client = undefined
    })
    client = fresh
    await fresh.connect()
    return fresh
  }
  async function query(): Promise<number | undefined> {
    const { rows } = await (await connect()).query<{ timeline: number | null }>(standingQuery)
    return rows[0]?.timeline ?? undefined
  }
  return {
    ask: async () => {
      // Without this limit, a server that was cut off would be asked until TCP gives up, a quarter of an hour later.
      const limit = setTimeout(drop, answerMs).unref()
      try {
        return await query()
      } catch {
        drop()
        return undefined
      } finally {
        clearTimeout(limit)
      }
    },
    close: drop,
  }
}

/** Returns the class of connections to the server that accepts writes. */
function clientsOf(watch: Watch): typeof pg.Client {
  return class extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const connected = this.#connect()
      if (callback === undefined) return connected
      // The pool expects to be called outside a promise, whose rejection nobody would see.
      connected.then(
        () => process.nextTick(callback as () => void),
        (error: Error) => process.nextTick(callback, error),
      )
      return undefined
    }

    async #connect(): Promise<pg.Client> {
      const server = await watch.found()
      this.host = server.host
      this.port = server.port
      server.clients.add(this)
      this.on('end', () => server.clients.delete(this))
      // Without a listener, an error before the pool adds its own would end the process.
      this.on('error', () => {})
      try {
        await super.connect()
        await this.#assertWritable(server)
      } catch (error) {
        server.clients.delete(this)
        this.connection.stream.destroy()
        throw error
      }
      return this
    }

    // The server may have been left, or restarted as a standby, since it was asked.
    async #assertWritable(server: Server): Promise<void> {
      const { rows } = await this.query<{ timeline: number | null }>(standingQuery)
      if (rows[0]?.timeline == null || server !== watch.current())
        throw failure('the PostgreSQL server accepts no writes')
    }
  }
}
