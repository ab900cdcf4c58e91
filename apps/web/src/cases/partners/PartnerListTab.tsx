import { Button } from '@mantine/core'
import { businessTypes } from '@pontic/contract'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { AddressPager } from '../../ui/AddressPager.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FilterChips, SearchField } from '../../ui/FilterChips.tsx'
import { firstPage, pagingOf } from '../../ui/paged-search.ts'
import { PartnerTable } from './PartnerTable.tsx'
import type { TabProps } from './partner-search.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { usePartnerActions } from './use-partner-actions.tsx'

/** The partners by name, with the cases that are open between the two. */
export function PartnerListTab({ search, onSearch }: TabProps) {
  const t = useTexts('partners')
  const screens = useTexts('screens')
  const { words } = search
  // Counts of open cases change with every case: asked anew whenever the tab is opened.
  const list = useRead(
    'partners.list',
    { body: { ...pagingOf(search), ...(words ? { words } : {}) } },
    { isFresh: true },
  )
  const actions = usePartnerActions()
  const keptFocus = useKeptFocus(actions.isAsking)
  const isNew = list.data?.total === 0 && !list.isStale && !words
  if (list.failure) return <ErrorState {...list.failure} onRetry={list.refetch} />
  return (
    <div className="partner-panel" {...keptFocus}>
      {!isNew && (
        <FilterChips
          filters={[]}
          search={
            <SearchField
              label={t('searchPartners')}
              value={words ?? ''}
              onChange={(next) => onSearch({ words: next || undefined, ...firstPage }, { replace: true })}
            />
          }
        />
      )}
      <PartnerTable
        kind="list"
        label={screens('partners')}
        rows={list.data?.list}
        isStale={list.isStale}
        empty={<NoPartners search={search} onSearch={onSearch} />}
        onPress={actions.press}
      />
      <AddressPager search={search} found={list.data} isStale={list.isStale} onSearch={onSearch} />
      {actions.dialog}
    </div>
  )
}

function NoPartners({ search, onSearch }: TabProps) {
  const t = useTexts('partners')
  const isClinic = useSession()?.organization_type === businessTypes.clinic
  if (search.words) {
    return (
      <EmptyState
        drawing="search"
        title={t('noneOfThese')}
        action={
          <Button variant="default" onClick={() => onSearch({ words: undefined, ...firstPage })}>
            {t('showAll')}
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      drawing="partners"
      title={t('noPartners')}
      text={t(isClinic ? 'noPartnersLab' : 'noPartnersClinic')}
      action={
        <Button onClick={() => onSearch({ tab: 'search', words: undefined, ...firstPage })}>
          {t('searchTab')}
        </Button>
      }
    />
  )
}
