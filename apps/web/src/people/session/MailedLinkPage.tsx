import { Button } from '@mantine/core'
import type { RouteName } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { type CallFailure, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { Note } from './Note.tsx'
import { Outcome } from './Outcome.tsx'
import css from './SessionFrame.module.css'
import { SessionFrame } from './SessionFrame.tsx'

/** A mailed link that does one thing once it is pressed here: not by being opened, as mail programs open links too. */
export function MailedLinkForm(props: {
  call: Extract<RouteName, 'accounts.undoEmailChange' | 'keys.revokeByLink'>
  code: string
  title: string
  confirm: string
  children: ReactNode
  onDone: () => void
  /** The link was used or has expired in the meantime. */
  onStale: () => void
}) {
  const [failure, setFailure] = useState<CallFailure>()
  const write = useWrite(props.call, {
    isBlocking: true,
    onFailure: (told) => (told.key.startsWith('link.') ? props.onStale() : setFailure(told)),
  })
  const confirm = async () => {
    setFailure(undefined)
    if (await write.send({ body: { code: props.code } })) props.onDone()
  }
  return (
    <SessionFrame title={props.title}>
      {failure && <Note tone="error">{failure.message}</Note>}
      <div className={css.doorForm}>
        {props.children}
        <Button color="red" fullWidth loading={write.isBusy} onClick={confirm}>
          {props.confirm}
        </Button>
      </div>
    </SessionFrame>
  )
}

/** A link that could not be read: incomplete, unknown, or the portal could not be asked. */
export function MailedLinkFailed(props: {
  title: string
  failure: CallFailure | undefined
  onRetry: () => void
}) {
  const t = useTexts('session')
  const common = useTexts('common')
  const { failure } = props
  const isFinal = failure === undefined || failure.key === 'account.code_invalid'
  return (
    <Outcome
      title={props.title}
      text={failure?.message ?? t('verify.missing')}
      isFailure
      actions={isFinal ? <ToSignIn /> : <Button onClick={props.onRetry}>{common('do.retry')}</Button>}
    />
  )
}

/** The way on to the sign-in. */
export function ToSignIn() {
  const screens = useTexts('screens')
  return (
    <Button component={Link} {...({ to: '/login' } as object)}>
      {screens('login')}
    </Button>
  )
}
