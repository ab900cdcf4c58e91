import { passkeyGrant, portalClient, type Session, type TokenRequest } from '@pontic/contract'
import { hashToken } from '../http/actor.ts'
import { fail } from '../http/fail.ts'
import { renewSession } from './renewal.ts'
import { finishSecondStep, signInByPasskey } from './second-step.service.ts'
import { findAccountById, lockSessionOfToken } from './session.queries.ts'
import { endSession, sourceOf } from './session-end.service.ts'
import { signInByPassword } from './sign-in.service.ts'
import type { TokenCall } from './start-session.service.ts'

/**
 * Answers the token call (RFC 6749 §4.3 and §6; decisions §3).
 * @throws the refusals of `session.create` in the contract
 */
export async function createSession(call: TokenCall, fields: TokenRequest): Promise<Session> {
  checkClient(fields)
  if (fields.grant_type === 'password') {
    return fields.mfa_token === undefined
      ? signInByPassword(call, fields)
      : finishSecondStep(call, fields, fields.mfa_token)
  }
  if (fields.grant_type === passkeyGrant) return signInByPasskey(call, fields)
  if (fields.grant_type === 'refresh_token') return refresh(call, fields)
  return fail('session.unsupported_grant')
}

/** The portal's own client, public as it is, has to be named. @throws session.invalid_client */
function checkClient(fields: { client_id?: string | undefined; client_secret?: string | undefined }): void {
  if (fields.client_id !== portalClient.id || fields.client_secret !== portalClient.secret) {
    fail('session.invalid_client')
  }
}

async function refresh(call: TokenCall, fields: TokenRequest): Promise<Session> {
  const token = fields.refresh_token
  if (token === undefined) fail('session.invalid_request')
  const { services, request } = call
  // Refused outside the transaction: the end of a family has to stay.
  const session = await call.apart((tx) => renewSession(tx, hashToken(token), request, services))
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
