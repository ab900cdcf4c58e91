import { Client } from 'pg'

/** URL of the portal of this run, without a trailing slash. */
export const portalUrl = process.env.PONTIC_E2E_URL ?? ''

/** The portal's secret key in this run, from which tests compute captcha codes. */
export const secretKey = 'secret key of the e2e tests'

/** URL of the same portal with a host name, because passkeys do not work with IP addresses. */
export const namedPortalUrl = portalUrl.replace('127.0.0.1', 'localhost')

/** Runs a statement in the portal's database as the superuser, for states that no call creates. @returns the rows */
export async function runSql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: process.env.PONTIC_E2E_DATABASE_URL })
  await client.connect()
  try {
    return (await client.query(text, values)).rows as Row[]
  } finally {
    await client.end()
  }
}

/** Makes all sessions of an account too old for calls that need a recent sign-in. */
export async function ageSignIn(email: string): Promise<void> {
  await runSql(
    `update session set authenticated_at = authenticated_at - interval '1 hour'
     where account_id = (select id from account where email = $1)`,
    [email],
  )
}
