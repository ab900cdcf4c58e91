import type { Socket } from 'node:net'
import type { ClientBase } from 'pg'

/**
 * Options of every session. PostgreSQL closes a session whose node has been unreachable for about 20 seconds, and with it its
 * transactions and advisory locks. The system's default is two hours. If the node is reachable again earlier and has closed the
 * connection meanwhile, PostgreSQL learns that from the next probe, within five seconds.
 */
export const sessionOptions =
  '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=20000'

/** Returns the socket of a connection. */
export const streamOf = (client: ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/**
 * The open connections of a node to PostgreSQL. After a partition of the network, a connection may wait for an answer for a
 * quarter of an hour, until the system gives it up. `breakAll` ends that.
 */
export class Links {
  readonly #clients = new Set<ClientBase>()

  /** Adds an open connection, until it ends. */
  add(client: ClientBase): void {
    this.#clients.add(client)
    client.once('end', () => this.#clients.delete(client))
  }

  /** Closes all connections at once. Their running statements fail like those of a broken connection (`isUnavailable`). */
  breakAll(): void {
    for (const client of this.#clients) streamOf(client).destroy()
  }
}
