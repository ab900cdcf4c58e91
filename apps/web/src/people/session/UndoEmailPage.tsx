import { Button } from '@mantine/core'
import { type EmailUndo, limits } from '@pontic/contract'
import { useState } from 'react'
import { useRead } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { MailedLinkFailed, MailedLinkForm, ToSignIn } from './MailedLinkPage.tsx'
import { Outcome, OutcomeText } from './Outcome.tsx'
import { useEmailDialog } from './use-email-dialog.tsx'
import { useMailedCode } from './use-mailed-code.ts'

/** Page of the link that is mailed to an old address (`/undoEmail#code=…`). It undoes the change of the address. */
export function UndoEmailPage() {
  const t = useTexts('session.undoEmail')
  const screens = useTexts('screens')
  const session = useTexts('session')
  const code = useMailedCode()
  const [isDone, setDone] = useState(false)
  const read = useRead(
    'accounts.readEmailUndo',
    { body: { code: code ?? '' } },
    { isEnabled: code !== undefined },
  )
  const { data: change, failure, refetch } = read
  if (code === undefined || failure)
    return <MailedLinkFailed title={session('linkUnusable')} failure={failure} onRetry={refetch} />
  if (!change) return <Outcome title={screens('undoEmail')} />
  if (isDone) return <Outcome title={t('doneTitle')} text={t('doneText', change)} actions={<ToSignIn />} />
  if (change.state !== 'open') return <UnusableLink change={change} />
  return (
    <MailedLinkForm
      call="accounts.undoEmailChange"
      code={code}
      title={screens('undoEmail')}
      confirm={t('confirm')}
      onDone={() => setDone(true)}
      onStale={refetch}
    >
      <Facts change={change} />
    </MailedLinkForm>
  )
}

function Facts({ change }: { change: EmailUndo }) {
  const t = useTexts('session.undoEmail')
  const { moment } = useFormats()
  const { email, newEmail, changedAt } = change
  return (
    <>
      <OutcomeText>{t('text', { email, newEmail, date: moment(changedAt) })}</OutcomeText>
      <ul className="bullets">
        <li>{t('signOut')}</li>
        <li>{t('password')}</li>
        <li>{t('ways')}</li>
      </ul>
    </>
  )
}

/** Message that the link was used or has expired. */
function UnusableLink({ change }: { change: EmailUndo }) {
  const t = useTexts('session.undoEmail')
  const session = useTexts('session')
  const mails = useEmailDialog()
  if (change.state === 'expired')
    return (
      <Outcome
        title={session('linkExpired')}
        text={t('expiredText', { days: limits.emailUndoDays })}
        isFailure
        actions={<ToSignIn />}
      />
    )
  return (
    <Outcome
      title={t('usedTitle')}
      text={t('usedText', change)}
      note={mails.note}
      isFailure
      actions={<Button onClick={() => mails.open('forgot', change.email)}>{t('forgot')}</Button>}
    >
      {mails.dialog}
    </Outcome>
  )
}
