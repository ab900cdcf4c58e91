import { Button } from '@mantine/core'
import { IconListDetails, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { useScreenSearch } from '../../frame/navigation.ts'
import type { ListColumn } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterChips, SearchField } from '../../ui/FilterChips.tsx'
import { Page } from '../../ui/Page.tsx'
import { PagedList, type ReadList } from '../../ui/PagedList.tsx'
import { type ChangeSearch, firstPage, pagingOf } from '../../ui/paged-search.ts'
import type { Setting, Way } from './setting.ts'
import { SettingSearch } from './transfer-search.ts'
import { logOf } from './use-setting-actions.tsx'
import './Transfers.css'

type Searching = { search: SettingSearch; onSearch: ChangeSearch<SettingSearch> }

/** The address of a list of settings. @returns also `body`: what the list is asked for */
export function useSettingSearch() {
  const [search, change] = useScreenSearch(SettingSearch)
  const { words = '', shows } = search
  const body = { words, isDeleted: shows === 'deleted', ...pagingOf(search) }
  return { search, onSearch: change as ChangeSearch<SettingSearch>, body }
}

/** The settings of one way: search, list, what can be done, and the way to what went through them. */
export function SettingsPage<Row extends Setting>(
  props: Searching & {
    way: Way
    list: ReadList<Row>
    columns: readonly ListColumn<Row>[]
    phoneRow: (setting: Row) => ReactNode
    onPress: (action: 'create' | 'edit', setting?: Row) => void
    dialog: ReactNode
  },
) {
  const { way, list, onPress } = props
  const t = useTexts(`transfers.${way}`)
  const screens = useTexts('screens')
  return (
    <Page
      title={screens(`${way}Settings`)}
      total={list.data?.total}
      lead={t('lead')}
      actions={<Actions way={way} onCreate={() => onPress('create')} />}
    >
      <div className="transfer-panel">
        <SettingBar {...props} />
        <PagedList
          label={screens(`${way}Settings`)}
          name={`${way}Settings`}
          columns={props.columns}
          list={list}
          search={props.search}
          onSearch={props.onSearch as ChangeSearch<object>}
          rowId={(setting) => setting.id}
          rowName={(setting) => setting.name}
          onOpen={(setting) => setting.deletedAt === null && onPress('edit', setting)}
          phoneRow={props.phoneRow}
          skeletonRows={4}
          empty={<NoSettings {...props} onCreate={() => onPress('create')} />}
        />
      </div>
      {props.dialog}
    </Page>
  )
}

function Actions({ way, onCreate }: { way: Way; onCreate: () => void }) {
  const t = useTexts(`transfers.${way}`)
  const screens = useTexts('screens')
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconListDetails size={18} stroke={1.75} />}
        renderRoot={(root) => <Link to={logOf[way]} {...root} />}
      >
        {screens(way === 'push' ? 'pushDeliveries' : 'pullFound')}
      </Button>
      <Button leftSection={<IconPlus size={18} stroke={1.75} />} onClick={onCreate}>
        {t('create')}
      </Button>
    </>
  )
}

function SettingBar({ way, search, onSearch }: Searching & { way: Way }) {
  const t = useTexts(`transfers.${way}`)
  const both = useTexts('transfers')
  const common = useTexts('common')
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
          label: common('state.deleted'),
          options: [{ value: 'deleted', label: both('showsDeleted') }],
          value: search.shows,
          onChange: (value) => onSearch({ shows: value as SettingSearch['shows'], ...firstPage }),
        },
      ]}
    />
  )
}

function NoSettings({ way, search, onSearch, onCreate }: Searching & { way: Way; onCreate: () => void }) {
  const t = useTexts(`transfers.${way}`)
  const common = useTexts('common')
  const both = useTexts('transfers')
  if (search.words === undefined && search.shows === undefined)
    return (
      <EmptyState
        drawing="letter"
        title={t('empty.title')}
        text={t('empty.text')}
        action={<Button onClick={onCreate}>{t('create')}</Button>}
      />
    )
  return (
    <EmptyState
      drawing="search"
      title={both('none')}
      action={
        <Button
          variant="default"
          onClick={() => onSearch({ words: undefined, shows: undefined, ...firstPage })}
        >
          {common('do.showAll')}
        </Button>
      }
    />
  )
}
