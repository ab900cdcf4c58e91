import { Button } from '@mantine/core'
import { type CreatedInvitation, type Invitation, limits } from '@pontic/contract'
import { useState } from 'react'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useInvitationActions } from '../../people/members/use-invitation-actions.ts'
import { DateText, MomentText } from '../../ui/formats.tsx'
import { InvitationLink } from '../../ui/InvitationLink.tsx'
import { Section } from '../../ui/Page.tsx'
import { RowList } from '../../ui/RowList.tsx'
import css from './Partners.module.css'

const query = { kind: 'partner', pageSize: limits.pageSizeMax } as const

/** Lists the invitations of clinics or laboratories that nobody has accepted yet. An invitation can be renewed or withdrawn. */
export function InvitationList() {
  const t = useTexts('members.invitations')
  const [created, setCreated] = useState<CreatedInvitation>()
  const { data } = useRead('invitations.list', { body: query })
  return (
    <>
      {data && data.list.length > 0 && (
        <Section title={t('title')}>
          <RowList>
            {data.list.map((invitation) => (
              <OpenInvitation key={invitation.id} invitation={invitation} onShow={setCreated} />
            ))}
          </RowList>
        </Section>
      )}
      {created?.link && <InvitationLink created={created} onClose={() => setCreated(undefined)} />}
    </>
  )
}

function OpenInvitation(props: { invitation: Invitation; onShow: (created: CreatedInvitation) => void }) {
  const t = useTexts('members.invitations')
  const texts = useTexts()
  const { email, state, inviterName, createdAt, expiresAt } = props.invitation
  const { who, renew, withdraw, onRenew, onWithdraw } = useInvitationActions(props)
  return (
    <li>
      <div className={css.partnerLines}>
        <strong className="one-line">{who}</strong>
        <span className="meta">
          {t('by', { name: inviterName })} · <DateText moment={createdAt} />
        </span>
        <span className="meta">
          {texts(state === 'expired' ? 'common.state.expired' : 'members.invitations.until')}{' '}
          <MomentText moment={expiresAt} />
        </span>
      </div>
      <span className={css.partnerButtons}>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t(email === null ? 'newLinkFor' : 'renewFor', { email: who })}
          loading={renew.isBusy}
          onClick={() => void onRenew()}
        >
          {texts(email === null ? 'common.label.newLink' : 'common.do.sendAgain')}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={t('withdrawFor', { email: who })}
          loading={withdraw.isBusy}
          onClick={() => void onWithdraw()}
        >
          {t('withdraw')}
        </Button>
      </span>
    </li>
  )
}
