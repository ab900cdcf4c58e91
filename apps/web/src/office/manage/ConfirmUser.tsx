import { limits, type ManagedUser } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { AskDialog } from '../../ui/Dialog.tsx'
import { SetPasswordDialog } from '../../ui/SetPasswordDialog.tsx'
import type { DialogProps } from '../../ui/use-dialogs.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import css from './Manage.module.css'

type Props = DialogProps<ManagedUser, 'ban' | 'delete' | 'resetTwoFactor'>

/** Asks before a user is banned, deleted or loses his second factors, and says what follows. */
export function ConfirmUser(props: Props) {
  const { subject, action } = props
  if (!subject) return null
  if (action === 'delete') return <Delete {...props} subject={subject} />
  return <Ask {...props} subject={subject} question={action} />
}

const callOf = { ban: 'manage.banUser', resetTwoFactor: 'manage.resetUserTwoFactor' } as const

function Ask(props: Props & { subject: ManagedUser; question: keyof typeof callOf }) {
  const { subject, question, isOpen, onClose } = props
  const t = useTexts(`manage.user.${question}`)
  const texts = useTexts()
  const { id, name } = subject
  return (
    <AskDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { name })}
      confirm={question === 'ban' ? texts('manage.do.ban') : texts('common.do.resetTwoFactor')}
      isDangerous={question === 'ban'}
      call={callOf[question]}
      input={{ params: { id } }}
      done={t('done', { name })}
    >
      <p>{t('text', { name })}</p>
    </AskDialog>
  )
}

function Delete({ subject, isOpen, onClose }: Props & { subject: ManagedUser }) {
  const t = useTexts('manage.user.deleting')
  const { name } = subject
  return (
    <DeleteDialog
      isOpen={isOpen}
      onClose={onClose}
      kind="user"
      id={subject.id}
      values={{ name }}
      refusal={({ isLastAdministrator, organizationName }) =>
        isLastAdministrator && <p>{t('last', { name, organization: organizationName })}</p>
      }
    >
      {({ sessions, templates }) => (
        <>
          <p>{t('text', { name, days: limits.closedAccountDays })}</p>
          <ul className={css.manageWeight}>
            {sessions > 0 && <li>{t('sessions', { count: sessions })}</li>}
            {templates > 0 && <li>{t('templates', { count: templates })}</li>}
            <li>{t('cases')}</li>
          </ul>
        </>
      )}
    </DeleteDialog>
  )
}

/** Sets a password for a user. */
export const SetUserPassword = (props: DialogProps<ManagedUser, 'password'>) => (
  <SetPasswordDialog {...props} call="manage.updateUser" />
)
