import { Client } from 'pg'

/** Where the portal of this run answers, without a slash at its end. */
export const portalUrl = process.env.PONTIC_E2E_URL ?? ''

/** The portal's key in this run: by it tests read captchas without eyes. */
export const secretKey = 'a key of the browser tests, known to them'

/** The same portal by its name: browsers offer passkeys under no number. */
export const namedPortalUrl = portalUrl.replace('127.0.0.1', 'localhost')

/** Runs a statement in the portal's database as the superuser: for what no call can bring about. @returns the rows */
export async function runSql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: process.env.PONTIC_E2E_DATABASE_URL })
  await client.connect()
  try {
    return (await client.query(text, values)).rows as Row[]
  } finally {
    await client.end()
  }
}

/** Lets the last sign-in of all sessions of an account be too old for calls that need a recent one. */
export async function ageSignIn(email: string): Promise<void> {
  await runSql(
    `update session set authenticated_at = authenticated_at - interval '1 hour'
     where account_id = (select id from account where email = $1)`,
    [email],
  )
}
