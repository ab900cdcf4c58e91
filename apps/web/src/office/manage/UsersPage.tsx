import { useMediaQuery } from '@mantine/hooks'
import { type ManagedUser, type UserFilter, userRoleOf, userRoles, userStates } from '@pontic/contract'
import { IconShieldLock } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useScreenSearch } from '../../frame/navigation.ts'
import type { ListColumn } from '../../ui/DataTable.tsx'
import type { Filter } from '../../ui/FilterChips.tsx'
import { DateText } from '../../ui/formats.tsx'
import type { MenuEntry } from '../../ui/MenuButton.tsx'
import { type ChangeSearch, firstPage, pagingOf } from '../../ui/paged-search.ts'
import { RowMenu } from '../../ui/RowMenu.tsx'
import { ManageListPage } from './ManageListPage.tsx'
import { UserSearch } from './manage-search.ts'
import { useOrganizationFilter } from './organization-filter.ts'
import { StateText } from './StateText.tsx'
import { useUserActions } from './user-actions.tsx'

const filterOf = ({ words, organization, type, state, role, sort }: UserSearch): UserFilter => ({
  words: words ?? '',
  organizationId: organization ?? null,
  businessType: type === undefined ? null : (Number(type) as UserFilter['businessType']),
  state: state ?? null,
  role: role ?? null,
  sort: sort ?? 'name',
})

/** The users of all organizations (requirement 2.route.manage.user). */
export function UsersPage() {
  const t = useTexts()
  const own = useTexts('manage.user')
  const navigate = useNavigate()
  const [search, onSearch] = useScreenSearch(UserSearch)
  const filter = filterOf(search)
  const body = { ...filter, ...pagingOf(search) }
  const list = useRead('manage.listUsers', { body }, { isFresh: true })
  const actions = useUserActions()
  const columns = useColumns(actions.entriesOf)
  const organization = useOrganizationFilter(search.organization, (id) =>
    onSearch({ organization: id, ...firstPage }),
  )
  const role: Filter = {
    key: 'role',
    label: t('common.label.role'),
    options: userRoles.map((value) => ({ value, label: t(`common.role.${value}`) })),
    value: search.role,
    onChange: (value) => onSearch({ role: value as UserSearch['role'], ...firstPage }),
  }
  return (
    <ManageListPage
      title={t('screens.manageUsers')}
      words={{
        list: t('screens.manageUsers'),
        search: t('common.label.searchPeople'),
        create: own('create.title'),
      }}
      query={{ list: 'users', filter }}
      list={list}
      search={search}
      onSearch={onSearch as ChangeSearch<object>}
      states={userStates}
      filtersBefore={organization}
      filtersAfter={[role]}
      columns={columns}
      onOpen={(row) => void navigate({ to: '/manage/user/$id', params: { id: row.id } })}
      phoneRow={(row) => <PhoneRow row={row} entries={actions.entriesOf(row)} />}
      onCreate={() => actions.press('create')}
      dialog={actions.dialog}
    />
  )
}

// The table takes a new cell function for a new component: made anew with each drawing, buttons would lose the focus.
function useColumns(entriesOf: (row: ManagedUser) => MenuEntry[]): ListColumn<ManagedUser>[] {
  const common = useTexts('common')
  const isNarrow = useMediaQuery('(max-width: 72em)', undefined, { getInitialValueInEffect: false })
  return useMemo(() => {
    const columns: (ListColumn<ManagedUser> & { isWide?: boolean })[] = [
      { id: 'name', header: common('label.name'), cell: (row) => <NameCell row={row} />, isName: true },
      {
        id: 'organization',
        header: common('label.organization'),
        cell: (row) => <OrganizationCell row={row} />,
      },
      { id: 'role', header: common('label.role'), cell: (row) => <RoleText row={row} />, isWide: true },
      { id: 'state', header: common('label.status'), cell: (row) => <UserState row={row} /> },
      {
        id: 'signedIn',
        header: common('label.lastActive'),
        cell: (row) => <DateText moment={row.lastSignedInAt} />,
        align: 'end',
        isWide: true,
      },
      {
        id: 'actions',
        header: common('label.actions'),
        cell: (row) => <Menu row={row} entries={entriesOf(row)} />,
        align: 'end',
        isHeadSilent: true,
      },
    ]
    return columns.filter((column) => !isNarrow || !column.isWide)
  }, [common, isNarrow, entriesOf])
}

function NameCell({ row }: { row: ManagedUser }) {
  return (
    <span className="manage-lines">
      <span className="one-line" title={row.name}>
        {row.name}
      </span>
      <span className="meta one-line" title={row.email}>
        {row.email}
      </span>
    </span>
  )
}

function OrganizationCell({ row }: { row: ManagedUser }) {
  const types = useTexts('orgTypes')
  return (
    <span className="manage-lines">
      <span className="one-line" title={row.organizationName}>
        {row.organizationName}
      </span>
      <span className="meta">{types(`${row.businessType}`)}</span>
    </span>
  )
}

function RoleText({ row }: { row: ManagedUser }) {
  const t = useTexts('common.role')
  return <span>{t(userRoleOf(row))}</span>
}

function UserState({ row }: { row: ManagedUser }) {
  const screens = useTexts('screens')
  return (
    <>
      <StateText state={row.state} />
      {row.hasTwoFactor && (
        <span title={screens('security')}>
          {' '}
          <IconShieldLock size={16} stroke={1.75} aria-hidden="true" />
          <span className="only-read">{screens('security')}</span>
        </span>
      )}
    </>
  )
}

function Menu({ row, entries }: { row: ManagedUser; entries: readonly MenuEntry[] }) {
  const common = useTexts('common')
  return <RowMenu label={common('label.actionsFor', { name: row.name })} actions={entries} />
}

function PhoneRow({ row, entries }: { row: ManagedUser; entries: readonly MenuEntry[] }) {
  return (
    <>
      <div className="phone-lines">
        <div className="phone-line">
          <span className="one-line manage-name">{row.name}</span>
          <UserState row={row} />
        </div>
        <div className="phone-line meta">
          <span className="one-line">{row.organizationName}</span>
          <RoleText row={row} />
        </div>
      </div>
      <Menu row={row} entries={entries} />
    </>
  )
}
