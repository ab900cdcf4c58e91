import type { ManagedOrganization } from '@pontic/contract'
import { limits, type OrganizationWeight } from '@pontic/contract'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { AskDialog } from '../../ui/Dialog.tsx'
import type { DialogProps } from '../../ui/use-dialogs.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import css from './Manage.module.css'

/** An organization as the dialogs know it. */
export type Subject = Pick<ManagedOrganization, 'id' | 'name' | 'state' | 'businessType' | 'restorableUntil'>

type Props = DialogProps<Subject, 'ban' | 'delete'>

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
  const manage = useTexts('manage')
  const { id, name } = subject
  return (
    <AskDialog
      isOpen={isOpen}
      onClose={onClose}
      title={manage('user.ban.title', { name })}
      confirm={t('confirm')}
      isDangerous
      call="manage.banOrganization"
      input={{ params: { id } }}
      done={manage('user.ban.done', { name })}
    >
      <p>{t('text')}</p>
    </AskDialog>
  )
}

function Delete({ subject, isOpen, onClose }: Props & { subject: Subject }) {
  const t = useTexts('manage.organization.deleting')
  return (
    <DeleteDialog
      isOpen={isOpen}
      onClose={onClose}
      kind="organization"
      id={subject.id}
      values={{ name: subject.name }}
      refusal={({ openOrders }) => openOrders > 0 && <p>{t('open', { count: openOrders })}</p>}
    >
      {(known) => <Weight weight={known} />}
    </DeleteDialog>
  )
}

function Weight({ weight }: { weight: OrganizationWeight }) {
  const t = useTexts('manage.organization.deleting')
  const { size } = useFormats()
  const { users, ownOrders, partners, sharedOrders } = weight
  return (
    <>
      <p>{t('text', { days: limits.deletedOrganizationDays })}</p>
      <ul className={css.manageWeight}>
        {users > 0 && <li>{t('users', { count: users })}</li>}
        {ownOrders > 0 && <li>{t('ownOrders', { count: ownOrders, size: size(weight.ownFilesBytes) })}</li>}
        {partners > 0 && <li>{t('partners', { count: partners })}</li>}
        {sharedOrders > 0 && <li>{t('sharedOrders', { count: sharedOrders })}</li>}
      </ul>
    </>
  )
}
