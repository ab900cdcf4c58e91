import { Button } from '@mantine/core'
import type { PullSetting } from '@pontic/contract'
import { IconListDetails, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRead } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { useScreenSearch } from '../router.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FilterChips, SearchField } from '../ui/FilterChips.tsx'
import { Page } from '../ui/Page.tsx'
import { PhonePullSetting, usePullColumns } from './PullTable.tsx'
import { TransferList } from './TransferList.tsx'
import { type ChangeSearch, pagingOf, SettingSearch } from './transfer-search.ts'
import { type PressPull, usePullActions } from './use-pull-actions.tsx'
import './Transfers.css'

const firstPage = { page: undefined } as const

/** Pull settings of the platform (portal.md §2). */
export function PullPage() {
  const t = useTexts()
  const [search, change] = useScreenSearch(SettingSearch)
  const onSearch = change as ChangeSearch<SettingSearch>
  const { words = '', shows } = search
  const body = { words, isDeleted: shows === 'deleted', ...pagingOf(search) }
  const list = useRead('pullSettings.list', { body }, { isFresh: true })
  const actions = usePullActions()
  return (
    <Page
      title={t('screens.pullSettings')}
      total={list.data?.total}
      lead={t('transfers.pull.lead')}
      actions={
        <>
          <Button
            variant="default"
            className="transfer-log"
            leftSection={<IconListDetails size={18} stroke={1.75} />}
            renderRoot={(props) => <Link to="/manage/pull/found" {...props} />}
          >
            {t('transfers.pull.log')}
          </Button>
          <Button leftSection={<IconPlus size={18} stroke={1.75} />} onClick={() => actions.press('create')}>
            {t('transfers.pull.create')}
          </Button>
        </>
      }
    >
      <div className="transfer-panel">
        <PullBar search={search} onSearch={onSearch} />
        <PullList list={list} search={search} onSearch={onSearch} onPress={actions.press} />
      </div>
      {actions.dialog}
    </Page>
  )
}

type Searching = { search: SettingSearch; onSearch: ChangeSearch<SettingSearch> }

function PullBar({ search, onSearch }: Searching) {
  const t = useTexts('transfers.pull')
  return (
    <FilterChips
      search={
        <SearchField
          label={t('search')}
          value={search.words ?? ''}
          onChange={(words) => onSearch({ words: words || undefined, ...firstPage }, { replace: true })}
        />
      }
      filters={[
        {
          key: 'shows',
          label: t('shows'),
          options: [{ value: 'deleted', label: t('showsDeleted') }],
          value: search.shows,
          onChange: (value) => onSearch({ shows: value as SettingSearch['shows'], ...firstPage }),
        },
      ]}
    />
  )
}

function PullList(
  props: Searching & {
    list: Parameters<typeof TransferList<PullSetting>>[0]['list']
    onPress: PressPull
  },
) {
  const t = useTexts('transfers.pull')
  const columns = usePullColumns(props.onPress)
  return (
    <TransferList
      label={t('list')}
      name="pullSettings"
      columns={columns}
      list={props.list}
      search={props.search}
      onSearch={props.onSearch as ChangeSearch<object>}
      rowId={(setting) => setting.id}
      rowName={(setting) => setting.name}
      onOpen={(setting) => setting.deletedAt === null && props.onPress('edit', setting)}
      phoneRow={(setting) => <PhonePullSetting setting={setting} onPress={props.onPress} />}
      skeletonRows={4}
      empty={<NoSettings {...props} />}
    />
  )
}

function NoSettings({ search, onSearch, onPress }: Searching & { onPress: PressPull }) {
  const t = useTexts('transfers.pull')
  if (search.words === undefined && search.shows === undefined)
    return (
      <EmptyState
        drawing="letter"
        title={t('empty.title')}
        text={t('empty.text')}
        action={<Button onClick={() => onPress('create')}>{t('create')}</Button>}
      />
    )
  return (
    <EmptyState
      drawing="search"
      title={t('none')}
      action={
        <Button
          variant="default"
          onClick={() => onSearch({ words: undefined, shows: undefined, ...firstPage })}
        >
          {t('showAll')}
        </Button>
      }
    />
  )
}
