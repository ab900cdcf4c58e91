import type { Client } from 'pg'
import type { Servers } from './servers.ts'

/** Options of a listener. */
export type ListenerOptions = {
  servers: Servers
  channels: readonly string[]
  onMessage: (channel: string, payload: string) => void
  /** Called after each reconnect, because messages may have been missed. */
  onGap: () => void
}

const firstDelayMs = 100
const longestDelayMs = 5_000

/**
 * Listens for PostgreSQL notifications on one connection, and reconnects when it breaks.
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

async function openListener({ servers, channels, onMessage }: ListenerOptions): Promise<Client> {
  const client = new servers.Client({
    connectionString: servers.url,
    application_name: 'pontic events',
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  client.on('notification', ({ channel, payload }) => onMessage(channel, payload ?? ''))
  await client.connect()
  await client.query(channels.map((channel) => `listen ${channel}`).join('; '))
  return client
}
