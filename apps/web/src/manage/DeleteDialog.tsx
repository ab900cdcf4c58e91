import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CallFailure } from '../api.ts'
import { AskDialog, ConfirmDialog } from '../ui/Dialog.tsx'

type Words = { title: string; confirm: string; understood?: string; done: string; undo: string }

/** Asks before something is deleted, and says first what goes along, or why it can't be. */
export function DeleteDialog<Weight>(props: {
  isOpen: boolean
  onClose: () => void
  words: Words
  weight: { data: Weight | undefined; failure: CallFailure | undefined }
  /** Why it can't be deleted now; nothing where it can. */
  refusal?: (weight: Weight) => ReactNode
  send: () => Promise<unknown>
  isBusy: boolean
  onUndo: () => void
  children: (weight: Weight) => ReactNode
}) {
  const { isOpen, onClose, words, send, onUndo } = props
  const { data, failure } = props.weight
  const refusal = data && props.refusal?.(data)
  const frame = { isOpen, onClose, title: words.title }
  if (refusal)
    return (
      <ConfirmDialog {...frame} confirm={words.understood} isAnswer={false} onConfirm={onClose}>
        {refusal}
      </ConfirmDialog>
    )
  return (
    <AskDialog
      {...frame}
      confirm={words.confirm}
      isDangerous
      isBusy={props.isBusy || (data === undefined && failure === undefined)}
      send={send}
      done={words.done}
      undo={{ label: words.undo, onSelect: onUndo }}
    >
      {data === undefined && !failure && <Skeleton height={96} />}
      {failure && <p role="alert">{failure.message}</p>}
      {data && props.children(data)}
    </AskDialog>
  )
}
