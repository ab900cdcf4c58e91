import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { SegmentedControl, Switch } from '@mantine/core'
import { type Account, mailFrequencies } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { canOpen, screenOf } from '../../frame/screens.ts'
import { useSession } from '../../frame/session.ts'
import { PushSetting } from './PushSetting.tsx'
import { Setting, Settings } from './SettingRow.tsx'
import { useAccountUpdate } from './use-account-update.ts'

/** Switches for notifications by mail, SMS (requirement 2.account.SMS-and-email-toggles) and this browser. */
export function NotificationSection({ account }: { account: Account }) {
  const t = useTexts('accounts')
  const { update, isBusy, preview } = useAccountUpdate()
  const session = useSession()
  // Browser notifications show what the bell shows, and waiting members have no bell.
  const hasBell = session !== undefined && canOpen(screenOf('/notifications'), session)
  const { acceptsOrderEmail, acceptsOrderSms, mailFrequency } = preview(account)
  return (
    <Settings>
      <Setting
        name={t('byEmail')}
        note={account.email}
        action={
          <Switch
            aria-label={t('byEmailLabel')}
            checked={acceptsOrderEmail}
            readOnly={isBusy}
            onChange={(event) => void update({ acceptsOrderEmail: event.currentTarget.checked })}
          />
        }
      >
        {acceptsOrderEmail ? (
          <>
            <SegmentedControl
              aria-label={t('mailFrequency')}
              value={mailFrequency}
              disabled={isBusy}
              onChange={(mailFrequency) => void update({ mailFrequency })}
              data={mailFrequencies.map((value) => ({ value, label: t(`mailFrequencies.${value}`) }))}
            />
            <div className="meta">{t('mailFrequencyText')}</div>
          </>
        ) : (
          t('byEmailText')
        )}
      </Setting>
      <Setting
        name={t('bySms')}
        note={account.telephone ?? t('bySmsNeedsNumber')}
        action={
          <Switch
            aria-label={t('bySmsLabel')}
            checked={acceptsOrderSms}
            readOnly={isBusy}
            disabled={account.telephone === null}
            onChange={(event) => void update({ acceptsOrderSms: event.currentTarget.checked })}
          />
        }
      >
        {t('bySmsText')}
      </Setting>
      {hasBell && <PushSetting />}
    </Settings>
  )
}
