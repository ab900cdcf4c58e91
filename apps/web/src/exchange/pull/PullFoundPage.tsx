import { Button } from '@mantine/core'
import { type PullItem, pullStates } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useScreenSearch } from '../../frame/navigation.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { Page } from '../../ui/Page.tsx'
import { PagedList, type ReadList } from '../../ui/PagedList.tsx'
import { type ChangeSearch, firstPage, pagingOf } from '../../ui/paged-search.ts'
import { FoundSearch } from '../settings/transfer-search.ts'
import { PhoneFound, useFoundColumns } from './PullFoundTable.tsx'
import '../settings/Transfers.css'

/** What pull settings have found: taken as cases, waiting, or refused with the reason. */
export function PullFoundPage() {
  const t = useTexts()
  const [search, change] = useScreenSearch(FoundSearch)
  const onSearch = change as ChangeSearch<FoundSearch>
  const { setting = null, state = null } = search
  const body = { settingId: setting, state, ...pagingOf(search) }
  const list = useRead('pullSettings.listItems', { body }, { isFresh: true })
  return (
    <Page title={t('screens.pullFound')} total={list.data?.total} lead={t('transfers.pull.found.lead')}>
      <div className="transfer-panel">
        <FoundBar search={search} onSearch={onSearch} />
        <FoundList list={list} search={search} onSearch={onSearch} />
      </div>
    </Page>
  )
}

type Searching = { search: FoundSearch; onSearch: ChangeSearch<FoundSearch> }

function FoundBar({ search, onSearch }: Searching) {
  const t = useTexts()
  const settings = useRead('pullSettings.listOptions', {})
  const filter = (key: 'setting' | 'state', label: string, options: { value: string; label: string }[]) => ({
    key,
    label,
    options,
    value: search[key],
    onChange: (value: string | undefined) => onSearch({ [key]: value, ...firstPage }),
  })
  return (
    <FilterChips
      filters={[
        filter(
          'state',
          t('common.label.status'),
          pullStates.map((value) => ({ value, label: t(`transfers.state.${value}`) })),
        ),
        filter(
          'setting',
          t('transfers.setting'),
          (settings.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ),
      ]}
    />
  )
}

function FoundList(props: Searching & { list: ReadList<PullItem> }) {
  const screens = useTexts('screens')
  const navigate = useNavigate()
  const open = ({ orderId }: PullItem) => {
    if (orderId !== null) void navigate({ to: '/order/detail/$id', params: { id: orderId } as never })
  }
  const columns = useFoundColumns()
  return (
    <PagedList
      label={screens('pullFound')}
      name="pullItems"
      columns={columns}
      list={props.list}
      search={props.search}
      onSearch={props.onSearch as ChangeSearch<object>}
      rowId={(item) => item.id}
      rowName={(item) => item.path}
      onOpen={open}
      phoneRow={(item) => <PhoneFound item={item} />}
      empty={<NothingFound {...props} />}
    />
  )
}

function NothingFound({ search, onSearch }: Searching) {
  const t = useTexts('transfers.pull.found')
  const common = useTexts('common')
  if (search.setting === undefined && search.state === undefined)
    return <EmptyState drawing="letter" title={t('empty.title')} text={t('empty.text')} />
  return (
    <EmptyState
      drawing="search"
      title={t('none')}
      action={
        <Button
          variant="default"
          onClick={() => onSearch({ setting: undefined, state: undefined, ...firstPage })}
        >
          {common('do.showAll')}
        </Button>
      }
    />
  )
}
