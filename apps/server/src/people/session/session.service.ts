import { passkeyGrant, portalClient, type Session, type TokenRequest } from '@pontic/contract'
import type { Tx } from '../../platform/db/database.ts'
import { hashToken } from '../../platform/http/actor.ts'
import { fail } from '../../platform/http/fail.ts'
import { revokeSession } from '../../platform/http/revoke-sessions.ts'
import { renewSession } from './renewal.ts'
import { provePasskey, proveSecondFactor } from './second-step.service.ts'
import { findAccountById, lockSessionOfToken, type SignInAccount } from './session.queries.ts'
import { signInByPassword } from './sign-in.service.ts'
import { type SignInMethod, sourceOf, startSession, type TokenCall } from './start-session.service.ts'

/** Handles the token call (RFC 6749 §4.3 and §6; rules §3). @throws the errors of `session.create` in the contract */
export async function createSession(call: TokenCall, fields: TokenRequest): Promise<Session> {
  assertClient(call, fields)
  const isRemembered = fields.remember_me === 'true'
  const start = (tx: Tx, { id }: SignInAccount, way: SignInMethod) =>
    startSession({ ...call, tx }, id, { isRemembered, way })
  if (fields.grant_type === 'password') {
    return fields.mfa_token === undefined
      ? signInByPassword(call, fields)
      : proveSecondFactor(call, fields, fields.mfa_token, start)
  }
  if (fields.grant_type === passkeyGrant) return provePasskey(call, fields, start)
  if (fields.grant_type === 'refresh_token') return refresh(call, fields)
  return fail('session.unsupported_grant')
}

type Client = { client_id?: string | undefined; client_secret?: string | undefined }

/**
 * Asserts that the request names the portal's public client, by fields or by HTTP Basic (RFC 6749 §2.3.1).
 * @throws session.invalid_client; session.invalid_request if a request with HTTP Basic also has the field `client_secret`
 */
function assertClient({ request }: TokenCall, fields: Client): void {
  const authorization = request.header('authorization')
  const isBasic = /^basic(?: |$)/i.test(authorization ?? '')
  if (isBasic && fields.client_secret !== undefined) fail('session.invalid_request')
  const client = isBasic ? parseBasic(authorization ?? '') : fields
  const isNamedTwice = isBasic && fields.client_id !== undefined && fields.client_id !== client.client_id
  if (isNamedTwice || client.client_id !== portalClient.id || client.client_secret !== portalClient.secret)
    fail('session.invalid_client')
}

// Id and secret are form-encoded before they are joined.
function parseBasic(authorization: string): Client {
  const pair = Buffer.from(authorization.slice('basic '.length).trim(), 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  if (colon < 0) return {}
  return { client_id: decodeForm(pair.slice(0, colon)), client_secret: decodeForm(pair.slice(colon + 1)) }
}

function decodeForm(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

async function refresh(call: TokenCall, fields: TokenRequest): Promise<Session> {
  const token = fields.refresh_token
  if (token === undefined) fail('session.invalid_request')
  const { services, request } = call
  // Fails outside of the transaction, because the transaction may have revoked the session and must commit.
  const session = await call.inOwnTransaction((tx) =>
    renewSession({ tx, services, request }, hashToken(token)),
  )
  return session ?? fail('session.invalid_grant')
}

/**
 * Signs out: revokes the session of an access or refresh token. An unknown token gets the same reply (RFC 7009 §2.2).
 * @throws session.invalid_client, session.invalid_request as in `assertClient`
 */
export async function signOut(call: TokenCall, fields: Client & { token: string }): Promise<void> {
  assertClient(call, fields)
  const { services, request } = call
  await call.inOwnTransaction(async (tx) => {
    const session = await lockSessionOfToken(tx, hashToken(fields.token))
    const account = session && (await findAccountById(tx, session.account_id))
    if (session)
      await revokeSession(tx, session, 'logout', account && sourceOf(account, request), services.now())
  })
}
