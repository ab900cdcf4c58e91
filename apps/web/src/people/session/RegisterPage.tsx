import { Button } from '@mantine/core'
import { businessTypes } from '@pontic/contract'
import { useMemo, useState } from 'react'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { PublicLink } from '../../ui/PublicLink.tsx'
import { MemberForm } from './MemberForm.tsx'
import { Note } from './Note.tsx'
import { Outcome } from './Outcome.tsx'
import { Registered } from './Registered.tsx'
import { ManagerForm, RegistrationChoices, type Role } from './RegistrationForm.tsx'
import { SessionFrame } from './SessionFrame.tsx'
import { useMailedCode } from './use-mailed-code.ts'
import { type PartnerInvitation, useRegistration } from './use-registration.ts'

/** The address of the verification mail, and the name of the organization that a member wants to join. */
type Sent = { email: string; organization?: string }

/**
 * The registration page (requirement 2.register). A manager registers a clinic or laboratory, and a member joins one. The page is
 * also the target of a partner's invitation (`/register#code=…`).
 */
export function RegisterPage() {
  const code = useMailedCode()
  return code === undefined ? <Registration /> : <InvitedRegistration key={code} code={code} />
}

/** Loads the invitation before it shows the form. If the invitation is invalid, the user can register without it. */
function InvitedRegistration({ code }: { code: string }) {
  const t = useTexts('session.invitation')
  const [isWithout, setWithout] = useState(false)
  const { data: offer, failure } = useRead('invitations.read', { body: { code } })
  const invitation = useMemo(() => (offer?.kind === 'partner' ? { code, offer } : undefined), [code, offer])
  if (isWithout) return <Registration />
  if (failure?.key === 'invitation.invalid') {
    return (
      <Outcome
        title={t('invalid')}
        text={failure.message}
        isFailure
        actions={<Button onClick={() => setWithout(true)}>{t('without')}</Button>}
      />
    )
  }
  if (failure) return <Registration note={failure.message} />
  if (!offer) return <Outcome title={t('working')} />
  return <Registration {...(invitation ? { invitation } : {})} />
}

function Registration({ invitation, note }: { invitation?: PartnerInvitation; note?: string }) {
  const t = useTexts('session')
  const [chosenRole, setRole] = useState<Role>('manager')
  const [sent, setSent] = useState<Sent>()
  const registration = useRegistration((email) => setSent({ email }), invitation)
  const { form } = registration
  const isLab = form.values.businessType === businessTypes.lab
  const role = invitation ? 'manager' : chosenRole
  if (sent) return <Registered {...sent} />
  return (
    <SessionFrame title={t('registration.title')} width="wide" lead={<Lead invitation={invitation} />}>
      {note && <Note tone="error">{note}</Note>}
      {!invitation && (
        <RegistrationChoices
          isLab={isLab}
          onKind={(kind) => form.setFieldValue('businessType', businessTypes[kind])}
          role={role}
          onRole={setRole}
        />
      )}
      {role === 'member' ? (
        <MemberForm isLab={isLab} onSent={setSent} />
      ) : (
        <ManagerForm registration={registration} isLab={isLab} />
      )}
    </SessionFrame>
  )
}

/** The text below the title: the inviting organization, or a link to the sign-in page. */
function Lead({ invitation }: { invitation: PartnerInvitation | undefined }) {
  const t = useTexts('session')
  const screens = useTexts('screens')
  if (invitation) {
    const { inviterName: inviter, organizationName: organization } = invitation.offer
    return t('invitation.partnerText', { inviter, organization })
  }
  return (
    <>
      {t('registration.haveAccount')}{' '}
      <PublicLink to="/login" className="text-link">
        {screens('login')}
      </PublicLink>
    </>
  )
}
