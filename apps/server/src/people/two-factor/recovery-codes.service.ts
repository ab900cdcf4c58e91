import { randomInt } from 'node:crypto'
import { limits } from '@pontic/contract'
import type { Tx } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { replaceRecoveryCodes, updateRecoveryCodeUsed } from './two-factor.queries.ts'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const signsInCode = 10
const half = signsInCode / 2

const contextOf = (accountId: string) => `recovery ${accountId}`

const makeCode = () =>
  Array.from({ length: signsInCode }, () => crockford[randomInt(crockford.length)]).join('')

/** Makes ten codes in place of all others; the database keeps keyed hashes. @returns them as they are shown, once */
export async function makeRecoveryCodes(tx: Tx, { sealer }: Services, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: limits.recoveryCodes }, makeCode)
  await replaceRecoveryCodes(
    tx,
    accountId,
    codes.map((code) => sealer.digest(code, contextOf(accountId))),
  )
  return codes.map((code) => `${code.slice(0, half)}-${code.slice(half)}`)
}

/** Uses a recovery code up. @param code as the contract has read it: ten signs @returns whether it was good */
export function useRecoveryCode(
  tx: Tx,
  { sealer, now }: Services,
  accountId: string,
  code: string,
): Promise<boolean> {
  return updateRecoveryCodeUsed(tx, accountId, sealer.digest(code, contextOf(accountId)), now())
}
