import type { Client } from 'pg'
import { sessionOptions, streamOf } from './links.ts'
import type { Servers } from './servers.ts'

/** Options of a listener. */
export type ListenerOptions = {
  servers: Servers
  channels: readonly string[]
  onMessage: (channel: string, payload: string) => void
  /** Called after each reconnect, because messages may have been missed. */
  onGap: () => void
  /** Called when PostgreSQL has not answered for six seconds. The connection is closed then. */
  onSilence: () => void
}

const firstDelayMs = 100
const longestDelayMs = 2_000
const probeEveryMs = 2_000
const silentProbesMax = 3

/**
 * Listens for PostgreSQL notifications on one connection, and reconnects when it breaks. Asks PostgreSQL every two seconds for an
 * answer, because a partition of the network does not close connections.
 * @returns after the first connection listens; `close` closes the connection and stops reconnecting
 */
export async function listen(options: ListenerOptions): Promise<{ close: () => Promise<void> }> {
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let delayMs = firstDelayMs

  async function connect(): Promise<void> {
    const fresh = await openListener(options)
    fresh.on('end', retryLater)
    probe(fresh, options.onSilence)
    client = fresh
    delayMs = firstDelayMs
    if (isClosed) await fresh.end()
  }

  function retryLater(): void {
    client = undefined
    if (isClosed) return
    timer = setTimeout(() => {
      connect().then(options.onGap, retryLater)
    }, delayMs)
    delayMs = Math.min(delayMs * 2, longestDelayMs)
  }

  await connect()
  return {
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}

/**
 * Closes the connection when a question stays unanswered for three intervals. Counts intervals instead of measuring time: after a
 * pause of the process (SIGSTOP) only one interval has passed, and the answer is read before the next one.
 */
function probe(client: Client, onSilence: () => void): void {
  let silentProbes = 0
  let isAsking = false
  const timer = setInterval(() => {
    if (!isAsking) {
      isAsking = true
      const answered = () => {
        isAsking = false
        silentProbes = 0
      }
      client.query('select 1').then(answered, () => {})
    } else if (++silentProbes >= silentProbesMax) {
      streamOf(client).destroy()
      onSilence()
    }
  }, probeEveryMs)
  timer.unref()
  client.on('end', () => clearInterval(timer))
}

async function openListener({ servers, channels, onMessage }: ListenerOptions): Promise<Client> {
  const client = new servers.Client({
    connectionString: servers.url,
    application_name: 'pontic events',
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    connectionTimeoutMillis: 3_000,
    options: sessionOptions,
  })
  client.on('error', () => {})
  client.on('notification', ({ channel, payload }) => onMessage(channel, payload ?? ''))
  await client.connect()
  await client.query(channels.map((channel) => `listen ${channel}`).join('; '))
  return client
}
