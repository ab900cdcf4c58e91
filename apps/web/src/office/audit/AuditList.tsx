import { Button } from '@mantine/core'
import type { AuditRow } from '@pontic/contract'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { AddressPager } from '../../ui/AddressPager.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { pagingOf } from '../../ui/paged-search.ts'
import { useOpener } from '../../ui/use-opener.ts'
import { AuditBar } from './AuditBar.tsx'
import { AuditTable } from './AuditTable.tsx'
import { type AuditSearch, type ChangeSearch, filterOf, noSearch } from './audit-search.ts'

const AuditRowDialog = lazy(() =>
  import('./AuditRowDialog.tsx').then((file) => ({ default: file.AuditRowDialog })),
)

type Props = { search: AuditSearch; onSearch: ChangeSearch; isWhole: boolean }

/** Rows of the log with search and filters, newest first; a row opens whole. */
export function AuditList({ search, onSearch, isWhole }: Props) {
  const list = useRead(
    'audit.list',
    { body: { filter: filterOf(search), ...pagingOf(search) } },
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
      <AddressPager search={search} found={list.data} isStale={list.isStale} onSearch={onSearch} />
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
