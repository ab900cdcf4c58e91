import { Button } from '@mantine/core'
import type { InvitationOffer } from '@pontic/contract'
import { useState } from 'react'
import { openPath } from '../../frame/address.ts'
import { useRead, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { kindOf } from '../../frame/screens.ts'
import { useSession } from '../../frame/session.ts'
import { storeShareCode } from '../../frame/share-code.ts'
import { PublicLinkButton } from '../../ui/PublicLink.tsx'
import { InvitationForm } from './InvitationForm.tsx'
import { Outcome } from './Outcome.tsx'
import { Registered } from './Registered.tsx'
import { SessionFrame } from './SessionFrame.tsx'
import { useMailedCode } from './use-mailed-code.ts'

/** Page of an invitation link (`/invitation#code=…`). It shows the invitation and lets the user accept it (rules §4). */
export function InvitationPage() {
  const t = useTexts('session')
  const common = useTexts('common')
  const code = useMailedCode()
  const [sentTo, setSentTo] = useState<string>()
  const session = useSession()
  const isPerson = session !== undefined && kindOf(session) === 'person'
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
        actions={<Button onClick={offer.refetch}>{common('do.retry')}</Button>}
      />
    )
  }
  if (!offer.data) return <Outcome title={t('invitation.working')} />
  if (offer.data.kind === 'partner') return <PartnerOffer offer={offer.data} code={code} />
  if (isOpenToAccounts(offer.data) && isPerson) return <AcceptShare offer={offer.data} code={code} />
  return <Offer offer={offer.data} code={code} onSent={setSentTo} />
}

/** Message that the link can't be used. */
function Refused({ text }: { text: string }) {
  const t = useTexts('session')
  return (
    <Outcome
      title={t('invitation.invalid')}
      text={text}
      isFailure
      actions={
        <PublicLinkButton variant="default" to="/login">
          {t('backToSignIn')}
        </PublicLinkButton>
      }
    />
  )
}

/** Returns whether an existing account can accept the offer. It can accept only a share link that was not mailed. */
const isOpenToAccounts = ({ kind, email }: InvitationOffer) => kind === 'person' && email === null

/** Lets a signed-in individual add the case of a share link to their shared cases. */
function AcceptShare({ offer, code }: { offer: InvitationOffer; code: string }) {
  const t = useTexts('session.invitation')
  const session = useSession()
  const write = useWrite('orders.takeShareLink')
  const { organizationName: organization, inviterName: inviter } = offer
  const accept = async () => {
    const order = await write.send({ body: { code } })
    if (order) openPath(`/order/detail/${order.id}`)
  }
  return (
    <Outcome
      title={t('takeTitle')}
      text={t('takeText', { inviter, organization, email: session?.username ?? '' })}
      actions={
        <Button loading={write.isBusy} onClick={() => void accept()}>
          {t('take')}
        </Button>
      }
    />
  )
}

function HaveAccount({ code }: { code: string }) {
  const t = useTexts('session.invitation')
  return (
    <PublicLinkButton
      variant="subtle"
      fullWidth
      to="/login?redirect=/order/shared"
      onClick={() => storeShareCode(code)}
    >
      {t('haveAccount')}
    </PublicLinkButton>
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
      {isOpenToAccounts(offer) && !session && <HaveAccount code={code} />}
    </SessionFrame>
  )
}

/** Links to the registration. The registered clinic or laboratory becomes a partner of the inviting organization. */
function PartnerOffer({ offer, code }: { offer: InvitationOffer; code: string }) {
  const t = useTexts('session.invitation')
  const { organizationName: organization, inviterName: inviter } = offer
  return (
    <Outcome
      title={t('partnerTitle', { organization })}
      text={t('partnerText', { inviter, organization })}
      actions={<PublicLinkButton to={`/register#code=${code}`}>{t('partnerGo')}</PublicLinkButton>}
    />
  )
}
