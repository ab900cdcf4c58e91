import type { ManagedUser } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { ConfirmCallDialog } from '../../ui/Dialog.tsx'
import { SetPasswordDialog } from '../../ui/SetPasswordDialog.tsx'
import type { DialogProps } from '../../ui/use-dialogs.tsx'
import type { Subject } from './managed-organization.ts'

/** Asks for confirmation before an organization is banned. */
export function BanOrganization({ subject, ...frame }: DialogProps<Subject, 'ban'>) {
  const t = useTexts('manage')
  if (!subject) return null
  const { id, name } = subject
  return (
    <ConfirmCallDialog
      {...frame}
      title={t('user.ban.title', { name })}
      confirm={t('organization.banning.confirm')}
      isDangerous
      call="manage.banOrganization"
      input={{ params: { id } }}
      done={t('user.ban.done', { name })}
    >
      <p>{t('organization.banning.text')}</p>
    </ConfirmCallDialog>
  )
}

const callOf = { ban: 'manage.banUser', resetTwoFactor: 'manage.resetUserTwoFactor' } as const

/** Asks for confirmation before a user is banned or their second factors are removed. */
export function ConfirmUser({ subject, action, ...frame }: DialogProps<ManagedUser, keyof typeof callOf>) {
  const t = useTexts(`manage.user.${action}`)
  const texts = useTexts()
  if (!subject) return null
  const { id, name } = subject
  return (
    <ConfirmCallDialog
      {...frame}
      title={t('title', { name })}
      confirm={action === 'ban' ? texts('manage.do.ban') : texts('common.do.resetTwoFactor')}
      isDangerous={action === 'ban'}
      call={callOf[action]}
      input={{ params: { id } }}
      done={t('done', { name })}
    >
      <p>{t('text', { name })}</p>
    </ConfirmCallDialog>
  )
}

/** Dialog that sets the password of a user. */
export const SetUserPassword = (props: DialogProps<ManagedUser, 'password'>) => (
  <SetPasswordDialog {...props} call="manage.updateUser" />
)
