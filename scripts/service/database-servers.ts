import pg from 'pg'
import { listServerUrls } from '../../apps/server/src/platform/db/server-urls.ts'

const connectLimitMs = 3_000

/** Settings that may name a standby or a replica. */
const settingNames = ['PONTIC_DATABASE_URL', 'PONTIC_DATABASE_DIRECT_URL', 'PONTIC_DATABASE_REPLICA_URL']

/**
 * Connects to each standby and replica of the settings. Nodes start and work without them, so a mistake in their settings would be
 * noticed only when the primary fails.
 * @returns a sentence for each server that cannot be used, with the setting, the address and the reason
 */
export async function listSilentServers(env: NodeJS.ProcessEnv): Promise<string[]> {
  const checks = settingNames.flatMap((name) => {
    const urls = listServerUrls(env[name] ?? '').filter((url) => url !== '')
    // A single server that does not answer is an error of its own.
    return urls.length > 1 || name === 'PONTIC_DATABASE_REPLICA_URL'
      ? urls.map((url) => check(name, url))
      : []
  })
  return (await Promise.all(checks)).filter((text) => text !== undefined)
}

async function check(name: string, connectionString: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectLimitMs })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return undefined
  } catch (error) {
    return `${client.host}:${client.port} of ${name} cannot be used: ${(error as Error).message}`
  }
}
