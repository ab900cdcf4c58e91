import { existsSync, rmSync } from 'node:fs'
import { createCluster, startCluster, stopCluster } from '../../../../scripts/postgres-cluster.ts'
import { findPlace } from '../../../../scripts/postgres-place.ts'
import { createFolder, type Installation, install } from './nodes.ts'

const bin = '/usr/lib/postgresql/15/bin'

/** Whether Debian's package postgresql-15 is installed. The portal supports no older version of PostgreSQL. */
export const hasPostgres15 = existsSync(`${bin}/postgres`)

/** Opens an installation on a cluster of Debian's PostgreSQL 15 with an empty database. */
export async function openOnPostgres15(): Promise<Installation> {
  const dataFolder = createFolder()
  const place = { ...findPlace(dataFolder), bin, version: '15' }
  const memory = await createCluster(dataFolder, place)
  const { port } = await startCluster(memory, place, {})
  const urlOf = (role: string, password: string) =>
    `postgresql://${role}:${password}@127.0.0.1:${port}/pontic`
  const urls = {
    ownerUrl: urlOf('pontic_owner', memory.passwords.owner),
    appUrl: urlOf('pontic_app', memory.passwords.app),
  }
  return install(urls, dataFolder, async () => {
    stopCluster(memory, place)
    rmSync(memory.cluster, { recursive: true, force: true })
  })
}
