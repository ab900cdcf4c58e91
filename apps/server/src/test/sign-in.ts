import { passwordDigest } from '@pontic/client'
import type { Session } from '@pontic/contract'
import { hashPassword } from '../people/session/password.shared.ts'
import type { TestApp } from './app.ts'
import { as, clientFields, type TestPlace } from './people.ts'

/** A response of /oauth: the session, or an error of RFC 6749 §5.2 with the number and key of the error catalogue. */
export type TokenAnswer = {
  status: number
  headers: Headers
  body: Session & {
    error?: string
    error_description?: string
    code?: number
    key?: string
    requestId?: string
  }
}

/** Sets the password of an account. */
export async function setPassword(
  app: TestPlace,
  person: { accountId: string },
  password: string,
): Promise<void> {
  const password_hash = await hashPassword(passwordDigest(password))
  await app.services.database.db
    .updateTable('account')
    .set({ password_hash })
    .where('id', '=', person.accountId)
    .execute()
}

/** Makes the token call with these fields and the client id and secret of the portal, unless `fields` contains others. */
export async function callToken(
  app: TestApp,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<TokenAnswer> {
  const answer = await as(app, undefined, headers).call('session.create', {
    body: { ...clientFields, ...fields },
  })
  return answer as unknown as TokenAnswer
}

/** Signs in with a password. */
export function signIn(
  app: TestApp,
  email: string,
  password: string,
  headers: Record<string, string> = {},
  fields: Record<string, string> = {},
): Promise<TokenAnswer> {
  const own = { grant_type: 'password', username: email, password: passwordDigest(password) }
  return callToken(app, { ...own, ...fields }, headers)
}

/** Exchanges a refresh token. */
export function renew(app: TestApp, refreshToken: string): Promise<TokenAnswer> {
  return callToken(app, { grant_type: 'refresh_token', refresh_token: refreshToken })
}

/** Returns the status of a call that reads the user's own account with an access token. */
export async function tryToken(app: { url: string }, token: string): Promise<number> {
  const response = await fetch(`${app.url}/restful/accounts/me`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await response.arrayBuffer()
  return response.status
}
