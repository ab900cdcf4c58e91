import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { PublicLink } from '../../ui/PublicLink.tsx'
import type { MailPurpose } from './EmailDialog.tsx'
import { Outcome } from './Outcome.tsx'
import { useEmailDialog } from './use-email-dialog.tsx'

/** Message that a mailed link can't be used. @param props.again text of the button that sends another link */
export function LinkRefused(props: {
  title: string
  text: string
  more?: ReactNode
  purpose: MailPurpose
  again: string
}) {
  const { purpose, again, ...words } = props
  const t = useTexts('session')
  const mails = useEmailDialog()
  return (
    <Outcome
      {...words}
      note={mails.note}
      isFailure
      actions={
        <>
          <Button onClick={() => mails.open(purpose, '')}>{again}</Button>
          <PublicLink to="/login" className="text-link">
            {t('backToSignIn')}
          </PublicLink>
        </>
      }
    >
      {mails.dialog}
    </Outcome>
  )
}
