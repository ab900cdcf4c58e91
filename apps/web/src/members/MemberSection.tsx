import { Button } from '@mantine/core'
import { limits, memberFilters } from '@pontic/contract'
import { useEffect } from 'react'
import { useRead } from '../api.ts'
import { markStale } from '../cache.ts'
import { useTexts } from '../i18n.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { FilterChips, SearchField } from '../ui/FilterChips.tsx'
import { Pager } from '../ui/Pager.tsx'
import { MemberTable } from './MemberTable.tsx'
import type { ChangeSearch, MemberSearch } from './member-search.ts'
import type { PressMember } from './use-member-actions.tsx'

const pageSizes = [limits.pageSizeDefault, 50, limits.pageSizeMax]

// The list of those who wait failed with it.
const readAgain = () => markStale('members')

type Props = { search: MemberSearch; onSearch: ChangeSearch; onPress: PressMember }

/** All members by name, with search and filter. */
export function MemberSection({ search, onSearch, onPress }: Props) {
  const { words, filter, page = 1, size: pageSize = limits.pageSizeDefault } = search
  const list = useRead(
    'members.list',
    { body: { page, pageSize, ...(words ? { words } : {}), ...(filter ? { filter } : {}) } },
    { isFresh: true },
  )
  const isBeyond = list.data !== undefined && list.data.list.length === 0 && page > 1
  useEffect(() => {
    // The last row of the last page is gone.
    if (isBeyond) onSearch({ page: page > 2 ? page - 1 : undefined }, { replace: true })
  }, [isBeyond, page, onSearch])
  if (list.failure) return <ErrorState {...list.failure} onRetry={readAgain} />
  return (
    <div className="member-panel">
      <MemberFilters search={search} onSearch={onSearch} />
      <MemberTable
        rows={list.data?.list}
        isStale={list.isStale}
        empty={<NoMembers onSearch={onSearch} />}
        onPress={onPress}
      />
      {list.data && list.data.total > limits.pageSizeDefault && (
        <Pager
          page={page}
          pageSize={pageSize}
          pageSizes={pageSizes}
          shown={list.data.list.length}
          total={list.data.total}
          isExact={list.data.totalIsExact}
          onPageSize={(size) =>
            onSearch({ size: size === limits.pageSizeDefault ? undefined : size, page: undefined })
          }
          onPrevious={page > 1 ? () => onSearch({ page: page > 2 ? page - 1 : undefined }) : undefined}
          onNext={page * pageSize < list.data.total ? () => onSearch({ page: page + 1 }) : undefined}
        />
      )}
    </div>
  )
}

function MemberFilters({ search, onSearch }: Omit<Props, 'onPress'>) {
  const t = useTexts('members')
  return (
    <FilterChips
      search={
        <SearchField
          label={t('search')}
          value={search.words ?? ''}
          onChange={(next) => onSearch({ words: next || undefined, page: undefined }, { replace: true })}
        />
      }
      filters={[
        {
          key: 'filter',
          label: t('state.label'),
          options: memberFilters.map((value) => ({ value, label: t(`state.${value}`) })),
          value: search.filter,
          onChange: (value) => onSearch({ filter: value as MemberSearch['filter'], page: undefined }),
        },
      ]}
    />
  )
}

// One's own row is always there: an empty list comes of words or a filter.
function NoMembers({ onSearch }: { onSearch: ChangeSearch }) {
  const t = useTexts('members')
  return (
    <EmptyState
      drawing="search"
      title={t('none')}
      action={
        <Button
          variant="default"
          onClick={() => onSearch({ words: undefined, filter: undefined, page: undefined })}
        >
          {t('showAll')}
        </Button>
      }
    />
  )
}
