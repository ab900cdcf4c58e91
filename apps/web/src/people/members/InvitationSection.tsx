import { Button, Group } from '@mantine/core'
import { type CreatedInvitation, type Invitation, limits } from '@pontic/contract'
import { clsx } from 'clsx'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { DateText, MomentText } from '../../ui/formats.tsx'
import { Section } from '../../ui/Page.tsx'
import css from './Members.module.css'
import { useInvitationActions } from './use-invitation-actions.ts'

const query = { kind: 'member', pageSize: limits.pageSizeMax } as const

/** The open and expired invitations, with buttons that renew or withdraw them. Hidden if there are none. */
export function InvitationSection({ onShow }: { onShow: (created: CreatedInvitation) => void }) {
  const t = useTexts('members.invitations')
  const list = useRead('invitations.list', { body: query })
  if (!list.data || list.data.list.length === 0) return null
  return (
    <Section title={t('title')}>
      <ul className={css.waitingList}>
        {list.data.list.map((invitation) => (
          <OpenInvitation key={invitation.id} invitation={invitation} onShow={onShow} />
        ))}
      </ul>
    </Section>
  )
}

type Props = { invitation: Invitation; onShow: (created: CreatedInvitation) => void }

function OpenInvitation(props: Props) {
  const t = useTexts('members.invitations')
  const texts = useTexts()
  const { email, state, inviterName, createdAt, expiresAt } = props.invitation
  const { who, renew, withdraw, onRenew, onWithdraw } = useInvitationActions(props)
  return (
    <li>
      <div className={css.memberLines}>
        <span className={clsx(css.memberName, 'one-line')}>{who}</span>
        <span className="meta">
          {t('by', { name: inviterName })} · <DateText moment={createdAt} />
        </span>
        <span className="meta" data-state={state}>
          {state === 'expired' ? texts('common.state.expired') : t('until')} <MomentText moment={expiresAt} />
        </span>
      </div>
      <Group gap={8}>
        <Button
          variant="subtle"
          color="gray"
          aria-label={t('withdrawFor', { email: who })}
          loading={withdraw.isBusy}
          onClick={() => void onWithdraw()}
        >
          {t('withdraw')}
        </Button>
        <Button
          variant="default"
          aria-label={t(email === null ? 'newLinkFor' : 'renewFor', { email: who })}
          loading={renew.isBusy}
          onClick={() => void onRenew()}
        >
          {texts(email === null ? 'common.label.newLink' : 'common.do.sendAgain')}
        </Button>
      </Group>
    </li>
  )
}
