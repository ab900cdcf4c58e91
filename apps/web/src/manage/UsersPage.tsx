import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  businessTypes,
  type ManagedUser,
  manageSorts,
  type UserFilter,
  userRoles,
  userStates,
} from '@pontic/contract'
import { IconPlus, IconShieldLock } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useRead } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { useScreenSearch } from '../router.tsx'
import type { ListColumn } from '../ui/DataTable.tsx'
import { FilterChips, SearchField } from '../ui/FilterChips.tsx'
import { DateText } from '../ui/formats.tsx'
import type { MenuEntry } from '../ui/MenuButton.tsx'
import { Page } from '../ui/Page.tsx'
import { RowMenu } from '../ui/RowMenu.tsx'
import { ExportButton } from './ExportButton.tsx'
import { type ChangeSearch, UserSearch } from './manage-search.ts'
import { NothingFound } from './NothingFound.tsx'
import { useOrganizationFilter } from './organization-filter.ts'
import { PagedList, pagingOf } from './PagedList.tsx'
import { StateText } from './StateText.tsx'
import { useExport } from './use-export.ts'
import { useUserActions } from './user-actions.tsx'

const filterOf = ({ words, organization, type, state, role, sort }: UserSearch): UserFilter => ({
  words: words ?? '',
  organizationId: organization ?? null,
  businessType: type === undefined ? null : (Number(type) as UserFilter['businessType']),
  state: state ?? null,
  role: role ?? null,
  sort: sort ?? 'name',
})

const whole: Partial<UserSearch> = {
  words: undefined,
  organization: undefined,
  type: undefined,
  state: undefined,
  role: undefined,
  page: undefined,
}

/** The users of all organizations (portal.md §2 /manage/user). */
export function UsersPage() {
  const t = useTexts()
  const navigate = useNavigate()
  const [search, change] = useScreenSearch(UserSearch)
  const setSearch = change as ChangeSearch<UserSearch>
  const filter = filterOf(search)
  const list = useRead('manage.listUsers', { body: { ...filter, ...pagingOf(search) } }, { isFresh: true })
  const actions = useUserActions()
  const exporting = useExport()
  const columns = useColumns(actions.entriesOf)
  return (
    <Page
      title={t('screens.manageUsers')}
      total={list.data?.total}
      actions={
        <>
          <ExportButton
            isBusy={exporting.isBusy}
            onPress={() => void exporting.save({ list: 'users', filter })}
          />
          <Button leftSection={<IconPlus size={18} stroke={1.75} />} onClick={() => actions.press('create')}>
            {t('manage.user.create.button')}
          </Button>
        </>
      }
    >
      <div className="manage-panel">
        <Filters search={search} onSearch={setSearch} />
        <PagedList
          label={t('manage.user.list')}
          name="manage.users"
          list={list}
          search={search}
          onSearch={setSearch as ChangeSearch<object>}
          columns={columns}
          rowId={(row) => row.id}
          rowName={(row) => row.name}
          onOpen={(row) => void navigate({ to: '/manage/user/$id', params: { id: row.id } })}
          phoneRow={(row) => <PhoneRow row={row} entries={actions.entriesOf(row)} />}
          empty={<NothingFound onShowAll={() => setSearch(whole)} />}
        />
      </div>
      {actions.dialog}
    </Page>
  )
}

function Filters({ search, onSearch }: { search: UserSearch; onSearch: ChangeSearch<UserSearch> }) {
  const t = useTexts('manage')
  const types = useTexts('orgTypes')
  const organization = useOrganizationFilter(search.organization, (id) =>
    onSearch({ organization: id, page: undefined }),
  )
  return (
    <FilterChips
      search={
        <SearchField
          label={t('user.search')}
          value={search.words ?? ''}
          onChange={(words) => onSearch({ words: words || undefined, page: undefined }, { replace: true })}
        />
      }
      filters={[
        ...organization,
        {
          key: 'type',
          label: t('columns.businessType'),
          options: Object.values(businessTypes).map((type) => ({
            value: String(type),
            label: types(`${type}`),
          })),
          value: search.type,
          onChange: (type) => onSearch({ type, page: undefined }),
        },
        {
          key: 'state',
          label: t('columns.state'),
          options: userStates.map((value) => ({ value, label: t(`state.${value}`) })),
          value: search.state,
          onChange: (state) => onSearch({ state: state as UserSearch['state'], page: undefined }),
        },
        {
          key: 'role',
          label: t('columns.role'),
          options: userRoles.map((value) => ({
            value,
            label: t(`role.${value}`),
          })),
          value: search.role,
          onChange: (role) => onSearch({ role: role as UserSearch['role'], page: undefined }),
        },
        {
          key: 'sort',
          label: t('sort.label'),
          options: manageSorts.map((value) => ({ value, label: t(`sort.${value}`) })),
          value: search.sort,
          onChange: (sort) => onSearch({ sort: sort as UserSearch['sort'], page: undefined }),
        },
      ]}
    />
  )
}

// The table takes a new cell function for a new component: made anew with each drawing, buttons would lose the focus.
function useColumns(entriesOf: (row: ManagedUser) => MenuEntry[]): ListColumn<ManagedUser>[] {
  const t = useTexts('manage.columns')
  const isNarrow = useMediaQuery('(max-width: 72em)', undefined, { getInitialValueInEffect: false })
  return useMemo(() => {
    const columns: (ListColumn<ManagedUser> & { isWide?: boolean })[] = [
      { id: 'name', header: t('name'), cell: (row) => <NameCell row={row} />, isName: true },
      { id: 'organization', header: t('organizationName'), cell: (row) => <OrganizationCell row={row} /> },
      { id: 'role', header: t('role'), cell: (row) => <RoleText row={row} />, isWide: true },
      { id: 'state', header: t('state'), cell: (row) => <UserState row={row} /> },
      {
        id: 'signedIn',
        header: t('lastSignedInAt'),
        cell: (row) => <DateText moment={row.lastSignedInAt} />,
        align: 'end',
        isWide: true,
      },
      {
        id: 'actions',
        header: t('actions'),
        cell: (row) => <Menu row={row} entries={entriesOf(row)} />,
        align: 'end',
        isHeadSilent: true,
      },
    ]
    return columns.filter((column) => !isNarrow || !column.isWide)
  }, [t, isNarrow, entriesOf])
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
  const t = useTexts('manage.role')
  return <span>{t(row.isAdministrator ? 'administrator' : 'member')}</span>
}

function UserState({ row }: { row: ManagedUser }) {
  const t = useTexts('manage')
  return (
    <>
      <StateText state={row.state} />
      {row.hasTwoFactor && (
        <span title={t('columns.hasTwoFactor')}>
          {' '}
          <IconShieldLock size={16} stroke={1.75} aria-hidden="true" />
          <span className="only-read">{t('columns.hasTwoFactor')}</span>
        </span>
      )}
    </>
  )
}

function Menu({ row, entries }: { row: ManagedUser; entries: readonly MenuEntry[] }) {
  const t = useTexts('manage')
  return <RowMenu label={t('actionsFor', { name: row.name })} actions={entries} />
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
