import { Skeleton } from '@mantine/core'
import {
  limits,
  type ManagedUser,
  type Order,
  type OrderWeight,
  type OrganizationWeight,
  type UserWeight,
} from '@pontic/contract'
import type { ReactNode } from 'react'
import { useRead, useWrite } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { ConfirmCallDialog, ConfirmDialog } from '../../ui/Dialog.tsx'
import type { DialogProps } from '../../ui/use-dialogs.tsx'
import css from './Manage.module.css'
import type { Subject } from './managed-organization.ts'

type Weights = { case: OrderWeight; organization: OrganizationWeight; user: UserWeight }

const calls = {
  case: { weigh: 'manage.weighOrder', delete: 'manage.deleteOrder', restore: 'manage.restoreOrder' },
  organization: {
    weigh: 'manage.weighOrganization',
    delete: 'manage.deleteOrganization',
    restore: 'manage.restoreOrganization',
  },
  user: { weigh: 'manage.weighUser', delete: 'manage.deleteUser', restore: 'manage.restoreUser' },
} as const

/** Asks for confirmation before a case is deleted. */
export function DeleteCase({ subject, ...frame }: DialogProps<Order, 'delete'>) {
  const t = useTexts('manage.case.deleting')
  const { size } = useFormats()
  if (!subject) return null
  return (
    <DeleteDialog
      {...frame}
      kind="case"
      id={subject.id}
      values={{ number: subject.number }}
      text={t('text', { days: limits.orderDiscardDays })}
      list={({ files, filesBytes, messages, shares, clinicName, labName }) => [
        t('files', { count: files, size: size(filesBytes) }),
        messages > 0 && t('messages', { count: messages }),
        shares > 0 && t('shares', { count: shares }),
        labName === null
          ? t('alone', { clinic: clinicName })
          : t('both', { clinic: clinicName, lab: labName }),
      ]}
    />
  )
}

/** Asks for confirmation before an organization is deleted. Open cases prevent the deletion. */
export function DeleteOrganization({ subject, ...frame }: DialogProps<Subject, 'delete'>) {
  const t = useTexts('manage.organization.deleting')
  const { size } = useFormats()
  if (!subject) return null
  return (
    <DeleteDialog
      {...frame}
      kind="organization"
      id={subject.id}
      values={{ name: subject.name }}
      refusal={({ openOrders }) => openOrders > 0 && t('open', { count: openOrders })}
      text={t('text', { days: limits.deletedOrganizationDays })}
      list={({ users, ownOrders, ownFilesBytes, partners, sharedOrders }) => [
        users > 0 && t('users', { count: users }),
        ownOrders > 0 && t('ownOrders', { count: ownOrders, size: size(ownFilesBytes) }),
        partners > 0 && t('partners', { count: partners }),
        sharedOrders > 0 && t('sharedOrders', { count: sharedOrders }),
      ]}
    />
  )
}

/** Asks for confirmation before a user is deleted. The last administrator of an organization cannot be deleted. */
export function DeleteUser({ subject, ...frame }: DialogProps<ManagedUser, 'delete'>) {
  const t = useTexts('manage.user.deleting')
  if (!subject) return null
  const { id, name } = subject
  return (
    <DeleteDialog
      {...frame}
      kind="user"
      id={id}
      values={{ name }}
      refusal={({ isLastAdministrator, organizationName }) =>
        isLastAdministrator && t('last', { name, organization: organizationName })
      }
      text={t('text', { name, days: limits.closedAccountDays })}
      list={({ sessions, templates }) => [
        sessions > 0 && t('sessions', { count: sessions }),
        templates > 0 && t('templates', { count: templates }),
        t('cases'),
      ]}
    />
  )
}

/**
 * Shows the consequences of a deletion and asks for confirmation. After the deletion a notice offers to undo it. If the
 * deletion is not allowed, the dialog shows the reason.
 */
function DeleteDialog<Kind extends keyof Weights>(props: {
  isOpen: boolean
  onClose: () => void
  kind: Kind
  id: string
  /** Values of the title's placeholders. */
  values: { name: string } | { number: string }
  refusal?: (weight: Weights[Kind]) => ReactNode
  text: string
  list: (weight: Weights[Kind]) => readonly (string | false)[]
}) {
  const { isOpen, onClose, kind, values, list } = props
  // TypeScript can't type a translator for several groups. Every group has the keys that are used below.
  const t = useTexts(`manage.${kind as 'case'}.deleting`)
  const texts = useTexts()
  const { data, failure, refetch, restore } = useDeletion(kind, props.id)
  const refusal = data && props.refusal?.(data)
  const frame = {
    isOpen,
    onClose,
    title: 'number' in values ? t('title', values) : texts('common.deleteName', values),
  }
  if (refusal)
    return (
      <ConfirmDialog {...frame} confirm={texts('ui.close')} hasCancel={false} onConfirm={onClose}>
        <p>{refusal}</p>
      </ConfirmDialog>
    )
  // While the consequences can't be loaded, the user can only retry.
  if (failure)
    return (
      <ConfirmDialog {...frame} confirm={texts('common.do.retry')} onConfirm={refetch}>
        <p role="alert">{failure.message}</p>
      </ConfirmDialog>
    )
  return (
    <ConfirmCallDialog
      {...frame}
      confirm={t('confirm')}
      isDangerous
      isBusy={data === undefined}
      call={calls[kind].delete}
      input={{ params: { id: props.id } }}
      done={'number' in values ? t('done', values) : texts('common.deletedName', values)}
      undo={{ label: texts('common.do.undo'), onSelect: restore }}
    >
      {data === undefined && <Skeleton height={96} />}
      {data && <p>{props.text}</p>}
      {data && <ul className={css.weight}>{list(data).map((text) => text && <li key={text}>{text}</li>)}</ul>}
    </ConfirmCallDialog>
  )
}

/** Loads the consequences of a deletion. It ignores cached replies, which may be out of date. */
function useDeletion<Kind extends keyof Weights>(kind: Kind, id: string) {
  const input = { params: { id } }
  const { data, ...weight } = useRead(calls[kind].weigh, input, { isFresh: true, isNewOnly: true })
  const { send } = useWrite(calls[kind].restore)
  return { ...weight, data: data as Weights[Kind] | undefined, restore: () => void send(input) }
}
