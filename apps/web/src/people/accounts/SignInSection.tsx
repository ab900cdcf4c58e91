import type { Account } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { DateText } from '../../ui/formats.tsx'
import { Setting, SettingButton, Settings } from './SettingRow.tsx'
import type { OpenAccountDialog } from './use-account-dialogs.tsx'

/** Settings of email address, password and mobile number, and a link to two-factor sign-in. */
export function SignInSection({ account, ask }: { account: Account; ask: OpenAccountDialog }) {
  const t = useTexts('accounts')
  const screens = useTexts('screens')
  const common = useTexts('common')
  return (
    <Settings>
      <Setting
        name={common('label.email')}
        action={<SettingButton label={t('change')} of={common('label.email')} onPress={() => ask('email')} />}
      >
        {account.email}
      </Setting>
      <Setting
        name={common('label.password')}
        action={
          <SettingButton label={t('change')} of={common('label.password')} onPress={() => ask('password')} />
        }
      >
        {account.passwordChangedAt ? (
          <>
            {t('passwordChanged')} <DateText moment={account.passwordChangedAt} />
          </>
        ) : (
          t('passwordSet')
        )}
      </Setting>
      <MobileSetting telephone={account.telephone} ask={ask} />
      <Setting
        name={screens('security')}
        action={
          <Link to="/myinfo/security" className="text-link">
            {t('twoFactorOpen')}
          </Link>
        }
      >
        <span className="quiet">{t('twoFactorText')}</span>
      </Setting>
    </Settings>
  )
}

function MobileSetting({ telephone, ask }: { telephone: string | null; ask: OpenAccountDialog }) {
  const t = useTexts('accounts')
  const common = useTexts('common')
  const { send, isBusy } = useWrite('accounts.removeMobile')
  const remove = (
    <SettingButton
      label={common('do.remove')}
      of={common('label.mobilePhone')}
      isBusy={isBusy}
      onPress={() => void send({})}
    />
  )
  return (
    <Setting
      name={common('label.mobilePhone')}
      action={
        <>
          {telephone && remove}
          <SettingButton
            label={t(telephone ? 'change' : 'add')}
            of={common('label.mobilePhone')}
            onPress={() => ask('mobile')}
          />
        </>
      }
    >
      {telephone ? (
        <span className="figures">{telephone}</span>
      ) : (
        <span className="quiet">{t('nothing')}</span>
      )}
    </Setting>
  )
}
