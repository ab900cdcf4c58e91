import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPort, havePeer, replacePart, startPeer, untilListening } from './peers.ts'

const shipped = () => readFileSync(new URL('../../../../deploy/pgbouncer.ini', import.meta.url), 'utf8')

/** Whether PgBouncer is installed, for `test.skipIf`. Installs it as root on Debian. */
export const havePgBouncer = (): boolean => havePeer(['pgbouncer', 'setpriv'], ['pgbouncer', 'util-linux'])

/** PgBouncer in transaction mode, with the configuration of `deploy`. */
export type PgBouncer = {
  /** `appUrl` through PgBouncer. */
  url: string
  output: () => string
  stop: () => Promise<void>
}

/**
 * Starts PgBouncer in front of a database.
 * @param appUrl connection URL of one server
 * @param poolSize number of its connections to PostgreSQL
 * @param hasConnectQuery whether it sets what the portal needs
 */
export async function startPgBouncer(
  appUrl: string,
  { poolSize, hasConnectQuery = true }: { poolSize: number; hasConnectQuery?: boolean },
): Promise<PgBouncer> {
  const { hostname, port: databasePort, pathname, username, password } = new URL(appUrl)
  const folder = mkdtempSync(join(tmpdir(), 'pontic-pgbouncer-'))
  // PgBouncer does not run as root, and another user has to read its files.
  chmodSync(folder, 0o755)
  const port = await findPort()
  const users = join(folder, 'userlist.txt')
  writeFileSync(users, `"${username}" "${password}"\n`)
  const database = `${pathname.slice(1)} = host=${hostname} port=${databasePort} dbname=${pathname.slice(1)}`
  let text = replacePart(shipped(), /^pontic = host=db port=5432 dbname=pontic/m, database)
  text = replacePart(text, /^listen_addr = .*$/m, 'listen_addr = 127.0.0.1')
  text = replacePart(text, /^listen_port = .*$/m, `listen_port = ${port}`)
  text = replacePart(text, /^auth_file = .*$/m, `auth_file = ${users}`)
  text = replacePart(text, /^default_pool_size = .*$/m, `default_pool_size = ${poolSize}`)
  if (!hasConnectQuery) text = replacePart(text, / connect_query='[^']*'/, '')
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, text)
  const asNobody = ['--reuid', 'nobody', '--regid', 'nogroup', '--clear-groups', '--pdeathsig', 'KILL']
  const peer =
    process.getuid?.() === 0
      ? startPeer('setpriv', [...asNobody, 'pgbouncer', file])
      : startPeer('pgbouncer', [file])
  await untilListening(port, peer)
  return {
    url: Object.assign(new URL(appUrl), { hostname: '127.0.0.1', port: String(port), search: '' }).href,
    output: peer.output,
    stop: async () => {
      await peer.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
