import { Button } from '@mantine/core'
import { limits } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { PublicLink } from '../../ui/PublicLink.tsx'
import { Outcome } from './Outcome.tsx'
import { useEmailDialog } from './use-email-dialog.tsx'

/**
 * Page after the registration. It reports that the verification mail was sent, and has a button that sends it again.
 * @param props.organization name of the organization that a member wants to join; undefined for a new organization
 */
export function Registered({ email, organization }: { email: string; organization?: string }) {
  const t = useTexts('session.registration')
  const common = useTexts('common')
  const session = useTexts('session')
  const mails = useEmailDialog()
  return (
    <Outcome
      title={t('doneTitle')}
      note={mails.note}
      text={
        organization === undefined
          ? t('doneText', { email, hours: limits.emailVerificationHours })
          : t('doneMember', { email, organization, hours: limits.emailVerificationHours })
      }
      more={t('doneAgain')}
      actions={
        <>
          <Button variant="default" onClick={() => mails.open('resend', email)}>
            {common('do.sendAgain')}
          </Button>
          <PublicLink to="/login" className="text-link">
            {session('backToSignIn')}
          </PublicLink>
        </>
      }
    >
      {mails.dialog}
    </Outcome>
  )
}
