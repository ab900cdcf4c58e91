import { Button } from '@mantine/core'
import { businessTypes, manageSorts, type OrganizationFilter, organizationStates } from '@pontic/contract'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useRead } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { useScreenSearch } from '../router.tsx'
import { FilterChips, SearchField } from '../ui/FilterChips.tsx'
import { Page } from '../ui/Page.tsx'
import { ExportButton } from './ExportButton.tsx'
import { type ChangeSearch, OrganizationSearch } from './manage-search.ts'
import { NothingFound } from './NothingFound.tsx'
import { useOrganizationActions } from './organization-actions.tsx'
import { PhoneOrganization, useOrganizationColumns } from './organization-columns.tsx'
import { PagedList, pagingOf } from './PagedList.tsx'
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
  const columns = useOrganizationColumns(actions.entriesOf)
  return (
    <Page
      title={t('screens.manageOrganizations')}
      total={list.data?.total}
      actions={
        <>
          <ExportButton
            isBusy={exporting.isBusy}
            onPress={() => void exporting.save({ list: 'organizations', filter })}
          />
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
          phoneRow={(row) => <PhoneOrganization row={row} entries={actions.entriesOf(row)} />}
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
