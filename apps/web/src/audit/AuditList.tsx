import { Button } from '@mantine/core'
import { type AuditRow, limits } from '@pontic/contract'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Pager } from '../ui/Pager.tsx'
import { useOpener } from '../ui/use-opener.ts'
import { AuditBar } from './AuditBar.tsx'
import { AuditTable } from './AuditTable.tsx'
import { type AuditSearch, type ChangeSearch, filterOf, firstPage, noSearch } from './audit-search.ts'

const pageSizes = [limits.pageSizeDefault, 50, limits.pageSizeMax]

const AuditRowDialog = lazy(() =>
  import('./AuditRowDialog.tsx').then((file) => ({ default: file.AuditRowDialog })),
)

type Props = { search: AuditSearch; onSearch: ChangeSearch; isWhole: boolean }

/** Rows of the log with search and filters, newest first; a row opens whole. */
export function AuditList({ search, onSearch, isWhole }: Props) {
  const { size: pageSize = limits.pageSizeDefault, cursor } = search
  const paging = cursor === undefined ? { page: search.page ?? 1 } : { cursor, page: search.page ?? 1 }
  const list = useRead(
    'audit.list',
    { body: { filter: filterOf(search), pageSize, ...paging } },
    { isFresh: true },
  )
  const [opened, open] = useState<AuditRow>()
  useOpener(opened !== undefined)
  if (list.failure) return <ErrorState {...list.failure} onRetry={list.refetch} />
  return (
    <div className="audit-panel">
      <AuditBar search={search} onSearch={onSearch} isWhole={isWhole} />
      <AuditTable
        rows={list.data?.list}
        isStale={list.isStale}
        isWhole={isWhole}
        onOpen={open}
        empty={<NoRows onSearch={onSearch} />}
      />
      <AuditPager list={list.data} search={search} onSearch={onSearch} />
      <Suspense fallback={null}>
        {opened && (
          <AuditRowDialog
            row={opened}
            isWhole={isWhole}
            onSearch={(change) => {
              open(undefined)
              onSearch({ ...noSearch, ...change })
            }}
            onClose={() => open(undefined)}
          />
        )}
      </Suspense>
    </div>
  )
}

type Listed = { list: readonly AuditRow[]; total: number; totalIsExact: boolean; cursor: string | null }

// Cursors lead forward; the way back is counted from the start, as far as the server counts.
function AuditPager({
  list,
  search,
  onSearch,
}: Pick<Props, 'search' | 'onSearch'> & { list: Listed | undefined }) {
  const { page = 1, size: pageSize = limits.pageSizeDefault } = search
  if (!list || (list.total <= limits.pageSizeDefault && page === 1)) return null
  const { cursor } = list
  const mayGoBack = page > 1 && (page - 2) * pageSize <= limits.filteredTotalMax
  return (
    <Pager
      page={page}
      pageSize={pageSize}
      pageSizes={pageSizes}
      shown={list.list.length}
      total={list.total}
      isExact={list.totalIsExact}
      onPageSize={(size) =>
        onSearch({ size: size === limits.pageSizeDefault ? undefined : size, ...firstPage })
      }
      onPrevious={
        mayGoBack ? () => onSearch({ page: page > 2 ? page - 1 : undefined, cursor: undefined }) : undefined
      }
      onNext={cursor === null ? undefined : () => onSearch({ cursor, page: page + 1 })}
    />
  )
}

function NoRows({ onSearch }: { onSearch: ChangeSearch }) {
  const t = useTexts('audit.empty')
  return (
    <EmptyState
      drawing="search"
      title={t('title')}
      text={t('text')}
      action={
        <Button variant="default" onClick={() => onSearch(noSearch)}>
          {t('all')}
        </Button>
      }
    />
  )
}
