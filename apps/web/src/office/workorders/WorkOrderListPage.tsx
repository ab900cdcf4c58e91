import { Button } from '@mantine/core'
import { workOrderPriorities, workOrderStatuses } from '@pontic/contract'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useScreenSearch } from '../../frame/navigation.ts'
import { useSession } from '../../frame/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterChips, SearchField } from '../../ui/FilterChips.tsx'
import { Page } from '../../ui/Page.tsx'
import { firstPage, pagingOf } from '../../ui/paged-search.ts'
import { useOpener } from '../../ui/use-opener.ts'
import { hasRight } from './rights.ts'
import { useTypeName, WorkOrderShape } from './WorkOrderMarks.tsx'
import { WorkOrderTable } from './WorkOrderTable.tsx'
import { type ChangeSearch, WorkOrderSearch } from './work-order-search.ts'
import './WorkOrders.css'

const CreateDialog = lazy(() => import('./CreateDialog.tsx').then((file) => ({ default: file.CreateDialog })))

type Props = { search: WorkOrderSearch; onSearch: ChangeSearch }

/** Support requests that one sees: found, filtered, begun (requirement 2.support.list). */
export function WorkOrderListPage() {
  const t = useTexts()
  const session = useSession()
  const [search, change] = useScreenSearch(WorkOrderSearch)
  const onSearch = change as ChangeSearch
  const { words, status, type: typeId, priority } = search
  const list = useRead(
    'workorders.list',
    {
      body: {
        ...pagingOf(search),
        ...(words ? { words } : {}),
        ...(status ? { status } : {}),
        ...(typeId ? { typeId } : {}),
        ...(priority ? { priority } : {}),
      },
    },
    { isFresh: true },
  )
  const handles = hasRight(session, 'workorder.process')
  return (
    <Page
      title={t('screens.workOrders')}
      total={list.data?.total}
      lead={t(handles ? 'support.list.leadPlatform' : 'support.list.lead')}
      actions={<CreateButton search={search} onSearch={onSearch} />}
    >
      <div className="request-panel">
        <Filters search={search} onSearch={onSearch} />
        <WorkOrderTable
          list={list}
          // An open dialog does not make it another list.
          search={{ ...search, new: undefined }}
          onSearch={onSearch}
          empty={<NoWorkOrders search={search} onSearch={onSearch} handles={handles} />}
        />
      </div>
    </Page>
  )
}

function CreateButton({ search, onSearch }: Props) {
  const t = useTexts('support.create')
  const [wasOpened, setOpened] = useState(false)
  const isOpen = search.new !== undefined
  if (isOpen && !wasOpened) setOpened(true)
  useOpener(isOpen)
  return (
    <>
      <Button leftSection={<IconPlus size={18} stroke={1.75} />} onClick={() => onSearch({ new: 'yes' })}>
        {t('button')}
      </Button>
      {wasOpened && (
        <Suspense fallback={null}>
          <CreateDialog
            key={search.new ?? 'yes'}
            follows={search.new === 'yes' ? undefined : search.new}
            isOpen={isOpen}
            onClose={() => onSearch({ new: undefined }, { replace: true })}
          />
        </Suspense>
      )}
    </>
  )
}

function Filters({ search, onSearch }: Props) {
  const t = useTexts('support')
  const common = useTexts('common')
  const typeName = useTypeName()
  const types = useRead('workorders.listTypes', {})
  return (
    <FilterChips
      search={
        <SearchField
          label={t('list.search')}
          value={search.words ?? ''}
          onChange={(next) => onSearch({ words: next || undefined, ...firstPage }, { replace: true })}
        />
      }
      filters={[
        {
          key: 'status',
          label: common('label.status'),
          options: workOrderStatuses.map((value) => ({
            value,
            label: t(`status.${value}`),
            shape: <WorkOrderShape status={value} />,
          })),
          value: search.status,
          onChange: (value) => onSearch({ status: value as WorkOrderSearch['status'], ...firstPage }),
        },
        {
          key: 'type',
          label: common('label.type'),
          options: (types.data?.list ?? []).map((type) => ({ value: type.id, label: typeName(type) })),
          value: search.type,
          onChange: (value) => onSearch({ type: value, ...firstPage }),
        },
        {
          key: 'priority',
          label: t('list.column.priority'),
          options: workOrderPriorities.map((value) => ({ value, label: t(`priority.${value}`) })),
          value: search.priority,
          onChange: (value) => onSearch({ priority: value as WorkOrderSearch['priority'], ...firstPage }),
        },
      ]}
    />
  )
}

function NoWorkOrders({ search, onSearch, handles }: Props & { handles: boolean }) {
  const t = useTexts('support')
  const { words, status, type, priority } = search
  if (words || status || type || priority) {
    const all = { words: undefined, status: undefined, type: undefined, priority: undefined, ...firstPage }
    return (
      <EmptyState
        drawing="search"
        title={t('list.none.title')}
        text={t('list.none.text')}
        action={
          <Button variant="default" onClick={() => onSearch(all)}>
            {t('list.none.all')}
          </Button>
        }
      />
    )
  }
  if (handles) {
    return (
      <EmptyState
        drawing="letter"
        title={t('list.emptyOperator.title')}
        text={t('list.emptyOperator.text')}
      />
    )
  }
  return (
    <EmptyState
      drawing="letter"
      title={t('list.empty.title')}
      text={t('list.empty.text')}
      action={<Button onClick={() => onSearch({ new: 'yes' })}>{t('create.button')}</Button>}
    />
  )
}
