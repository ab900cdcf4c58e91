import { type AuditAction, limits } from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { sendSms } from '../../platform/sms/send-sms.ts'
import { updateTelephone } from './account-settings.queries.ts'
import { createTypedCode, redeemTypedCode } from './typed-codes.service.ts'

/**
 * Sends a code of six digits to a mobile number (rules §3: valid for ten minutes and five tries, one code a minute).
 * @throws account.sms_not_set, request.too_many with Retry-After
 */
export async function sendMobileCode(call: Call<'tx' | 'scope' | 'services'>, mobile: string): Promise<void> {
  const { tx, scope, services } = call
  if (!services.smsSender) fail('account.sms_not_set')
  const code = await createTypedCode(call, scope.account.id, 'mobile', mobile)
  const { language } = scope.account
  await sendSms(tx, {
    to: mobile,
    language,
    template: 'mobile_code',
    params: { code, minutes: limits.typedCodeMinutes },
  })
}

/** Sets the caller's mobile number with the code sent to that number. @throws account.typed_code_wrong at `code` */
export async function setMobile(
  { inOwnTransaction, services, scope }: Call<'inOwnTransaction' | 'scope' | 'services' | 'request'>,
  { mobile, code }: { mobile: string; code: string },
): Promise<void> {
  const isSet = await inOwnTransaction(async (tx) => {
    const isRight = await redeemTypedCode({ tx, services }, scope.account.id, 'mobile', code, mobile)
    if (isRight) await writeTelephone({ tx, scope, services }, mobile, 'accounts.setMobile')
    return isRight
  })
  if (!isSet) fail('account.typed_code_wrong', {}, { code: 'code_wrong' })
}

/** Removes the caller's mobile number. */
export function removeMobile(call: Call<'tx' | 'scope' | 'services'>): Promise<void> {
  return writeTelephone(call, null, 'accounts.removeMobile')
}

async function writeTelephone(
  { tx, scope, services }: Call<'tx' | 'scope' | 'services'>,
  telephone: string | null,
  action: AuditAction,
): Promise<void> {
  await updateTelephone(tx, scope, telephone, services.now())
  const { id } = scope.account
  await recordAudit(tx, scope, { action, objectType: 'account', objectId: id, withheld: ['telephone'] })
}
