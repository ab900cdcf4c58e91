import { Button } from '@mantine/core'
import { businessTypes, type ManageExport, manageSorts } from '@pontic/contract'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import type { DataTableProps } from '../../ui/DataTable.tsx'
import { type Filter, FilterChips, SearchField } from '../../ui/FilterChips.tsx'
import { Page } from '../../ui/Page.tsx'
import { PagedList, type ReadList } from '../../ui/PagedList.tsx'
import { type ChangeSearch, firstPage, type PagedSearch } from '../../ui/paged-search.ts'
import { ExportButton } from './ExportButton.tsx'
import { NothingFound } from './NothingFound.tsx'
import { useExport } from './use-export.ts'

/** What the lists have in their addresses; role and organization only that of users. */
type Search = PagedSearch & {
  words?: string | undefined
  organization?: string | undefined
  role?: string | undefined
  type?: string | undefined
  state?: string | undefined
  sort?: (typeof manageSorts)[number] | undefined
}

const noFilters = {
  words: undefined,
  organization: undefined,
  type: undefined,
  state: undefined,
  role: undefined,
  ...firstPage,
} as const

type FilterProps = {
  search: Search
  onSearch: ChangeSearch<Search>
  states: readonly string[]
  /** Stand before and after the filters that both lists have. */
  filtersBefore?: readonly Filter[]
  filtersAfter?: readonly Filter[]
}

type Props<Row extends object> = FilterProps &
  Pick<DataTableProps<Row>, 'columns' | 'phoneRow' | 'onOpen'> & {
    title: string
    words: { list: string; search: string; create: string }
    query: ManageExport
    list: ReadList<Row>
    onCreate: () => void
    dialog: ReactNode
  }

/** Organizations or users: export, a new one, search, filters, list. */
export function ManageListPage<Row extends { id: string; name: string }>(props: Props<Row>) {
  const { title, words, query, list, search, onSearch } = props
  return (
    <Page
      title={title}
      total={list.data?.total}
      actions={<Actions query={query} create={words.create} onCreate={props.onCreate} />}
    >
      <div className="manage-panel">
        <Filters {...props} label={words.search} />
        <PagedList
          label={words.list}
          name={`manage.${query.list}`}
          list={list}
          search={search}
          onSearch={onSearch as ChangeSearch<PagedSearch>}
          columns={props.columns}
          rowId={(row) => row.id}
          rowName={(row) => row.name}
          {...(props.onOpen ? { onOpen: props.onOpen } : {})}
          phoneRow={props.phoneRow}
          empty={<NothingFound onShowAll={() => onSearch(noFilters)} />}
        />
      </div>
      {props.dialog}
    </Page>
  )
}

function Actions(props: { query: ManageExport; create: string; onCreate: () => void }) {
  const { save, isBusy } = useExport()
  return (
    <>
      <ExportButton isBusy={isBusy} onPress={() => void save(props.query)} />
      <Button leftSection={<IconPlus size={18} stroke={1.75} />} onClick={props.onCreate}>
        {props.create}
      </Button>
    </>
  )
}

function Filters(props: FilterProps & { label: string }) {
  const { search, onSearch } = props
  const t = useTexts('manage')
  const common = useTexts('common')
  const types = useTexts('orgTypes')
  const filter = (key: 'type' | 'state' | 'sort', label: string, options: Filter['options']): Filter => ({
    key,
    label,
    options,
    value: search[key],
    onChange: (value) => onSearch({ [key]: value, ...firstPage }),
  })
  return (
    <FilterChips
      search={
        <SearchField
          label={props.label}
          value={search.words ?? ''}
          onChange={(words) => onSearch({ words: words || undefined, ...firstPage }, { replace: true })}
        />
      }
      filters={[
        ...(props.filtersBefore ?? []),
        filter(
          'type',
          common('label.type'),
          Object.values(businessTypes).map((type) => ({ value: String(type), label: types(`${type}`) })),
        ),
        filter(
          'state',
          common('label.status'),
          props.states.map((value) => ({ value, label: common(`state.${value}` as 'state.active') })),
        ),
        ...(props.filtersAfter ?? []),
        filter(
          'sort',
          t('sort.label'),
          manageSorts.map((value) => ({ value, label: t(`sort.${value}`) })),
        ),
      ]}
    />
  )
}
