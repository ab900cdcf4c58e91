import { Button } from '@mantine/core'
import { limits, type Partner } from '@pontic/contract'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { AddressPager } from '../../ui/AddressPager.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Section } from '../../ui/Page.tsx'
import { firstPage } from '../../ui/paged-search.ts'
import { PartnerTable } from './PartnerTable.tsx'
import { applicationsQuery } from './partner-queries.ts'
import type { TabProps } from './partner-search.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { usePartnerActions } from './use-partner-actions.tsx'

/** Applications that wait for an answer: those received first, with the words that came along, then those made. */
export function ApplicationsTab({ search, onSearch }: TabProps) {
  const t = useTexts('partners')
  const list = useRead('partners.listApplications', { body: applicationsQuery(search) })
  const actions = usePartnerActions()
  const keptFocus = useKeptFocus(actions.isAsking)
  if (list.failure) return <ErrorState {...list.failure} onRetry={list.refetch} />
  const groups = groupsOf(list.data?.list)
  return (
    <div className="partner-panel" {...keptFocus}>
      <AutoAccepts />
      {list.data?.list.length === 0 && (
        <EmptyState
          drawing="letter"
          title={t('noApplications')}
          text={t('noApplicationsText')}
          action={
            <Button variant="default" onClick={() => onSearch({ tab: 'search', ...firstPage })}>
              {t('searchTab')}
            </Button>
          }
        />
      )}
      {groups.map(({ group, rows }) => (
        <Section key={group} title={t(group)}>
          <PartnerTable
            kind="applications"
            label={t(group)}
            rows={rows}
            isStale={list.isStale}
            empty={null}
            onPress={actions.press}
          />
        </Section>
      ))}
      <AddressPager
        search={{ ...search, size: limits.pageSizeMax }}
        found={list.data}
        isStale={list.isStale}
        onSearch={onSearch}
        pageSizes={[limits.pageSizeMax]}
      />
      {actions.dialog}
    </div>
  )
}

type Group = { group: 'received' | 'made'; rows: readonly Partner[] | undefined }

function groupsOf(list: readonly Partner[] | undefined): Group[] {
  if (list === undefined) return [{ group: 'received', rows: undefined }]
  const groups: Group[] = [
    { group: 'received', rows: list.filter((one) => one.relation === 'received') },
    { group: 'made', rows: list.filter((one) => one.relation === 'applied') },
  ]
  return groups.filter(({ rows }) => rows && rows.length > 0)
}

/** Says that nobody has to press anything here, where the organization approves by itself. */
function AutoAccepts() {
  const t = useTexts('partners')
  const organization = useRead('organizations.get', {})
  if (!organization.data?.autoAcceptsPartners) return null
  return <p className="quiet partner-told">{t('autoAccepts')}</p>
}
