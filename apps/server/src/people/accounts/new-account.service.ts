import type { Language } from '@pontic/contract'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Services } from '../../platform/services.ts'
import { createAccountRow } from './accounts.queries.ts'
import { mailNewCode } from './accounts.service.ts'

/** An account that is made, with what its first mail says. */
export type NewAccount = {
  email: string
  name: string
  /** `noPasswordHash` for one whose owner has none yet. */
  passwordHash: string
  organizationId: string
  organizationName: string
  isOrganizationAdministrator: boolean
  language: Language
  /** `waiting` until an administrator approves; active unless told. */
  membership?: 'active' | 'waiting'
  /** The address is proven already: no mail verifies it. */
  isVerified?: boolean
  /** The first mail leads to a password of one's own instead of the verification alone. */
  isMadeByAdministrator?: boolean
  /** The password was set by somebody else: the first sign-in asks for one of one's own. */
  mustChangePassword?: boolean
}

/** What stands for the hash of an account without a password: no digest fits it. */
export const noPasswordHash = '!'

/**
 * Adds an account and mails it the link that verifies its address, or the one that leads to a password.
 * @throws account.email_taken at the field `email`
 */
export async function createAccount(tx: Tx, services: Services, account: NewAccount): Promise<string> {
  const { membership = 'active', isVerified = false, isMadeByAdministrator = false } = account
  const { mustChangePassword = false } = account
  const id = newId()
  const now = services.now()
  const isNew = await createAccountRow(tx, {
    ...account,
    membership,
    isVerified,
    mustChangePassword,
    id,
    now,
  })
  if (!isNew) fail('account.email_taken', {}, { email: 'email_taken' })
  const owner = {
    id,
    name: account.name,
    email: account.email,
    language: account.language,
    email_verified_at: null,
    membership,
    organization_id: account.organizationId,
    organization_name: account.organizationName,
  }
  if (isMadeByAdministrator) await mailNewCode(tx, services, owner, 'reset_password', 'member_created')
  else if (!isVerified) await mailNewCode(tx, services, owner, 'verify_email')
  return id
}
