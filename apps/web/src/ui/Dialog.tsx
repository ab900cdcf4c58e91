import { Button, Modal } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import type { RouteName } from '@pontic/contract'
import { clsx } from 'clsx'
import {
  type FormEventHandler,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useState,
  useSyncExternalStore,
} from 'react'
import { type Input, type Reply, useWrite, type WriteOptions } from '../frame/api.ts'
import { useTexts } from '../frame/i18n.tsx'
import { showNotice } from '../frame/notices.ts'
import css from './Dialog.module.css'
import { useSingleFlight } from './use-single-flight.ts'

type Shared = {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  children?: ReactNode
  /** Says what the button does: "Send to Northlight Lab". */
  confirm: ReactNode
  isDangerous?: boolean
  isBusy?: boolean | undefined
  /** False where there is nothing to call off: the one button closes it. */
  isAnswer?: boolean
  /** What the button beside the confirming one says and does instead of closing the dialog. */
  other?: { label: ReactNode; onSelect: () => void }
  /** True while another dialog lies on it: Escape is for that one. */
  isCovered?: boolean
  /** 420 px unless told; on a phone every dialog is a sheet at the lower edge. */
  widthPx?: number
}

/**
 * A question with one answer and a way back.
 * @param props.onConfirm runs on the filled button; while its promise is pending, further presses are ignored
 */
export function ConfirmDialog(props: Shared & { onConfirm: () => unknown }) {
  const confirm = useSingleFlight(() => (props.isOpen ? props.onConfirm() : undefined))
  return (
    <DialogFrame {...props}>
      <div className={css.dialogBody}>{props.children}</div>
      <DialogFoot {...props} button={{ type: 'button', onClick: () => void confirm() }} />
    </DialogFrame>
  )
}

/** A question that is answered by one call: it is sent, the dialog closes, and a notice tells what was done. */
export function AskDialog<N extends RouteName>({
  call,
  input,
  done,
  onDone,
  undo,
  staysOnFailure,
  showsRefusal,
  ...frame
}: Omit<Shared, 'isBusy'> &
  Omit<WriteOptions, 'form'> & {
    call: N
    input: Input<N>
    done?: string | ((reply: Reply<N>) => string)
    onDone?: (reply: Reply<N>) => unknown
    undo?: { label: string; onSelect: () => void }
    isBusy?: boolean
    /** True where a call that failed can be sent again from here. */
    staysOnFailure?: boolean
    /** True where a refusal is shown in the dialog, which stays open. */
    showsRefusal?: boolean
  }) {
  const refusal = useRefusal()
  const { send, isBusy } = useWrite(call, showsRefusal ? { ...frame, onFailure: refusal.show } : frame)
  const confirm = async () => {
    refusal.clear()
    const reply = await send(input)
    if (reply !== undefined || !(staysOnFailure || showsRefusal)) frame.onClose()
    if (reply === undefined) return
    const text = typeof done === 'function' ? done(reply) : done
    if (text !== undefined) showNotice({ level: 'info', text, ...(undo ? { action: undo } : {}) })
    await onDone?.(reply)
  }
  return (
    <ConfirmDialog {...frame} isBusy={isBusy || frame.isBusy} onConfirm={confirm}>
      {refusal.text}
      {frame.children}
    </ConfirmDialog>
  )
}

/** A refusal that is shown in a dialog. */
export function useRefusal() {
  const [message, setMessage] = useState<string>()
  return {
    show: (failure: { message: string }) => setMessage(failure.message),
    clear: () => setMessage(undefined),
    text: message !== undefined && (
      <p className={css.dialogRefusal} role="alert">
        {message}
      </p>
    ),
  }
}

/** A form in a dialog; Enter sends it. Give it `form.submit(...)` of `useContractForm`. */
export function FormDialog(
  props: Shared & {
    onSubmit: FormEventHandler<HTMLFormElement>
    isDisabled?: boolean | undefined
    footStart?: ReactNode
  },
) {
  const id = useId()
  const submit: FormEventHandler<HTMLFormElement> = (event) => {
    // It fades out: what it was filled in for has been done.
    if (props.isOpen) return props.onSubmit(event)
    event.preventDefault()
  }
  return (
    <DialogFrame {...props}>
      <form id={id} className={clsx(css.dialogBody, css.dialogFields)} onSubmit={submit} noValidate>
        {props.children}
      </form>
      <DialogFoot {...props} button={{ type: 'submit', form: id }} />
    </DialogFrame>
  )
}

