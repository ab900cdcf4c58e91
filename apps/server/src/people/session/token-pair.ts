import { limits, roleOf, type Session } from '@pontic/contract'
import { twoFactorRequirementOf } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { newSecret } from '../../platform/secrets/tokens.ts'
import type { Services } from '../../platform/services.ts'
import { createTokenRows, type SignInAccount } from './session.queries.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Creates the next pair of tokens of a session. @returns the reply of the token call */
export async function createTokenPair(
  { tx, services }: Call<'tx' | 'services'>,
  account: SignInAccount,
  session: { id: string; isRemembered: boolean; expiresAt: Date; authenticatedAt: Date },
  parentSha256: Buffer | null,
): Promise<Session> {
  const now = services.now()
  const access = newSecret()
  const refreshing = newSecret()
  const idleMs = session.isRemembered
    ? limits.sessionRememberedDays * dayMs
    : limits.sessionIdleHours * hourMs
  const within = (ms: number) => new Date(Math.min(now.getTime() + ms, session.expiresAt.getTime()))
  const accessExpiresAt = within(limits.accessTokenMinutes * minuteMs)
  await createTokenRows(tx, {
    sessionId: session.id,
    accessSha256: access.sha256,
    accessExpiresAt,
    refreshSha256: refreshing.sha256,
    refreshExpiresAt: within(idleMs),
    parentSha256,
    now,
  })
  return {
    ...describe(account),
    two_factor_needed: needsTwoFactor(account, services.config.mode),
    access_token: access.text,
    token_type: 'bearer',
    expires_in: Math.floor((accessExpiresAt.getTime() - now.getTime()) / 1000),
    refresh_token: refreshing.text,
    scope: 'portal',
    jti: session.id,
    rememberMe: session.isRemembered,
    authenticated_at: session.authenticatedAt.toISOString(),
  }
}

function needsTwoFactor(account: SignInAccount, mode: Services['config']['mode']): boolean {
  const { business_type: businessType, requires_two_factor: isTwoFactorRequired } = account
  const demand = twoFactorRequirementOf({ businessType, isTwoFactorRequired }, mode)
  return demand !== 'nobody' && account.two_factor_at === null
}

function describe(account: SignInAccount) {
  return {
    username: account.email,
    authorities: [roleOf(account.business_type)],
    org_admin_flag: account.is_organization_administrator,
    language: account.language,
    membership: account.membership,
    account_id: account.id,
    name: account.name,
    organization_id: account.organization_id,
    organization_name: account.organization_name,
    organization_type: account.business_type,
  }
}
