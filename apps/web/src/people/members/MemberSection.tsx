import { Button } from '@mantine/core'
import { memberFilters } from '@pontic/contract'
import { useRead } from '../../frame/api.ts'
import { markStale } from '../../frame/cache.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { AddressPager } from '../../ui/AddressPager.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FilterChips, SearchField } from '../../ui/FilterChips.tsx'
import { firstPage, pagingOf } from '../../ui/paged-search.ts'
import { MemberTable } from './MemberTable.tsx'
import type { ChangeSearch, MemberSearch } from './member-search.ts'
import type { PressMember } from './use-member-actions.tsx'

// The list of those who wait failed with it.
const readAgain = () => markStale('members')

type Props = { search: MemberSearch; onSearch: ChangeSearch; onPress: PressMember }

/** All members by name, with search and filter. */
export function MemberSection({ search, onSearch, onPress }: Props) {
  const { words, filter } = search
  const list = useRead(
    'members.list',
    { body: { ...pagingOf(search), ...(words ? { words } : {}), ...(filter ? { filter } : {}) } },
    { isFresh: true },
  )
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
      <AddressPager search={search} found={list.data} isStale={list.isStale} onSearch={onSearch} />
    </div>
  )
}

function MemberFilters({ search, onSearch }: Omit<Props, 'onPress'>) {
  const common = useTexts('common')
  return (
    <FilterChips
      search={
        <SearchField
          label={common('label.searchPeople')}
          value={search.words ?? ''}
          onChange={(next) => onSearch({ words: next || undefined, ...firstPage }, { replace: true })}
        />
      }
      filters={[
        {
          key: 'filter',
          label: common('label.status'),
          options: memberFilters.map((value) => ({ value, label: common(`state.${value}`) })),
          value: search.filter,
          onChange: (value) => onSearch({ filter: value as MemberSearch['filter'], ...firstPage }),
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
          onClick={() => onSearch({ words: undefined, filter: undefined, ...firstPage })}
        >
          {t('showAll')}
        </Button>
      }
    />
  )
}
