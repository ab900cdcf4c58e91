import { randomInt } from 'node:crypto'
import { limits } from '@pontic/contract'
import type { Call } from '../../platform/http/handlers.ts'
import { replaceRecoveryCodes, updateRecoveryCodeUsed } from './two-factor.queries.ts'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const signsInCode = 10
const half = signsInCode / 2

const contextOf = (accountId: string) => `recovery ${accountId}`

const createCode = () =>
  Array.from({ length: signsInCode }, () => crockford[randomInt(crockford.length)]).join('')

/** Creates ten codes and replaces all others; the database stores keyed hashes. @returns the codes, which are shown once */
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

/** Consumes a recovery code. @param code as parsed by the contract: ten characters @returns whether it was valid */
export function redeemRecoveryCode(
  { tx, services: { encryptor, now } }: Call<'tx' | 'services'>,
  accountId: string,
  code: string,
): Promise<boolean> {
  return updateRecoveryCodeUsed(tx, accountId, encryptor.digest(code, contextOf(accountId)), now())
}
