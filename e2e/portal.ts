import { Pool } from 'pg'

/** URL of the portal of this run, without a trailing slash. */
export const portalUrl = process.env.PONTIC_E2E_URL ?? ''

/** The portal's secret key in this run, from which tests compute captcha codes. */
export const secretKey = 'secret key of the e2e tests'

/** URL of the same portal with a host name, because passkeys do not work with IP addresses. */
export const namedPortalUrl = portalUrl.replace('127.0.0.1', 'localhost')

let pool: Pool | undefined

/**
 * Runs a statement in the portal's database as the superuser, for states that no call creates. The statements of a worker share
 * connections, because a new connection takes longer than most statements.
 * @returns the rows
 */
export async function runSql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  pool ??= new Pool({ connectionString: process.env.PONTIC_E2E_DATABASE_URL, max: 2, allowExitOnIdle: true })
  return (await pool.query(text, values)).rows as Row[]
}

/** Makes all sessions of an account too old for calls that need a recent sign-in. */
export async function ageSignIn(email: string): Promise<void> {
  await runSql(
    `update session set authenticated_at = authenticated_at - interval '1 hour'
     where account_id = (select id from account where email = $1)`,
    [email],
  )
}
