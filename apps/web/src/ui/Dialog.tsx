import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Button, Modal } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import type { RouteName } from '@pontic/contract'
import { clsx } from 'clsx'
import { type FormEventHandler, type MouseEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { type Input, type Reply, useWrite, type WriteOptions } from '../frame/api.ts'
import { useTexts } from '../frame/i18n.tsx'
import { showNotice } from '../frame/notices.ts'
import { createStore } from '../frame/store.ts'
import css from './Dialog.module.css'
import { useSingleFlight } from './use-single-flight.ts'

type Shared = {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  children?: ReactNode
  /** Text of the submit button, such as "Send to Northlight Lab". */
  confirm: ReactNode
  isDangerous?: boolean
  isBusy?: boolean | undefined
  /** False hides the cancel button, if there is nothing to cancel. */
  hasCancel?: boolean
  /** Replaces the cancel button. */
  other?: { label: ReactNode; onSelect: () => void }
  /** True while another dialog covers this one. Escape then closes only the other dialog. */
  isCovered?: boolean
  /** 420 by default. On phones every dialog is a sheet at the bottom of the screen. */
  widthPx?: number
}

/** A dialog with a confirm and a cancel button. While the promise of `onConfirm` is pending, further clicks are ignored. */
export function ConfirmDialog(props: Shared & { onConfirm: () => unknown }) {
  const confirm = useSingleFlight(() => (props.isOpen ? props.onConfirm() : undefined))
  return (
    <DialogFrame {...props}>
      <div className={css.dialogBody}>{props.children}</div>
      <DialogFoot {...props} button={{ type: 'button', onClick: () => void confirm() }} />
    </DialogFrame>
  )
}

/**
 * A dialog whose confirm button sends one call. The dialog closes after the call, by default also after a failure. After a
 * success it shows the text `done` in a notice, if there is one.
 */
export function ConfirmCallDialog<N extends RouteName>({
  call,
  input,
  done,
  onDone,
  undo,
  staysOnFailure,
  showsFailure,
  ...frame
}: Omit<Shared, 'isBusy'> &
  Omit<WriteOptions, 'form'> & {
    call: N
    input: Input<N>
    done?: string | ((reply: Reply<N>) => string)
    onDone?: (reply: Reply<N>) => unknown
    undo?: { label: string; onSelect: () => void }
    isBusy?: boolean
    /** Keeps the dialog open after a failure, so that the user can send the call again. */
    staysOnFailure?: boolean
    /** Shows a failure in the dialog, which stays open, instead of a notice. */
    showsFailure?: boolean
  }) {
  const refusal = useShownFailure()
  const { send, isBusy } = useWrite(call, showsFailure ? { ...frame, onFailure: refusal.show } : frame)
  const confirm = async () => {
    refusal.clear()
    const reply = await send(input)
    if (reply !== undefined || !(staysOnFailure || showsFailure)) frame.onClose()
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

/** State of a failure that is shown in a dialog. Render `text` in the dialog. */
export function useShownFailure() {
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

/** A dialog around a form. Pass `form.submit(...)` of `useContractForm` as `onSubmit`. Prefer `FormDialog`, if it fits. */
export function FormDialogFrame(
  props: Shared & {
    onSubmit: FormEventHandler<HTMLFormElement>
    isDisabled?: boolean | undefined
    footStart?: ReactNode
  },
) {
  const id = useId()
  const submit: FormEventHandler<HTMLFormElement> = (event) => {
    // A dialog that is fading out must not send its form again.
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

/** A dialog without buttons except the close button. */
export function InfoDialog(props: Pick<Shared, 'isOpen' | 'onClose' | 'title' | 'children' | 'widthPx'>) {
  return (
    <DialogFrame {...props}>
      <div className={css.dialogBody}>{props.children}</div>
    </DialogFrame>
  )
}

const openDialogs = createStore<readonly string[]>([])

/** Returns whether no other dialog covers this one. Escape closes only the topmost dialog. */
function useIsTopmost(isOpen: boolean): boolean {
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    openDialogs.set([...openDialogs.get(), id])
    return () => openDialogs.set(openDialogs.get().filter((one) => one !== id))
  }, [id, isOpen])
  const topmost = openDialogs.useValue().at(-1)
  return topmost === undefined || topmost === id
}

// One press of Escape closes one dialog, even if closing that dialog opens another.
const handledEscapes = new WeakSet<Event>()

const fields =
  'input:not([type="hidden"], [readonly]), textarea:not([readonly]), select, [contenteditable="true"], [role="listbox"]'

// A click outside of a dialog is usually a mistake, and would discard the input, or something that is shown only once.
function ignoreOutsideClick(event: MouseEvent<HTMLElement>): void {
  const isOutside = event.target instanceof Element && event.target.closest('.dialog-veil') !== null
  const dialog = event.currentTarget.querySelector('.dialog')
  if (isOutside && dialog?.querySelector(`${fields}, [data-shown-once]`)) event.stopPropagation()
}

function DialogFrame(
  props: Pick<Shared, 'isOpen' | 'onClose' | 'title' | 'children' | 'widthPx' | 'isCovered'>,
) {
  const t = useTexts('ui')
  // Mantine restores the focus only if the dialog opens after the mount.
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
      onClickCapture={ignoreOutsideClick}
      classNames={{
        overlay: 'dialog-veil',
        inner: css.dialogInner,
        content: 'dialog',
        header: css.dialogHead,
        title: css.dialogTitle,
      }}
      // The element `header` would be a landmark of the page.
      attributes={{ header: { role: 'presentation' } }}
      transitionProps={{ transition: 'fade', duration: 120 }}
    >
      {props.children}
    </Modal>
  )
}

type FootProps = Pick<Shared, 'onClose' | 'confirm' | 'isDangerous' | 'isBusy' | 'hasCancel' | 'other'> & {
  isDisabled?: boolean | undefined
  footStart?: ReactNode
  button: { type: 'button' | 'submit'; form?: string; onClick?: () => void }
}

function DialogFoot(props: FootProps) {
  const t = useTexts('ui')
  return (
    <div className="dialog-foot">
      {props.footStart && <div className={css.dialogFootStart}>{props.footStart}</div>}
      {props.hasCancel !== false && (
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
    </div>
  )
}
