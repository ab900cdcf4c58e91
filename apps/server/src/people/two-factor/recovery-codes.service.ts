import { randomInt } from 'node:crypto'
import { limits } from '@pontic/contract'
import type { Call } from '../../platform/http/handlers.ts'
import { replaceRecoveryCodes, updateRecoveryCodeUsed } from './two-factor.queries.ts'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 10
const half = codeLength / 2

const contextOf = (accountId: string) => `recovery ${accountId}`

const createCode = () =>
  Array.from({ length: codeLength }, () => crockford[randomInt(crockford.length)]).join('')

/** Replaces the recovery codes of an account by ten new ones, stored as keyed hashes. @returns the new codes */
export async function createRecoveryCodes(
  { tx, services: { encryptor } }: Call<'tx' | 'services'>,
  accountId: string,
): Promise<string[]> {
  const codes = Array.from({ length: limits.recoveryCodes }, createCode)
  await replaceRecoveryCodes(
    tx,
    accountId,
    codes.map((code) => encryptor.digest(code, contextOf(accountId))),
  )
  return codes.map((code) => `${code.slice(0, half)}-${code.slice(half)}`)
}

/**
 * Marks a recovery code as used.
 * @param code ten characters, as the contract parses it
 * @returns whether it was valid
 */
export function redeemRecoveryCode(
  { tx, services: { encryptor, now } }: Call<'tx' | 'services'>,
  accountId: string,
  code: string,
): Promise<boolean> {
  return updateRecoveryCodeUsed(tx, accountId, encryptor.digests(code, contextOf(accountId)), now())
}
