import type { ApiKeyLink, LinkState } from '@pontic/contract'
import { hashToken } from '../../platform/http/actor.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call, ReadCall } from '../../platform/http/handlers.ts'
import { type ApiKeyLinkRow, findKeyLink, lockKeyLink, updateKeyLinkUsed } from './api-key-links.queries.ts'
import { revokeKeyAs } from './api-keys.service.ts'

function stateOf(row: ApiKeyLinkRow, now: Date): LinkState {
  const isDead = row.revoked_at !== null || Date.parse(row.key_expires_at) <= now.getTime()
  if (row.used_at !== null || isDead) return 'used'
  return Date.parse(row.expires_at) > now.getTime() ? 'open' : 'expired'
}

/**
 * Returns the key that a link revokes, and the state of the link. The state is `used` also if the key is revoked or
 * expired.
 * @throws account.code_invalid
 */
export async function getKeyLink(
  { tx, services: { now } }: ReadCall<'services'>,
  code: string,
): Promise<ApiKeyLink> {
  const row = (await findKeyLink(tx, hashToken(code))) ?? fail('account.code_invalid')
  return {
    state: stateOf(row, now()),
    name: row.key_name,
    organizationName: row.organization_name,
    createdBy: row.created_by_name,
    createdAt: row.key_created_at,
  }
}

/**
 * Revokes a key with a mailed link, in the name of the administrator who received the link. Needs no sign-in, because
 * the link allows nothing else.
 * @throws account.code_invalid, link.used, link.expired
 */
export async function revokeKeyByLink(
  call: Call<'tx' | 'services' | 'request'>,
  code: string,
): Promise<void> {
  const { tx, services, request } = call
  const now = services.now()
  const sha256 = hashToken(code)
  const row = (await lockKeyLink(tx, sha256)) ?? fail('account.code_invalid')
  const state = stateOf(row, now)
  if (state !== 'open') fail(state === 'used' ? 'link.used' : 'link.expired')
  await updateKeyLinkUsed(tx, sha256, now)
  const organization = { id: row.organization_id, name: row.organization_name }
  const source = {
    accountId: row.reader_id,
    accountName: row.reader_name,
    organizationId: row.organization_id,
    request,
  }
  const key = { id: row.api_key_id, account_id: row.key_account_id, name: row.key_name }
  await revokeKeyAs(call, { organization, name: row.reader_name, source }, key, { by: 'link' })
}
