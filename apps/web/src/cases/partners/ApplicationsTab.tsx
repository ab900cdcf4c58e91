import { Button, Text } from '@mantine/core'
import { limits, type Partner } from '@pontic/contract'
import { clsx } from 'clsx'
import { useMemo } from 'react'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { AddressPager } from '../../ui/AddressPager.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ListRows, toPaged, useListSearch } from '../../ui/ListScreen.tsx'
import { firstPage } from '../../ui/list.ts'
import { Section } from '../../ui/Page.tsx'
import css from './Partners.module.css'
import { applicationLists } from './PartnerTable.tsx'
import { applicationsQuery } from './partner-search.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { usePartnerActions } from './use-partner-actions.tsx'

/** Lists the pending applications: first the received ones, then those that the organization has sent. */
export function ApplicationsTab() {
  const t = useTexts('partners')
  const [search, onSearch] = useListSearch(applicationLists.received)
  const paged = toPaged(applicationLists.received, search)
  const read = useRead('partners.listApplications', { body: applicationsQuery(paged) })
  const actions = usePartnerActions()
  const keptFocus = useKeptFocus(actions.isAsking)
  const list = read.data?.list
  // DataTable shows rows in a new array as stale until it has rendered them.
  const groups = useMemo(() => groupsOf(list), [list])
  if (read.failure) return <ErrorState {...read.failure} onRetry={read.refetch} />
  const { data } = read
  return (
    <div className={clsx(css.partnerPanel, 'list-panel')} {...keptFocus}>
      <AutoAccepts />
      {data?.list.length === 0 && (
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
          <ListRows
            list={applicationLists[group]}
            rows={rows}
            isStale={read.isStale}
            press={actions.press}
            empty={null}
          />
        </Section>
      ))}
      <AddressPager
        search={{ ...paged, size: String(limits.pageSizeMax) }}
        found={data}
        isStale={read.isStale}
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

/** States that the organization approves applications automatically; empty if it does not. */
function AutoAccepts() {
  const t = useTexts('partners')
  const organization = useRead('organizations.get', {})
  if (!organization.data?.autoAcceptsPartners) return null
  return <Text c="dimmed">{t('autoAccepts')}</Text>
}
