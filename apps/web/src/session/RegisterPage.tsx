import { businessTypes } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../i18n.tsx'
import { MemberForm } from './MemberForm.tsx'
import { Registered } from './Registered.tsx'
import { ManagerForm, RegistrationChoices, type Role } from './RegistrationForm.tsx'
import { SessionFrame } from './SessionFrame.tsx'
import { useRegistration } from './use-registration.ts'

/** Whom the verification mail went to; a member's organization is asked after that. */
type Sent = { email: string; organization?: string }

/** Registration (portal.md §2): a manager registers a clinic or laboratory, a member joins one that is there. */
export function RegisterPage() {
  const t = useTexts('session.registration')
  const [role, setRole] = useState<Role>('manager')
  const [sent, setSent] = useState<Sent>()
  const registration = useRegistration((email) => setSent({ email }))
  const { form } = registration
  const isLab = form.values.businessType === businessTypes.lab
  if (sent) return <Registered {...sent} />
  return (
    <SessionFrame
      title={t('title')}
      width="wide"
      lead={
        <>
          {t('haveAccount')}{' '}
          <Link to="/login" className="text-link">
            <SignInText />
          </Link>
        </>
      }
    >
      <RegistrationChoices
        isLab={isLab}
        onKind={(kind) => form.setFieldValue('businessType', businessTypes[kind])}
        role={role}
        onRole={setRole}
      />
      {role === 'member' ? (
        <MemberForm isLab={isLab} onSent={setSent} />
      ) : (
        <ManagerForm registration={registration} isLab={isLab} />
      )}
    </SessionFrame>
  )
}

function SignInText() {
  return useTexts('session')('signIn')
}
