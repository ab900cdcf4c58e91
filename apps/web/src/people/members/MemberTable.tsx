import { useMediaQuery } from '@mantine/hooks'
import type { Member } from '@pontic/contract'
import { IconBell, IconMail, IconShieldLock } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { DataTable, type ListColumn } from '../../ui/DataTable.tsx'
import { DateText } from '../../ui/formats.tsx'
import { RowMenu } from '../../ui/RowMenu.tsx'
import { actionsOf } from './member-actions.ts'
import type { PressMember } from './use-member-actions.tsx'

/** Members in rows with a menu of what can be done; two lines on a phone. */
export function MemberTable(props: {
  rows: readonly Member[] | undefined
  isStale: boolean
  empty: ReactNode
  onPress: PressMember
}) {
  const t = useTexts('members')
  const columns = useColumns(props.onPress)
  return (
    <DataTable
      label={t('list')}
      name="members"
      columns={columns}
      rows={props.rows}
      rowId={(member) => member.id}
      rowName={(member) => member.name}
      phoneRow={(member) => <PhoneMember member={member} onPress={props.onPress} />}
      isStale={props.isStale}
      skeletonRows={5}
      empty={props.empty}
    />
  )
}

// The table takes a new cell function for a new component: made anew with each drawing, buttons would lose the focus.
function useColumns(onPress: PressMember): ListColumn<Member>[] {
  const common = useTexts('common')
  const screens = useTexts('screens')
  const isNarrow = useMediaQuery('(max-width: 72em)', undefined, { getInitialValueInEffect: false })
  return useMemo(() => {
    const columns: (ListColumn<Member> & { isWide?: boolean })[] = [
      {
        id: 'name',
        header: common('label.personName'),
        cell: (member) => <NameCell member={member} />,
        isName: true,
      },
      { id: 'role', header: common('label.role'), cell: (member) => <RoleText member={member} /> },
      { id: 'state', header: common('label.status'), cell: (member) => <StateText member={member} /> },
      {
        id: 'license',
        header: common('label.license'),
        cell: (member) => member.licenseNumber,
        isWide: true,
      },
      {
        id: 'telephone',
        header: common('label.telephone'),
        cell: (member) => member.telephone,
        isWide: true,
      },
      {
        id: 'notices',
        header: screens('notifications'),
        cell: (member) => <Notices member={member} />,
        isWide: true,
      },
      {
        id: 'signedIn',
        header: common('label.lastActive'),
        cell: (member) => <DateText moment={member.lastSignedInAt} />,
        align: 'end',
      },
      {
        id: 'actions',
        header: common('label.actions'),
        cell: (member) => <MemberMenu member={member} onPress={onPress} />,
        align: 'end',
        isHeadSilent: true,
      },
    ]
    return columns.filter((column) => !isNarrow || !column.isWide)
  }, [common, screens, isNarrow, onPress])
}

function NameCell({ member }: { member: Member }) {
  const t = useTexts('members')
  const isOwn = useSession()?.account_id === member.id
  return (
    <span className="member-lines" data-off={!member.isEnabled || undefined}>
      <span className="one-line" title={member.name}>
        {member.name}
        {isOwn && <span className="meta"> ({t('you')})</span>}
      </span>
      <span className="meta one-line member-email" title={member.email}>
        {member.email}
      </span>
    </span>
  )
}

function RoleText({ member }: { member: Member }) {
  const common = useTexts('common')
  return <span>{common(member.isAdministrator ? 'role.administrator' : 'role.member')}</span>
}

/** Where the account stands, told by word and colour. */
function StateText({ member }: { member: Member }) {
  const t = useTexts('common.state')
  const screens = useTexts('screens')
  const state = stateOf(member)
  return (
    <span className="member-state" data-state={state}>
      {t(state)}
      {member.hasTwoFactor && (
        <span className="member-factor" title={screens('security')}>
          <IconShieldLock size={16} stroke={1.75} aria-hidden="true" />
          <span className="only-read">{screens('security')}</span>
        </span>
      )}
    </span>
  )
}

function stateOf(member: Member): 'banned' | 'waiting' | 'disabled' | 'invited' | 'active' {
  if (member.isBanned) return 'banned'
  if (member.membership === 'waiting') return 'waiting'
  if (!member.isEnabled) return 'disabled'
  return member.isInvited ? 'invited' : 'active'
}

/** What is sent to him about cases. */
function Notices({ member }: { member: Member }) {
  const accounts = useTexts('accounts')
  const kinds = [
    member.acceptsOrderEmail && { text: accounts('byEmail'), Icon: IconMail },
    member.acceptsOrderSms && { text: accounts('bySms'), Icon: IconBell },
  ].filter((kind) => kind !== false)
  return (
    <span className="member-notices">
      {kinds.map(({ text, Icon }) => (
        <span key={text} title={text}>
          <Icon size={16} stroke={1.75} aria-hidden="true" />
          <span className="only-read">{text} </span>
        </span>
      ))}
    </span>
  )
}

function MemberMenu({ member, onPress }: { member: Member; onPress: PressMember }) {
  const t = useTexts('members')
  const common = useTexts('common')
  const isOwn = useSession()?.account_id === member.id
  const actions = actionsOf(member, isOwn).map((action) => ({
    key: action,
    label: action === 'edit' ? common('do.edit') : t(`do.${action}`),
    isDangerous: action === 'disable' || action === 'refuse',
    onSelect: () => onPress(action, member),
  }))
  return <RowMenu label={common('label.actionsFor', { name: member.name })} actions={actions} />
}

function PhoneMember({ member, onPress }: { member: Member; onPress: PressMember }) {
  return (
    <>
      <div className="phone-lines">
        <div className="phone-line">
          <span className="one-line phone-member">{member.name}</span>
          <StateText member={member} />
        </div>
        <div className="phone-line meta">
          <span className="one-line">{member.email}</span>
          <RoleText member={member} />
        </div>
      </div>
      <MemberMenu member={member} onPress={onPress} />
    </>
  )
}
