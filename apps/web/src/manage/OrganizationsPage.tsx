import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  businessTypes,
  type ManagedOrganization,
  manageSorts,
  type OrganizationFilter,
  organizationStates,
} from '@pontic/contract'
import { IconFileSpreadsheet, IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useRead } from '../api.ts'
import { useFormats, useTexts } from '../i18n.tsx'
import { useScreenSearch } from '../router.tsx'
import type { ListColumn } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FilterChips, SearchField } from '../ui/FilterChips.tsx'
import { DateText, NumberText } from '../ui/formats.tsx'
import type { MenuEntry } from '../ui/MenuButton.tsx'
import { Page } from '../ui/Page.tsx'
import { RowMenu } from '../ui/RowMenu.tsx'
import { type ChangeSearch, OrganizationSearch } from './manage-search.ts'
import { useOrganizationActions } from './organization-actions.tsx'
import { PagedList, pagingOf } from './PagedList.tsx'
import { StateText } from './StateText.tsx'
import { useExport } from './use-export.ts'

const filterOf = ({ words, type, state, sort }: OrganizationSearch): OrganizationFilter => ({
  words: words ?? '',
  businessType: type === undefined ? null : (Number(type) as OrganizationFilter['businessType']),
  state: state ?? null,
  sort: sort ?? 'name',
})

/** All organizations of the platform (portal.md §2 /manage/organization). */
export function OrganizationsPage() {
  const t = useTexts()
  const navigate = useNavigate()
  const [search, change] = useScreenSearch(OrganizationSearch)
  const setSearch = change as ChangeSearch<OrganizationSearch>
  const filter = filterOf(search)
  const list = useRead(
    'manage.listOrganizations',
    { body: { ...filter, ...pagingOf(search) } },
    { isFresh: true },
  )
  const actions = useOrganizationActions()
  const exporting = useExport()
  const columns = useColumns(actions.entriesOf)
  return (
    <Page
      title={t('screens.manageOrganizations')}
      total={list.data?.total}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconFileSpreadsheet size={18} stroke={1.75} />}
            loading={exporting.isBusy}
            onClick={() => void exporting.save({ list: 'organizations', filter })}
          >
            {t('manage.export')}
          </Button>
          <Button leftSection={<IconPlus size={18} stroke={1.75} />} onClick={() => actions.press('create')}>
            {t('manage.organization.create.button')}
          </Button>
        </>
      }
    >
      <div className="manage-panel">
        <Filters search={search} onSearch={setSearch} />
        <PagedList
          label={t('manage.organization.list')}
          name="manage.organizations"
          list={list}
          search={search}
          onSearch={setSearch as ChangeSearch<object>}
          columns={columns}
          rowId={(row) => row.id}
          rowName={(row) => row.name}
          onOpen={(row) => void navigate({ to: '/manage/organization/$id', params: { id: row.id } })}
          phoneRow={(row) => <PhoneRow row={row} entries={actions.entriesOf(row)} />}
          empty={
            <NothingFound
              onShowAll={() =>
                setSearch({ words: undefined, type: undefined, state: undefined, page: undefined })
              }
            />
          }
        />
      </div>
      {actions.dialog}
    </Page>
  )
}

/** Words and filters that fit nothing, and the way out of them. */
export function NothingFound({ onShowAll }: { onShowAll: () => void }) {
  const t = useTexts('manage')
  return (
    <EmptyState
      drawing="search"
      title={t('none')}
      action={
        <Button variant="default" onClick={onShowAll}>
          {t('showAll')}
        </Button>
      }
    />
  )
}

function Filters(props: { search: OrganizationSearch; onSearch: ChangeSearch<OrganizationSearch> }) {
  const { search, onSearch } = props
  const t = useTexts('manage')
  const types = useTexts('orgTypes')
  return (
    <FilterChips
      search={
        <SearchField
          label={t('organization.search')}
          value={search.words ?? ''}
          onChange={(words) => onSearch({ words: words || undefined, page: undefined }, { replace: true })}
        />
      }
      filters={[
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
          options: organizationStates.map((value) => ({ value, label: t(`state.${value}`) })),
          value: search.state,
          onChange: (state) => onSearch({ state: state as OrganizationSearch['state'], page: undefined }),
        },
        {
          key: 'sort',
          label: t('sort.label'),
          options: manageSorts.map((value) => ({ value, label: t(`sort.${value}`) })),
          value: search.sort,
          onChange: (sort) => onSearch({ sort: sort as OrganizationSearch['sort'], page: undefined }),
        },
      ]}
    />
  )
}

// The table takes a new cell function for a new component: made anew with each drawing, buttons would lose the focus.
function useColumns(entriesOf: (row: ManagedOrganization) => MenuEntry[]): ListColumn<ManagedOrganization>[] {
  const t = useTexts('manage.columns')
  const types = useTexts('orgTypes')
  const isNarrow = useMediaQuery('(max-width: 72em)', undefined, { getInitialValueInEffect: false })
  return useMemo(() => {
    const columns: (ListColumn<ManagedOrganization> & { isWide?: boolean })[] = [
      { id: 'name', header: t('name'), cell: (row) => <NameCell row={row} />, isName: true },
      { id: 'type', header: t('businessType'), cell: (row) => types(`${row.businessType}`) },
      { id: 'state', header: t('state'), cell: (row) => <StateText state={row.state} /> },
      { id: 'users', header: t('users'), cell: (row) => <NumberText value={row.users} />, align: 'end' },
      { id: 'orders', header: t('orders'), cell: (row) => <NumberText value={row.orders} />, align: 'end' },
      {
        id: 'storage',
        header: t('storage'),
        cell: (row) => <Storage row={row} />,
        align: 'end',
        isWide: true,
      },
      {
        id: 'registered',
        header: t('registeredAt'),
        cell: (row) => <DateText moment={row.registeredAt} />,
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
  }, [t, types, isNarrow, entriesOf])
}

function NameCell({ row }: { row: ManagedOrganization }) {
  return (
    <span className="manage-lines">
      <span className="one-line" title={row.name}>
        {row.name}
      </span>
      <span className="meta one-line">{[row.contactPerson, row.address].filter(Boolean).join(' · ')}</span>
    </span>
  )
}

function Storage({ row }: { row: ManagedOrganization }) {
  const t = useTexts('manage')
  const { size } = useFormats()
  return (
    <span className="figures">
      {t('storageOf', { used: size(row.storageUsedBytes), quota: size(row.storageQuotaBytes) })}
    </span>
  )
}

function Menu({ row, entries }: { row: ManagedOrganization; entries: readonly MenuEntry[] }) {
  const t = useTexts('manage')
  return <RowMenu label={t('actionsFor', { name: row.name })} actions={entries} />
}

function PhoneRow({ row, entries }: { row: ManagedOrganization; entries: readonly MenuEntry[] }) {
  const types = useTexts('orgTypes')
  return (
    <>
      <div className="phone-lines">
        <div className="phone-line">
          <span className="one-line manage-name">{row.name}</span>
          <StateText state={row.state} />
        </div>
        <div className="phone-line meta">
          <span className="one-line">{types(`${row.businessType}`)}</span>
          <Storage row={row} />
        </div>
      </div>
      <Menu row={row} entries={entries} />
    </>
  )
}
