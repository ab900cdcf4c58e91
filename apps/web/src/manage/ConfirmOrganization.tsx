import { Skeleton } from '@mantine/core'
import type { OrganizationWeight } from '@pontic/contract'
import { limits } from '@pontic/contract'
import { useRead, useWrite } from '../api.ts'
import { useFormats, useTexts } from '../i18n.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { showNotice } from '../ui/notices.ts'
import type { Subject } from './organization-actions.tsx'
import type { ManageDialogProps } from './use-actions.tsx'

type Props = ManageDialogProps<Subject, 'ban' | 'delete'>

/** Asks before an organization is banned or deleted, and says what follows. */
export function ConfirmOrganization(props: Props) {
  if (!props.subject) return null
  return props.action === 'ban' ? (
    <Ban {...props} subject={props.subject} />
  ) : (
    <Delete {...props} subject={props.subject} />
  )
}

function Ban({ subject, isOpen, onClose }: Props & { subject: Subject }) {
  const t = useTexts('manage.organization.banning')
  const write = useWrite('manage.banOrganization')
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
      isDangerous
      isBusy={write.isBusy}
      onConfirm={() => void confirm()}
    >
      <p>{t('text')}</p>
    </ConfirmDialog>
  )
}

function Delete({ subject, isOpen, onClose }: Props & { subject: Subject }) {
  const t = useTexts('manage.organization.deleting')
  const { id, name } = subject
  const weight = useRead('manage.weighOrganization', { params: { id } }, { isFresh: true })
  const write = useWrite('manage.deleteOrganization')
  const restore = useWrite('manage.restoreOrganization')
  const isOpenStill = (weight.data?.openOrders ?? 0) > 0
  const confirm = async () => {
    if (isOpenStill) return onClose()
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
      confirm={t(isOpenStill ? 'understood' : 'confirm')}
      isDangerous={!isOpenStill}
      isBusy={write.isBusy || (weight.data === undefined && weight.failure === undefined)}
      onConfirm={() => void confirm()}
    >
      {weight.data === undefined && !weight.failure && <Skeleton height={96} />}
      {weight.failure && <p role="alert">{weight.failure.message}</p>}
      {weight.data && (isOpenStill ? <StillOpen weight={weight.data} /> : <Weight weight={weight.data} />)}
    </ConfirmDialog>
  )
}

function StillOpen({ weight }: { weight: OrganizationWeight }) {
  const t = useTexts('manage.organization.deleting')
  return <p>{t('open', { count: weight.openOrders })}</p>
}

function Weight({ weight }: { weight: OrganizationWeight }) {
  const t = useTexts('manage.organization.deleting')
  const { size } = useFormats()
  return (
    <>
      <p>{t('text', { days: limits.deletedOrganizationDays })}</p>
      <ul className="manage-weight">
        <li>{t('users', { count: weight.users })}</li>
        <li>{t('ownOrders', { count: weight.ownOrders, size: size(weight.ownFilesBytes) })}</li>
        <li>{t('partners', { count: weight.partners })}</li>
        <li>{t('sharedOrders', { count: weight.sharedOrders })}</li>
      </ul>
    </>
  )
}
