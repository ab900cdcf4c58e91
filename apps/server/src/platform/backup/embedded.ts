import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../error-code.ts'

/** Name of the file in the data folder that describes the built-in database. */
export const clusterFile = 'postgres.json'

/** What `postgres.json` contains: the folder of the built-in database, its port, and the passwords of its roles. */
export type EmbeddedCluster = {
  cluster: string
  port: number
  passwords: { super: string; owner: string; app: string }
}

/** Connection URLs of the built-in database. */
export type EmbeddedUrls = { appUrl: string; ownerUrl: string; superUrl: string }

/** Reads the description of the built-in database; undefined if the data folder has none. */
export async function findEmbeddedCluster(dataFolder: string): Promise<EmbeddedCluster | undefined> {
  try {
    return JSON.parse(await readFile(join(dataFolder, clusterFile), 'utf8')) as EmbeddedCluster
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Returns the connection URLs of the built-in database; undefined if the data folder has none. */
export async function findEmbeddedUrls(dataFolder: string): Promise<EmbeddedUrls | undefined> {
  const found = await findEmbeddedCluster(dataFolder)
  if (found === undefined) return undefined
  return embeddedUrlsOf(found, found.port)
}

/** Returns the connection URLs of a built-in database that listens on `port`. */
export function embeddedUrlsOf(
  { passwords }: Pick<EmbeddedCluster, 'passwords'>,
  port: number,
): EmbeddedUrls {
  const url = (role: string, password: string, database: string) =>
    `postgresql://${role}:${password}@127.0.0.1:${port}/${database}`
  return {
    appUrl: url('pontic_app', passwords.app, 'pontic'),
    ownerUrl: url('pontic_owner', passwords.owner, 'pontic'),
    superUrl: url('postgres', passwords.super, 'postgres'),
  }
}
