import { limits, portalClient, type Session, type TokenRequest } from '@pontic/contract'
import { mailOwnPasswordLink } from '../accounts/accounts.service.ts'
import { writeAudit } from '../audit/audit.service.ts'
import type { Tx } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { hashToken } from '../http/actor.ts'
import { fail } from '../http/fail.ts'
import type { RequestFacts } from '../http/handlers.ts'
import type { Services } from '../services.ts'
import { countSignIn, deviceCookie, findDevice, forgetAttempt, refuseLocked } from './lockout.service.ts'
import { mintPair } from './pair.ts'
import { isCommonPassword, verifyPassword } from './password.service.ts'
import { renewSession } from './renewal.ts'
import {
  createSessionRow,
  findAccountByEmail,
  findAccountById,
  lockSessionOfToken,
  type SignInAccount,
} from './session.queries.ts'
import { endSession, sourceOf } from './session-end.service.ts'

const dayMs = 86_400_000

/** What the token calls work with. They hold no connection while a password is tried. */
export type TokenCall = {
  apart: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>
  services: Services
  request: RequestFacts
  setHeader: (name: string, value: string) => void
}

/**
 * Answers the token call (RFC 6749 §4.3 and §6; decisions §3).
 * @throws session.invalid_client, session.unsupported_grant, session.invalid_request, session.wrong_credentials,
 * session.disabled, session.banned, session.unverified, session.password_change_required, session.password_too_simple, session.locked,
 * session.invalid_grant
 */
export async function createSession(call: TokenCall, fields: TokenRequest): Promise<Session> {
  checkClient(fields)
  if (fields.grant_type === 'password') return signIn(call, fields)
  if (fields.grant_type === 'refresh_token') return refresh(call, fields)
  return fail('session.unsupported_grant')
}

/** The portal's own client, public as it is, has to be named. @throws session.invalid_client */
function checkClient(fields: { client_id?: string | undefined; client_secret?: string | undefined }): void {
  if (fields.client_id !== portalClient.id || fields.client_secret !== portalClient.secret) {
    fail('session.invalid_client')
  }
}

async function signIn(call: TokenCall, fields: TokenRequest): Promise<Session> {
  const { services, request } = call
  const { username: email, password } = fields
  if (email === undefined || password === undefined) fail('session.invalid_request')
  const device = findDevice(services, request, email)
  const { attempt, lockedSeconds } = await call.apart((tx) =>
    countSignIn(tx, email, request.address, device, services.now()),
  )
  refuseLocked(lockedSeconds)
  const account = await findAccountByEmail(services.database.db, email)
  const isRight = await verifyPassword(account?.password_hash, password)
  if (!isRight || !account) fail('session.wrong_credentials')
  await call.apart((tx) => forgetAttempt(tx, attempt))
  await refuseAccount(call, account, password)
  const session = await call.apart((tx) => startSession(tx, call, account.id, fields.remember_me === 'true'))
  call.setHeader('set-cookie', deviceCookie(services, email, device))
  return session
}

/** With the right password the reason is told; with a wrong one never (decisions §3). */
async function refuseAccount(call: TokenCall, account: SignInAccount, password: string): Promise<void> {
  if (account.disabled_at !== null) fail('session.disabled')
  if (account.banned_at !== null) fail('session.banned')
  if (account.must_change_password) {
    await call.apart((tx) => mailOwnPasswordLink(tx, call.services, account.id))
    fail('session.password_change_required')
  }
  if (account.email_verified_at === null || account.organization_verified_at === null) {
    fail('session.unverified')
  }
  if (await isCommonPassword(password)) fail('session.password_too_simple')
}

async function startSession(
  tx: Tx,
  { services, request }: TokenCall,
  accountId: string,
  isRemembered: boolean,
): Promise<Session> {
  const now = services.now()
  const expiresAt = new Date(now.getTime() + limits.sessionAbsoluteDays * dayMs)
  const id = newId()
  await createSessionRow(tx, { id, accountId, isRemembered, now, expiresAt, userAgent: request.userAgent })
  // Read again: it may have been disabled while its password was tried.
  const account = await findAccountById(tx, accountId)
  if (!account || account.disabled_at !== null || account.banned_at !== null)
    fail('session.wrong_credentials')
  await writeAudit(tx, sourceOf(account, request), {
    action: 'session.create',
    objectType: 'session',
    objectId: id,
  })
  return mintPair(tx, account, { id, isRemembered, expiresAt }, null, now)
}

async function refresh(call: TokenCall, fields: TokenRequest): Promise<Session> {
  const token = fields.refresh_token
  if (token === undefined) fail('session.invalid_request')
  const { services, request } = call
  // Refused outside the transaction: the end of a family has to stay.
  const session = await call.apart((tx) => renewSession(tx, hashToken(token), request, services.now()))
  return session ?? fail('session.invalid_grant')
}

/**
 * Signs out: ends the session of an access or refresh token; a token that nobody has is answered alike (RFC 7009).
 * @throws session.invalid_client
 */
export async function revokeSession(
  call: TokenCall,
  fields: { token: string; client_id?: string | undefined; client_secret?: string | undefined },
): Promise<void> {
  checkClient(fields)
  const { services, request } = call
  await call.apart(async (tx) => {
    const session = await lockSessionOfToken(tx, hashToken(fields.token))
    const account = session && (await findAccountById(tx, session.account_id))
    if (session)
      await endSession(tx, session, 'logout', account && sourceOf(account, request), services.now())
  })
}
