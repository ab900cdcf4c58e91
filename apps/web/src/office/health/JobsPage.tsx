import { Button } from '@mantine/core'
import { failedJobStates } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useScreenSearch } from '../../frame/navigation.ts'
import { AddressPager } from '../../ui/AddressPager.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { Page } from '../../ui/Page.tsx'
import { type ChangeSearch, firstPage, pagedShape, pagingOf } from '../../ui/paged-search.ts'
import { JobTable } from './JobTable.tsx'
import { useJobActions } from './use-job-actions.tsx'
import './Health.css'

const JobSearch = z.object({
  state: z.optional(z.enum(failedJobStates)),
  ...pagedShape,
})
type JobSearch = z.output<typeof JobSearch>

/** Jobs that are tried again end without a word. */
const askAgainMs = ({ list }: { list: readonly { state: string }[] }) =>
  list.some(({ state }) => state === 'retrying') && 4_000

/** Jobs that went wrong, to be retried or dropped. */
export function JobsPage() {
  const t = useTexts('health.jobs')
  const common = useTexts('common')
  const screens = useTexts('screens')
  const [search, change] = useScreenSearch(JobSearch)
  const { state } = search
  const list = useRead(
    'health.listJobs',
    { body: { ...(state ? { state } : {}), ...pagingOf(search) } },
    { isFresh: true, askAgainMs },
  )
  const actions = useJobActions()
  return (
    <Page title={screens('jobs')} total={list.data?.total} lead={t('lead')} actions={<DeliveriesLink />}>
      {list.failure ? (
        <ErrorState {...list.failure} onRetry={list.refetch} />
      ) : (
        <div className="jobs-panel">
          <FilterChips
            filters={[
              {
                key: 'state',
                label: common('label.status'),
                options: failedJobStates.map((value) => ({ value, label: t(`states.${value}`) })),
                value: state,
                onChange: (value) => change({ state: value as JobSearch['state'], ...firstPage }),
              },
            ]}
          />
          <JobTable
            rows={list.data?.list}
            isStale={list.isStale}
            empty={<NoJobs search={search} onSearch={change} />}
            onPress={actions.press}
          />
          <AddressPager search={search} found={list.data} isStale={list.isStale} onSearch={change} />
        </div>
      )}
      {actions.dialog}
    </Page>
  )
}

/** Leads to the deliveries to partners' systems, which have their own retries. */
function DeliveriesLink() {
  const screens = useTexts('screens')
  return (
    <Button variant="default" component={Link} {...({ to: '/manage/push/deliveries' } as object)}>
      {screens('pushDeliveries')}
    </Button>
  )
}

function NoJobs({ search, onSearch }: { search: JobSearch; onSearch: ChangeSearch<JobSearch> }) {
  const t = useTexts('health.jobs')
  const common = useTexts('common')
  if (search.state === undefined && (search.page ?? 1) === 1)
    return <EmptyState drawing="letter" title={t('empty.title')} text={t('empty.text')} />
  return (
    <EmptyState
      drawing="search"
      title={t('emptyFiltered')}
      action={
        <Button variant="default" onClick={() => onSearch({ state: undefined, ...firstPage })}>
          {common('do.showAll')}
        </Button>
      }
    />
  )
}
