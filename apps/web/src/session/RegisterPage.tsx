import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../i18n.tsx'
import { MemberHint } from './MemberHint.tsx'
import { Registered } from './Registered.tsx'
import { RegistrationForm } from './RegistrationForm.tsx'
import { SessionFrame } from './SessionFrame.tsx'
import { useRegistration } from './use-registration.ts'

/** Registration (portal.md §2): a manager registers a clinic or laboratory; a member reads how members come in. */
export function RegisterPage() {
  const t = useTexts('session.registration')
  const [role, setRole] = useState<'manager' | 'member'>('manager')
  const [sentTo, setSentTo] = useState<string>()
  const registration = useRegistration(setSentTo)
  if (sentTo !== undefined) return <Registered email={sentTo} />
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
      <RegistrationForm registration={registration} role={role} onRole={setRole} member={MemberHint} />
    </SessionFrame>
  )
}

function SignInText() {
  return useTexts('session')('signIn')
}
