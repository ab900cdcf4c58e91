import { Button } from '@mantine/core'
import type { PushSetting } from '@pontic/contract'
import { IconListDetails, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRead } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { useScreenSearch } from '../router.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FilterChips, SearchField } from '../ui/FilterChips.tsx'
import { Page } from '../ui/Page.tsx'
import { PhonePushSetting, usePushColumns } from './PushTable.tsx'
import { TransferList } from './TransferList.tsx'
import { type ChangeSearch, pagingOf, SettingSearch } from './transfer-search.ts'
import { type PressPush, usePushActions } from './use-push-actions.tsx'
import './Transfers.css'

const firstPage = { page: undefined } as const

/** Push settings of the platform (portal.md §2). */
export function PushPage() {
  const t = useTexts()
  const [search, change] = useScreenSearch(SettingSearch)
  const onSearch = change as ChangeSearch<SettingSearch>
  const { words = '', shows } = search
  const body = { words, isDeleted: shows === 'deleted', ...pagingOf(search) }
  const list = useRead('pushSettings.list', { body }, { isFresh: true })
  const actions = usePushActions()
  return (
    <Page
      title={t('screens.pushSettings')}
      total={list.data?.total}
      lead={t('transfers.push.lead')}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconListDetails size={18} stroke={1.75} />}
            renderRoot={(props) => <Link to="/manage/push/deliveries" {...props} />}
          >
            {t('transfers.push.log')}
          </Button>
          <Button leftSection={<IconPlus size={18} stroke={1.75} />} onClick={() => actions.press('create')}>
            {t('transfers.push.create')}
          </Button>
        </>
      }
    >
      <div className="transfer-panel">
        <PushBar search={search} onSearch={onSearch} />
        <PushList list={list} search={search} onSearch={onSearch} onPress={actions.press} />
      </div>
      {actions.dialog}
    </Page>
  )
}

type Searching = { search: SettingSearch; onSearch: ChangeSearch<SettingSearch> }

function PushBar({ search, onSearch }: Searching) {
  const t = useTexts('transfers.push')
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

function PushList(
  props: Searching & {
    list: Parameters<typeof TransferList<PushSetting>>[0]['list']
    onPress: PressPush
  },
) {
  const t = useTexts('transfers.push')
  const columns = usePushColumns(props.onPress)
  return (
    <TransferList
      label={t('list')}
      name="pushSettings"
      columns={columns}
      list={props.list}
      search={props.search}
      onSearch={props.onSearch as ChangeSearch<object>}
      rowId={(setting) => setting.id}
      rowName={(setting) => setting.name}
      onOpen={(setting) => setting.deletedAt === null && props.onPress('edit', setting)}
      phoneRow={(setting) => <PhonePushSetting setting={setting} onPress={props.onPress} />}
      skeletonRows={4}
      empty={<NoSettings {...props} />}
    />
  )
}

function NoSettings({ search, onSearch, onPress }: Searching & { onPress: PressPush }) {
  const t = useTexts('transfers.push')
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
