import { Client, type QueryResultRow } from 'pg'
import { findWritableUrl } from './servers.ts'

/** Runs a statement. @returns its rows */
export type RunStatement = <Row extends QueryResultRow>(
  text: string,
  values?: readonly unknown[],
) => Promise<Row[]>

/**
 * Runs statements as the owner of the database, for commands that need more than the privileges of the portal.
 * @param ownerUrl connection URL of the owner, which may name several servers
 */
export async function withOwner<Result>(
  ownerUrl: string,
  work: (run: RunStatement) => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    connectionString: await findWritableUrl(ownerUrl),
    application_name: 'pontic owner',
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(async (text, values = []) => (await client.query(text, [...values])).rows)
  } finally {
    await client.end()
  }
}
