import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import type { MailPurpose } from './EmailDialog.tsx'
import { Outcome } from './Outcome.tsx'
import { useEmailDialog } from './use-email-dialog.tsx'

/** A mailed link that can't be used: have another one sent, or just sign in. @param props.again has it sent */
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
      told={mails.told}
      isFailure
      actions={
        <>
          <Button onClick={() => mails.open(purpose, '')}>{again}</Button>
          <Link to="/login" className="text-link">
            {t('backToSignIn')}
          </Link>
        </>
      }
    >
      {mails.dialog}
    </Outcome>
  )
}
