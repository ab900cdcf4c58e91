import { Text } from '@mantine/core'
import { businessTypes, partnerRoutes, readInput } from '@pontic/contract'
import { clsx } from 'clsx'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ListRows, useListSearch } from '../../ui/ListScreen.tsx'
import { FilterBar, searchFilter as searchField } from '../../ui/list-filters.tsx'
import css from './Partners.module.css'
import { partnerList, resultList } from './PartnerTable.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import { usePartnerActions } from './use-partner-actions.tsx'

const labSearch = { filters: { words: searchField('partners.searchLab') } }
const clinicSearch = { filters: { words: searchField('partners.searchClinic') } }

const { words: Words } = partnerRoutes['partners.search'].body.shape

/** Finds laboratories for a clinic and clinics for a laboratory. A search needs two characters (requirement 5.partner.search). */
export function SearchTab() {
  const [search, onSearch] = useListSearch(partnerList)
  const t = useTexts('partners')
  const isClinic = useSession()?.organization_type === businessTypes.clinic
  const words = search.words ?? ''
  return (
    <div className={clsx(css.partnerPanel, 'list-panel')}>
      <FilterBar list={isClinic ? labSearch : clinicSearch} search={search} onSearch={onSearch} />
      {words.trim() === '' ? (
        <EmptyState
          drawing="partners"
          title={t(isClinic ? 'beginLab' : 'beginClinic')}
          text={t('beginText')}
        />
      ) : (
        <Results words={words} />
      )}
    </div>
  )
}

function Results({ words }: { words: string }) {
  const t = useTexts('partners')
  const fields = useTexts('fields')
  const common = useTexts('common')
  const actions = usePartnerActions()
  const keptFocus = useKeptFocus(actions.isAsking)
  const read = readInput(Words, words)
  const found = useRead(
    'partners.search',
    { body: { words: read.isValid ? read.value : '' } },
    { isEnabled: read.isValid, isFresh: true },
  )
  if (!read.isValid) {
    return (
      <Text c="dimmed" role="status">
        {fields(Object.values(read.fields)[0] ?? 'pattern')}
      </Text>
    )
  }
  if (found.failure) return <ErrorState {...found.failure} onRetry={found.refetch} />
  return (
    <div {...keptFocus}>
      <p className="only-read" role="status">
        {found.data &&
          !found.isStale &&
          common('count.organizationsFound', { count: found.data.list.length })}
      </p>
      <ListRows
        list={resultList}
        rows={found.data?.list}
        isStale={found.isStale}
        empty={
          <EmptyState
            drawing="search"
            title={t('noMatch')}
            text={`${t('noMatchText')} ${t('noMatchInvite')}`}
          />
        }
        press={actions.press}
      />
      {actions.dialog}
    </div>
  )
}
