import { Skeleton } from '@mantine/core'
import type { OrderWeight, OrganizationWeight, UserWeight } from '@pontic/contract'
import type { ReactNode } from 'react'
import { useRead, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { AskDialog, ConfirmDialog } from '../../ui/Dialog.tsx'

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

/** Asks before something is deleted, says first what goes along, or why it can't be, and offers to undo it. */
export function DeleteDialog<Kind extends keyof Weights>(props: {
  isOpen: boolean
  onClose: () => void
  kind: Kind
  id: string
  /** What its texts call it by. */
  values: { name: string } | { number: string }
  /** Why it can't be deleted now; nothing where it can. */
  refusal?: (weight: Weights[Kind]) => ReactNode
  children: (weight: Weights[Kind]) => ReactNode
}) {
  const { isOpen, onClose, kind, values } = props
  // All have a text to confirm; the others of these are those of a case.
  const t = useTexts(`manage.${kind as 'case'}.deleting`)
  const ui = useTexts('ui')
  const common = useTexts('common')
  const { data, failure, weighAgain, restore } = useDeletion(kind, props.id)
  const refusal = data && props.refusal?.(data)
  const frame = {
    isOpen,
    onClose,
    title: 'number' in values ? t('title', values) : common('deleteName', values),
  }
  if (refusal)
    return (
      <ConfirmDialog {...frame} confirm={ui('close')} isAnswer={false} onConfirm={onClose}>
        {refusal}
      </ConfirmDialog>
    )
  // Nobody deletes what he could not be told the weight of.
  if (failure)
    return (
      <ConfirmDialog {...frame} confirm={common('do.retry')} onConfirm={weighAgain}>
        <p role="alert">{failure.message}</p>
      </ConfirmDialog>
    )
  return (
    <AskDialog
      {...frame}
      confirm={t('confirm')}
      isDangerous
      isBusy={data === undefined}
      call={calls[kind].delete}
      input={{ params: { id: props.id } }}
      done={'number' in values ? t('done', values) : common('deletedName', values)}
      undo={{ label: common('do.undo'), onSelect: restore }}
    >
      {data === undefined ? <Skeleton height={96} /> : props.children(data)}
    </AskDialog>
  )
}

/** What goes along, and the call that brings back. */
function useDeletion<Kind extends keyof Weights>(kind: Kind, id: string) {
  const input = { params: { id } }
  // What was weighed the last time may be no longer true, and its answer another one.
  const anew = { isFresh: true, isNewOnly: true }
  const weight = useRead(calls[kind].weigh, input, anew)
  const restore = useWrite(calls[kind].restore)
  return {
    data: weight.data as Weights[Kind] | undefined,
    failure: weight.failure,
    weighAgain: weight.refetch,
    restore: () => void restore.send(input),
  }
}
