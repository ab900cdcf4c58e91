import { Skeleton } from '@mantine/core'
import { limits, type ManagedUser } from '@pontic/contract'
import { useRead, useWrite } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { showNotice } from '../ui/notices.ts'
import type { ManageDialogProps } from './use-actions.tsx'

type Props = ManageDialogProps<ManagedUser, 'ban' | 'delete' | 'resetTwoFactor'>

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
  const write = useWrite(callOf[question] as 'manage.banUser')
  const { id, name } = subject
  const confirm = async () => {
    const isDone = await write.send({ params: { id } })
    onClose()
    if (isDone) showNotice({ level: 'info', text: t('done', { name }) })
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { name })}
      confirm={t('confirm')}
      isDangerous={question === 'ban'}
      isBusy={write.isBusy}
      onConfirm={() => void confirm()}
    >
      <p>{t('text', { name })}</p>
    </ConfirmDialog>
  )
}

function Delete({ subject, isOpen, onClose }: Props & { subject: ManagedUser }) {
  const t = useTexts('manage.user.deleting')
  const { id, name } = subject
  const weight = useRead('manage.weighUser', { params: { id } }, { isFresh: true })
  const write = useWrite('manage.deleteUser')
  const restore = useWrite('manage.restoreUser')
  const isLast = weight.data?.isLastAdministrator ?? false
  const confirm = async () => {
    if (isLast) return onClose()
    const isDone = await write.send({ params: { id } })
    onClose()
    if (!isDone) return
    const undo = { label: t('undo'), onSelect: () => void restore.send({ params: { id } }) }
    showNotice({ level: 'info', text: t('done', { name }), action: undo })
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { name })}
      confirm={t(isLast ? 'understood' : 'confirm')}
      isDangerous={!isLast}
      isBusy={write.isBusy || (weight.data === undefined && weight.failure === undefined)}
      onConfirm={() => void confirm()}
    >
      {weight.data === undefined && !weight.failure && <Skeleton height={96} />}
      {weight.failure && <p role="alert">{weight.failure.message}</p>}
      {weight.data && isLast && <p>{t('last', { name, organization: weight.data.organizationName })}</p>}
      {weight.data && !isLast && (
        <>
          <p>{t('text', { name, days: limits.closedAccountDays })}</p>
          <ul className="manage-weight">
            <li>{t('sessions', { count: weight.data.sessions })}</li>
            <li>{t('templates', { count: weight.data.templates })}</li>
            <li>{t('cases')}</li>
          </ul>
        </>
      )}
    </ConfirmDialog>
  )
}
