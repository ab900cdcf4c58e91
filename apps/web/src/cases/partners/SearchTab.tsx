import { businessTypes, partnerRoutes, readInput } from '@pontic/contract'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FilterChips, SearchField } from '../../ui/FilterChips.tsx'
import { PartnerTable } from './PartnerTable.tsx'
import type { TabProps } from './partner-search.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { usePartnerActions } from './use-partner-actions.tsx'

const { words: Words } = partnerRoutes['partners.search'].body.shape

/** Finds organizations of the other kind by name or place, from two characters on (requirement 5.partner.search). */
export function SearchTab({ search, onSearch }: TabProps) {
  const t = useTexts('partners')
  const isClinic = useSession()?.organization_type === businessTypes.clinic
  const words = search.words ?? ''
  return (
    <div className="partner-panel">
      <FilterChips
        filters={[]}
        search={
          <SearchField
            label={t(isClinic ? 'searchLab' : 'searchClinic')}
            value={words}
            onChange={(next) => onSearch({ words: next || undefined }, { replace: true })}
          />
        }
      />
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
  const common = useTexts('common')
  const fields = useTexts('fields')
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
      <p className="quiet partner-told" role="status">
        {fields(Object.values(read.fields)[0] ?? 'pattern')}
      </p>
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
      <PartnerTable
        kind="results"
        label={t('results')}
        rows={found.data?.list}
        isStale={found.isStale}
        empty={
          <EmptyState
            drawing="search"
            title={t('noMatch')}
            text={`${t('noMatchText')} ${t('noMatchInvite')}`}
          />
        }
        onPress={actions.press}
      />
      {actions.dialog}
    </div>
  )
}
