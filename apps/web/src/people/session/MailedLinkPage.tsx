import { Button, Stack } from '@mantine/core'
import type { RouteName } from '@pontic/contract'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../../frame/api.ts'
import type { CallFailure } from '../../frame/failures.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { PublicLinkButton } from '../../ui/PublicLink.tsx'
import { Note } from './Note.tsx'
import { Outcome } from './Outcome.tsx'
import { SessionFrame } from './SessionFrame.tsx'

/** Asks for confirmation before a mailed link takes effect, because mail programs may also open the link. */
export function MailedLinkForm(props: {
  call: Extract<RouteName, 'accounts.undoEmailChange' | 'keys.revokeByLink'>
  code: string
  title: string
  confirm: string
  children: ReactNode
  onDone: () => void
  /** Called if the link was used or expired after the page was opened. */
  onStale: () => void
}) {
  const [failure, setFailure] = useState<CallFailure>()
  const write = useWrite(props.call, {
    isBlocking: true,
    onFailure: (next) => (next.key.startsWith('link.') ? props.onStale() : setFailure(next)),
  })
  const confirm = async () => {
    setFailure(undefined)
    if (await write.send({ body: { code: props.code } })) props.onDone()
  }
  return (
    <SessionFrame title={props.title}>
      {failure && <Note tone="error">{failure.message}</Note>}
      <Stack gap={16}>
        {props.children}
        <Button color="red" fullWidth loading={write.isBusy} onClick={confirm}>
          {props.confirm}
        </Button>
      </Stack>
    </SessionFrame>
  )
}

/** Message that a link is incomplete or unknown. For any other failure it has a button that retries. */
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

/** Button that opens the sign-in page. */
export function ToSignIn() {
  const screens = useTexts('screens')
  return <PublicLinkButton to="/login">{screens('login')}</PublicLinkButton>
}
