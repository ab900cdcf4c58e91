import { limits, toLanguage } from '@pontic/contract'
import type { Call } from '../../platform/http/handlers.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'

/** Returns the highest warning threshold, in percent, that the added bytes cross; undefined if they cross none. */
export function findCrossedThreshold(storage: {
  usedBytes: number
  quotaBytes: number
  addedBytes: number
}): number | undefined {
  const { usedBytes, quotaBytes, addedBytes } = storage
  return limits.storageWarningPercents.findLast((percent) => {
    const markBytes = (quotaBytes * percent) / 100
    return usedBytes >= markBytes && usedBytes - addedBytes < markBytes
  })
}

/** Mails an organization's administrators if the added bytes cross 80 or 95 % of its quota (rules §7). */
export async function warnOfStorage(
  { tx, services }: Call<'tx' | 'services'>,
  organizationId: string,
  storage: { usedBytes: number; quotaBytes: number; addedBytes: number },
): Promise<void> {
  const percent = findCrossedThreshold(storage)
  if (percent === undefined) return
  const readers = await tx
    .selectFrom('account')
    .innerJoin('organization', 'organization.id', 'account.organization_id')
    .select(['account.email', 'account.name', 'account.language', 'organization.name as organization'])
    .where('account.organization_id', '=', organizationId)
    .where('is_organization_administrator', '=', true)
    .where('account.disabled_at', 'is', null)
    .where('account.deleted_at', 'is', null)
    .where('account.email_verified_at', 'is not', null)
    .execute()
  for (const { email, name, language, organization } of readers) {
    await sendMail(tx, services, {
      to: email,
      name,
      language: toLanguage(language),
      template: 'storage_warning',
      params: { organization, percent },
      link: '/myinfo/organization',
    })
  }
}
