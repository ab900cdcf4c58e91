import { useMediaQuery } from '@mantine/hooks'
import type { Member } from '@pontic/contract'
import { IconBell, IconMail, IconShieldLock } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useTexts } from '../i18n.tsx'
import { useSession } from '../session.ts'
import { DataTable, type ListColumn } from '../ui/DataTable.tsx'
import { DateText } from '../ui/formats.tsx'
import { RowMenu } from '../ui/RowMenu.tsx'
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
  const t = useTexts('members.column')
  const isNarrow = useMediaQuery('(max-width: 72em)', undefined, { getInitialValueInEffect: false })
  return useMemo(() => {
    const columns: (ListColumn<Member> & { isWide?: boolean })[] = [
      { id: 'name', header: t('name'), cell: (member) => <NameCell member={member} />, isName: true },
      { id: 'role', header: t('role'), cell: (member) => <RoleText member={member} /> },
      { id: 'state', header: t('state'), cell: (member) => <StateText member={member} /> },
      { id: 'license', header: t('license'), cell: (member) => member.licenseNumber, isWide: true },
      { id: 'telephone', header: t('telephone'), cell: (member) => member.telephone, isWide: true },
      { id: 'notices', header: t('notices'), cell: (member) => <Notices member={member} />, isWide: true },
      {
        id: 'signedIn',
        header: t('signedIn'),
        cell: (member) => <DateText moment={member.lastSignedInAt} />,
        align: 'end',
      },
      {
        id: 'actions',
        header: t('actions'),
        cell: (member) => <MemberMenu member={member} onPress={onPress} />,
        align: 'end',
        isHeadSilent: true,
      },
    ]
    return columns.filter((column) => !isNarrow || !column.isWide)
  }, [t, isNarrow, onPress])
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
  const t = useTexts('members.role')
  return <span>{t(member.isAdministrator ? 'administrator' : 'member')}</span>
}

/** Where the account stands, told by word and colour. */
function StateText({ member }: { member: Member }) {
  const t = useTexts('members.state')
  const state = stateOf(member)
  return (
    <span className="member-state" data-state={state}>
      {t(state)}
      {member.hasTwoFactor && (
        <span className="member-factor" title={t('twoFactor')}>
          <IconShieldLock size={16} stroke={1.75} aria-hidden="true" />
          <span className="only-read">{t('twoFactor')}</span>
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
  const t = useTexts('members.fields')
  const kinds = [
    member.acceptsOrderEmail && { text: t('byEmail'), Icon: IconMail },
    member.acceptsOrderSms && { text: t('bySms'), Icon: IconBell },
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
  const isOwn = useSession()?.account_id === member.id
  const actions = actionsOf(member, isOwn).map((action) => ({
    key: action,
    label: t(`do.${action}`),
    isDangerous: action === 'disable' || action === 'refuse',
    onSelect: () => onPress(action, member),
  }))
  return <RowMenu label={t('actionsFor', { name: member.name })} actions={actions} />
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
