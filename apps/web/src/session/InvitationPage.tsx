import { Button } from '@mantine/core'
import type { InvitationOffer } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { useSession } from '../session.ts'
import { InvitationForm } from './InvitationForm.tsx'
import { useMailedCode } from './mailed-code.ts'
import { Outcome } from './Outcome.tsx'
import { Registered } from './Registered.tsx'
import { SessionFrame } from './SessionFrame.tsx'

/** Where an invitation leads (`/invitation#code=…`): who invites to what, and the way to take it (decisions §4). */
export function InvitationPage() {
  const t = useTexts('session')
  const code = useMailedCode()
  const [sentTo, setSentTo] = useState<string>()
  const offer = useRead('invitations.read', { body: { code: code ?? '' } }, { isEnabled: code !== undefined })
  if (sentTo !== undefined) return <Registered email={sentTo} />
  if (code === undefined) return <Refused text={t('verify.missing')} />
  if (offer.failure?.key === 'invitation.invalid') return <Refused text={offer.failure.message} />
  if (offer.failure) {
    return (
      <Outcome
        title={t('invitation.failed')}
        text={offer.failure.message}
        isFailure
        actions={<Button onClick={offer.refetch}>{t('verify.retry')}</Button>}
      />
    )
  }
  if (!offer.data) return <Outcome title={t('invitation.working')} />
  if (offer.data.kind === 'partner') return <PartnerOffer offer={offer.data} code={code} />
  return <Offer offer={offer.data} code={code} onSent={setSentTo} />
}

/** The link can't be taken: sign in, or ask for another one. */
function Refused({ text }: { text: string }) {
  const t = useTexts('session')
  return (
    <Outcome
      title={t('invitation.invalid')}
      text={text}
      isFailure
      actions={
        <Button component={Link} variant="default" {...({ to: '/login' } as object)}>
          {t('backToSignIn')}
        </Button>
      }
    />
  )
}

function Offer(props: { offer: InvitationOffer; code: string; onSent: (email: string) => void }) {
  const t = useTexts('session.invitation')
  const session = useSession()
  const { offer, code } = props
  const { organizationName: organization, inviterName: inviter } = offer
  return (
    <SessionFrame
      title={t(offer.kind === 'person' ? 'personTitle' : 'memberTitle', { organization })}
      lead={t(offer.kind === 'person' ? 'personText' : 'memberText', { inviter, organization })}
    >
      {session && <p className="quiet">{t('signedIn', { email: session.username })}</p>}
      <InvitationForm offer={offer} code={code} onSent={props.onSent} />
    </SessionFrame>
  )
}

/** A clinic or laboratory that is not on Pontic yet registers, and is a partner at once. */
function PartnerOffer({ offer, code }: { offer: InvitationOffer; code: string }) {
  const t = useTexts('session.invitation')
  const { organizationName: organization, inviterName: inviter } = offer
  return (
    <Outcome
      title={t('partnerTitle', { organization })}
      text={t('partnerText', { inviter, organization })}
      actions={
        <Button component={Link} {...({ to: '/register', hash: `code=${code}` } as object)}>
          {t('partnerGo')}
        </Button>
      }
    />
  )
}
