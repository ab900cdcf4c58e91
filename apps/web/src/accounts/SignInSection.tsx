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
  const { send, isBusy } = useWrite('accounts.removeMobile')
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
      <Setting
        name={t('phone')}
        action={
          <>
            {account.telephone && (
              <SettingButton
                label={t('remove')}
                of={t('phone')}
                isBusy={isBusy}
                onPress={() => void send({})}
              />
            )}
            <SettingButton
              label={t(account.telephone ? 'change' : 'add')}
              of={t('phone')}
              onPress={() => ask('mobile')}
            />
          </>
        }
      >
        {account.telephone ? (
          <span className="figures">{account.telephone}</span>
        ) : (
          <span className="quiet">{t('nothing')}</span>
        )}
      </Setting>
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
