import { Button } from '@mantine/core'
import type { WorkOrderType } from '@pontic/contract'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useScreenSearch } from '../../frame/navigation.ts'
import type { ListColumn } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterChips, SearchField } from '../../ui/FilterChips.tsx'
import { NumberText } from '../../ui/formats.tsx'
import { Page } from '../../ui/Page.tsx'
import { PagedList, type ReadList } from '../../ui/PagedList.tsx'
import { type ChangeSearch, firstPage, pagingOf } from '../../ui/paged-search.ts'
import { RowMenu } from '../../ui/RowMenu.tsx'
import { dialogOf, useDialogs } from '../../ui/use-dialogs.tsx'
import { asQuery, type ChangeSettings, SettingsSearch } from './settings-search.ts'
import { useTypeName } from './WorkOrderMarks.tsx'
import './WorkOrders.css'

const typeDialog = dialogOf(() => import('./TypeDialog.tsx').then((file) => file.TypeDialog))
const dialogs = {
  create: typeDialog,
  edit: typeDialog,
  delete: dialogOf(() => import('./DeleteTypeDialog.tsx').then((file) => file.DeleteTypeDialog)),
} as const

type Action = keyof typeof dialogs
type Press = (action: Action, type?: WorkOrderType) => void

/** Types of support requests and whom they go to (requirement 2.route.manage.workordertype). */
export function TypesPage() {
  const t = useTexts()
  const [search, change] = useScreenSearch(SettingsSearch)
  const onSearch = change as ChangeSettings
  const { words } = search
  const query = asQuery({ ...pagingOf(search), ...(words ? { words } : {}) })
  const list = useRead('worktypes.list', { query }, { isFresh: true })
  const { press, dialog } = useDialogs<WorkOrderType, Action>(dialogs)
  return (
    <Page
      title={t('screens.workOrderTypes')}
      total={list.data?.total}
      lead={t('support.typesPage.lead')}
      actions={
        <Button leftSection={<IconPlus size={18} stroke={1.75} />} onClick={() => press('create')}>
          {t('support.typesPage.create')}
        </Button>
      }
    >
      <div className="request-panel">
        <FilterChips
          search={
            <SearchField
              label={t('support.typesPage.search')}
              value={words ?? ''}
              onChange={(next) => onSearch({ words: next || undefined, ...firstPage }, { replace: true })}
            />
          }
          filters={[]}
        />
        <TypeTable list={list} search={search} onSearch={onSearch} onPress={press} />
      </div>
      {dialog}
    </Page>
  )
}

function TypeTable(props: {
  list: ReadList<WorkOrderType>
  search: SettingsSearch
  onSearch: ChangeSettings
  onPress: Press
}) {
  const t = useTexts('support.typesPage')
  const typeName = useTypeName()
  const support = useTexts('support')
  const columns = useColumns(props.onPress)
  return (
    <PagedList
      label={t('list')}
      name="worktypes"
      columns={columns}
      list={props.list}
      search={props.search}
      onSearch={props.onSearch as ChangeSearch<object>}
      rowId={(type) => type.id}
      rowName={typeName}
      phoneRow={(type) => (
        <>
          <div className="phone-lines">
            <div className="phone-line">
              <span className="one-line request-phone-title">{typeName(type)}</span>
            </div>
            <div className="phone-line meta">
              <span className="one-line">{type.operatorName ?? t('nobody')}</span>
              <span className="figures">{support('open', { count: type.open })}</span>
            </div>
          </div>
          <TypeMenu type={type} onPress={props.onPress} />
        </>
      )}
      skeletonRows={5}
      empty={
        <EmptyState
          drawing="search"
          title={t('none')}
          action={
            <Button variant="default" onClick={() => props.onSearch({ words: undefined, ...firstPage })}>
              {t('showAll')}
            </Button>
          }
        />
      }
    />
  )
}

function useColumns(onPress: Press): ListColumn<WorkOrderType>[] {
  const t = useTexts('support.typesPage')
  const support = useTexts('support')
  const common = useTexts('common')
  const typeName = useTypeName()
  return useMemo(
    () => [
      { id: 'name', header: common('label.name'), cell: typeName, isName: true },
      {
        id: 'operator',
        header: support('list.column.operator'),
        cell: (type) => type.operatorName ?? <span className="quiet">{t('nobody')}</span>,
      },
      {
        id: 'open',
        header: t('column.open'),
        cell: (type) => <NumberText value={type.open} />,
        align: 'end',
      },
      {
        id: 'actions',
        header: common('label.actions'),
        cell: (type) => <TypeMenu type={type} onPress={onPress} />,
        align: 'end',
        isHeadSilent: true,
      },
    ],
    [t, common, support, typeName, onPress],
  )
}

function TypeMenu({ type, onPress }: { type: WorkOrderType; onPress: Press }) {
  const common = useTexts('common')
  const typeName = useTypeName()
  const actions = (['edit', 'delete'] as const).map((action) => ({
    key: action,
    label: common(`do.${action}`),
    isDangerous: action === 'delete',
    onSelect: () => onPress(action, type),
  }))
  return <RowMenu label={common('label.actionsFor', { name: typeName(type) })} actions={actions} />
}