/** A dialog with nothing to answer: something to read or to choose from, closed by its cross. */
export function InfoDialog(props: Pick<Shared, 'isOpen' | 'onClose' | 'title' | 'children' | 'widthPx'>) {
  return (
    <DialogFrame {...props}>
      <div className={css.dialogBody}>{props.children}</div>
    </DialogFrame>
  )
}

let openDialogs: readonly string[] = []
const dialogListeners = new Set<() => void>()

function setOpenDialogs(next: readonly string[]): void {
  openDialogs = next
  for (const listener of dialogListeners) listener()
}

/** Whether no other dialog lies above this one: Escape closes the topmost alone. */
function useIsTopmost(isOpen: boolean): boolean {
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    setOpenDialogs([...openDialogs, id])
    return () => setOpenDialogs(openDialogs.filter((one) => one !== id))
  }, [id, isOpen])
  const topmost = useSyncExternalStore(
    (listener) => {
      dialogListeners.add(listener)
      return () => dialogListeners.delete(listener)
    },
    () => openDialogs.at(-1),
  )
  return topmost === undefined || topmost === id
}

// One press of Escape closes one dialog, also where the first one opens another while it hears the key.
const handledEscapes = new WeakSet<Event>()

const fields =
  'input:not([type="hidden"], [readonly]), textarea:not([readonly]), select, [contenteditable="true"], [role="listbox"]'

// A click beside a dialog with fields is most often a slip, and what was typed would be lost or out of sight.
function keepWithFields(event: MouseEvent<HTMLElement>): void {
  const isOutside = (event.target as Element).closest('.dialog-veil') !== null
  const dialog = event.currentTarget.querySelector('.dialog')
  if (isOutside && dialog?.querySelector(fields)) event.stopPropagation()
}

function DialogFrame(
  props: Pick<Shared, 'isOpen' | 'onClose' | 'title' | 'children' | 'widthPx' | 'isCovered'>,
) {
  const t = useTexts('ui')
  // A dialog that is mounted open would not know where the focus was, and could not give it back.
  const isMounted = useMounted()
  const isTopmost = useIsTopmost(props.isOpen && isMounted)
  return (
    <Modal
      opened={props.isOpen && isMounted}
      onClose={props.onClose}
      title={props.title}
      size={props.widthPx ?? 420}
      padding={0}
      closeButtonProps={{ 'aria-label': t('close') }}
      closeOnEscape={isTopmost && !props.isCovered}
      __handledEscapeEvents={handledEscapes}
      onClickCapture={keepWithFields}
      classNames={{
        overlay: 'dialog-veil',
        inner: css.dialogInner,
        content: 'dialog',
        header: css.dialogHead,
        title: css.dialogTitle,
      }}
      transitionProps={{ transition: 'fade', duration: 120 }}
    >
      {props.children}
    </Modal>
  )
}

type FootProps = Pick<Shared, 'onClose' | 'confirm' | 'isDangerous' | 'isBusy' | 'isAnswer' | 'other'> & {
  isDisabled?: boolean | undefined
  footStart?: ReactNode
  button: { type: 'button' | 'submit'; form?: string; onClick?: () => void }
}

function DialogFoot(props: FootProps) {
  const t = useTexts('ui')
  return (
    <footer className="dialog-foot">
      {props.footStart && <div className={css.dialogFootStart}>{props.footStart}</div>}
      {props.isAnswer !== false && (
        <Button variant="default" onClick={props.other?.onSelect ?? props.onClose}>
          {props.other?.label ?? t('cancel')}
        </Button>
      )}
      <Button
        {...props.button}
        loading={props.isBusy ?? false}
        disabled={props.isDisabled ?? false}
        {...(props.isDangerous ? { color: 'red' } : {})}
      >
        {props.confirm}
      </Button>
    </footer>
  )
}
