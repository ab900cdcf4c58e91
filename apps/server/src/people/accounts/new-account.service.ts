import type { Language } from '@pontic/contract'
import { newId } from '../../platform/db/ids.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { createAccountRow } from './accounts.queries.ts'
import { mailNewCode } from './accounts.service.ts'

/** A new account, with options of its first mail. */
export type NewAccount = {
  email: string
  name: string
  /** `noPasswordHash` if no password is set yet. */
  passwordHash: string
  organizationId: string
  organizationName: string
  isOrganizationAdministrator: boolean
  language: Language
  /** `waiting` until an administrator approves; `active` by default. */
  membership?: 'active' | 'waiting'
  /** Whether the address is already verified, so that no mail is needed. */
  isVerified?: boolean
  /** Whether the first mail contains a link to set a password instead of one that verifies the email address. */
  isCreatedByAdministrator?: boolean
  /** Whether the user must change the password at the first sign-in, because somebody else set it. */
  mustChangePassword?: boolean
}

/**
 * Creates an account and mails a link that verifies its email address or sets a password.
 * @returns the id of the account
 * @throws account.email_taken at the field `email`
 */
export async function createAccount(call: Call<'tx' | 'services'>, account: NewAccount): Promise<string> {
  const { tx, services } = call
  const { membership = 'active', isVerified = false, isCreatedByAdministrator = false } = account
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
  if (isCreatedByAdministrator) await mailNewCode(call, owner, 'reset_password', 'member_created')
  else if (!isVerified) await mailNewCode(call, owner, 'verify_email')
  return id
}
