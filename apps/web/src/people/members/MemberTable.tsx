import { Group } from '@mantine/core'
import { type Member, memberFilters } from '@pontic/contract'
import { clsx } from 'clsx'
import { useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import dataTableCss from '../../ui/DataTable.module.css'
import { IconBell, IconMail, IconShieldLock } from '../../ui/icons.ts'
import type { List } from '../../ui/list.ts'
import { date } from '../../ui/list-cells.tsx'
import { choiceFilter, searchFilter } from '../../ui/list-filters.tsx'
import type { MenuEntry } from '../../ui/menu.ts'
import css from './Members.module.css'
import type { PressMember } from './member-actions.ts'
import { actionsOf } from './member-actions.ts'

/** The list of an organization's members, sorted by name. */
export const memberList: List<'members.list', PressMember> = {
  call: 'members.list',
  name: 'members',
  label: 'common.label.members',
  filters: {
    words: searchFilter('common.label.searchPeople'),
    filter: choiceFilter('filter', memberFilters, 'common.label.status', 'common.state.'),
  },
  columns: {
    name: { header: 'common.label.personName', cell: NameCell, isName: true },
    role: { header: 'common.label.role', cell: RoleText },
    state: { header: 'common.label.status', cell: StateText },
    license: { header: 'common.label.license', cell: 'licenseNumber', minWidthEm: 72 },
    telephone: { header: 'common.label.telephone', cell: 'telephone', minWidthEm: 72 },
    notices: { header: 'screens.notifications', cell: Notices, minWidthEm: 72 },
    signedIn: { header: 'common.label.lastActive', cell: date((row) => row.lastSignedInAt), align: 'end' },
  },
  rowName: 'name',
  useMenu: useMemberMenu,
  phone: { mark: StateText, left: 'email', right: RoleText },
  // Without a filter the list contains at least the user, so it needs no text for an empty list.
  none: { title: 'members.none', all: 'members.showAll' },
  hasTotal: false,
  skeletonRows: 5,
}

function NameCell({ row }: { row: Member }) {
  const t = useTexts('members')
  const isOwn = useSession()?.account_id === row.id
  return (
    <span className={clsx(dataTableCss.cellLines, css.memberLines)} data-off={!row.isEnabled || undefined}>
      <Group component="span" gap={4} wrap="nowrap" align="baseline" miw={0}>
        <span className="one-line" title={row.name}>
          {row.name}
        </span>
        {isOwn && <span className={clsx('meta', css.memberOwn)}>({t('you')})</span>}
      </Group>
      <span className="meta one-line" title={row.email}>
        {row.email}
      </span>
    </span>
  )
}

function RoleText({ row }: { row: Member }) {
  const t = useTexts('common.role')
  return <span>{t(row.isAdministrator ? 'administrator' : 'member')}</span>
}

/** The state of the account as a coloured text. An icon marks members with two-factor sign-in. */
function StateText({ row }: { row: Member }) {
  const t = useTexts('common.state')
  const screens = useTexts('screens')
  const state = stateOf(row)
  return (
    <span className={css.memberState} data-state={state}>
      {t(state)}
      {row.hasTwoFactor && (
        <span className={css.memberFactor} title={screens('security')}>
          <IconShieldLock size={16} />
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

/** Icons for the notifications about cases that a member gets. */
function Notices({ row }: { row: Member }) {
  const t = useTexts('accounts')
  const kinds = [
    row.acceptsOrderEmail && { text: t('byEmail'), Icon: IconMail },
    row.acceptsOrderSms && { text: t('bySms'), Icon: IconBell },
  ].filter((kind) => kind !== false)
  return (
    <span className={css.memberNotices}>
      {kinds.map(({ text, Icon }) => (
        <span key={text} title={text}>
          <Icon size={16} />
          <span className="only-read">{text} </span>
        </span>
      ))}
    </span>
  )
}

function useMemberMenu(member: Member, press: PressMember): MenuEntry[] {
  const t = useTexts('members.do')
  const common = useTexts('common')
  const isOwn = useSession()?.account_id === member.id
  return actionsOf(member, isOwn).map((action) => ({
    key: action,
    label:
      action === 'edit' || action === 'password' || action === 'resetTwoFactor'
        ? common(`do.${action}`)
        : t(action),
    isDangerous: action === 'disable' || action === 'refuse',
    onSelect: () => press(action, member),
  }))
}
