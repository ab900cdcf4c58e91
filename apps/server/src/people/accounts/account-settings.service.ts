import type { Account, AccountSettings } from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { changesOf } from '../../platform/audit/changes.shared.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { attachImages } from '../images/images.service.ts'
import { rescheduleDigest } from '../notifications/mail-digests.service.ts'
import { lockSettings, updateSettings } from './account-settings.queries.ts'
import { getAccount } from './accounts.service.ts'

/**
 * Updates the caller's own account and notifies the caller's open pages. A new name also notifies the pages of the
 * organization. Mails that wait for a digest follow a new frequency.
 * @param zone IANA name of the device's time zone
 * @throws image.not_found
 */
export async function updateAccount(
  call: Call<'tx' | 'scope' | 'services'>,
  settings: AccountSettings,
  zone: string,
): Promise<Account> {
  const { tx, scope, services } = call
  const { mailZone, ...before } = await lockSettings(tx, scope)
  if (settings.avatar !== undefined) {
    const { avatar: shown } = before
    const listed = (id: string | null) => (id === null ? [] : [id])
    await attachImages(call, 'avatar', listed(settings.avatar), listed(shown))
  }
  await updateSettings(tx, scope, settings, { now: services.now(), zone })
  await recordAudit(tx, scope, {
    objectType: 'account',
    objectId: scope.account.id,
    ...changesOf(before, settings, ['name', 'location', 'licenseNumber']),
  })
  await notifyChange(tx, {
    feature: 'accounts',
    id: scope.account.id,
    organizationIds: settings.name === undefined ? [] : [scope.organization.id],
    accountIds: [scope.account.id],
  })
  const account = await getAccount(call, 'me')
  const { mailFrequency, acceptsOrderEmail, timeZone } = settings
  if (mailFrequency !== undefined || acceptsOrderEmail !== undefined || timeZone !== undefined)
    await rescheduleDigest(call, scope.account.id, {
      acceptsMails: account.acceptsOrderEmail,
      frequency: account.mailFrequency,
      zone: account.timeZone ?? (mailFrequency === undefined ? (mailZone ?? 'UTC') : zone),
    })
  return account
}
