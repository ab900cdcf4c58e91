import { Button } from '@mantine/core'
import { type CreatedInvitation, type Invitation, limits } from '@pontic/contract'
import { useState } from 'react'
import { useRead, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { DateText, MomentText } from '../../ui/formats.tsx'
import { InvitationLink } from '../../ui/InvitationLink.tsx'
import { Section } from '../../ui/Page.tsx'
import { RowList } from '../../ui/RowList.tsx'
import css from './Partners.module.css'

const query = { kind: 'partner', pageSize: limits.pageSizeMax } as const

/** Lists the open invitations of partners, which can be sent again or withdrawn. Empty if there are none. */
export function InvitationList() {
  const t = useTexts('members.invitations')
  const [made, setMade] = useState<CreatedInvitation>()
  const { data } = useRead('invitations.list', { body: query })
  return (
    <>
      {data && data.list.length > 0 && (
        <Section title={t('title')}>
          <RowList>
            {data.list.map((invitation) => (
              <OpenInvitation key={invitation.id} invitation={invitation} onCreated={setMade} />
            ))}
          </RowList>
        </Section>
      )}
      {made?.link && <InvitationLink made={made} onClose={() => setMade(undefined)} />}
    </>
  )
}

function OpenInvitation(props: { invitation: Invitation; onCreated: (made: CreatedInvitation) => void }) {
  const t = useTexts('members.invitations')
  const texts = useTexts()
  const { id, email, state, inviterName, createdAt, expiresAt } = props.invitation
  const renew = useWrite('invitations.renew')
  const withdraw = useWrite('invitations.withdraw')
  const who = email ?? t('byLink')
  const onRenew = async () => {
    const made = await renew.send({ params: { id } })
    if (made?.link) props.onCreated(made)
    else if (made) showNotice({ level: 'info', text: t('renewed', { email: who }) })
  }
  const onWithdraw = async () => {
    if (!(await withdraw.send({ params: { id } }))) return
    showNotice({ level: 'info', text: t('withdrawn', { email: who }) })
  }
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
