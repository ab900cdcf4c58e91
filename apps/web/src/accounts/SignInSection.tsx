import type { Account } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { useWrite } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { DateText } from '../ui/formats.tsx'
import { Setting, SettingButton, Settings } from './SettingRow.tsx'
import type { AskAccount } from './use-account-dialogs.tsx'

/** What one signs in with: address, password, mobile number, and the way to the second step. */
export function SignInSection({ account, ask }: { account: Account; ask: AskAccount }) {
  const t = useTexts('accounts')
  return (
    <Settings>
      <Setting
        name={t('email')}
        action={<SettingButton label={t('change')} of={t('email')} onPress={() => ask('email')} />}
      >
        {account.email}
      </Setting>
      <Setting
        name={t('password')}
        action={<SettingButton label={t('change')} of={t('password')} onPress={() => ask('password')} />}
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
        name={t('twoFactor')}
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

function MobileSetting({ telephone, ask }: { telephone: string | null; ask: AskAccount }) {
  const t = useTexts('accounts')
  const { send, isBusy } = useWrite('accounts.removeMobile')
  const remove = (
    <SettingButton label={t('remove')} of={t('phone')} isBusy={isBusy} onPress={() => void send({})} />
  )
  return (
    <Setting
      name={t('phone')}
      action={
        <>
          {telephone && remove}
          <SettingButton
            label={t(telephone ? 'change' : 'add')}
            of={t('phone')}
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
