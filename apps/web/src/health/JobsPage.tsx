import { Button } from '@mantine/core'
import { type FailedJob, failedJobStates, limits } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { useRead } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { useScreenSearch } from '../router.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { FilterChips } from '../ui/FilterChips.tsx'
import { Page } from '../ui/Page.tsx'
import { Pager } from '../ui/Pager.tsx'
import { JobTable } from './JobTable.tsx'
import { useJobActions } from './use-job-actions.tsx'
import './Health.css'

const JobSearch = z.object({
  state: z.optional(z.enum(failedJobStates)),
  page: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
  size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(limits.pageSizeMax))),
  cursor: z.optional(z.string().check(z.maxLength(500))),
})
type JobSearch = z.output<typeof JobSearch>
type ChangeSearch = (change: Partial<JobSearch>) => void

const pageSizes = [limits.pageSizeDefault, 50, limits.pageSizeMax]
const firstPage = { page: undefined, cursor: undefined } as const

/** Jobs that went wrong, to be retried or dropped. */
export function JobsPage() {
  const t = useTexts('health.jobs')
  const [search, change] = useScreenSearch(JobSearch)
  const { state, page = 1, size: pageSize = limits.pageSizeDefault, cursor } = search
  const list = useRead(
    'health.listJobs',
    { body: { page, pageSize, ...(state ? { state } : {}), ...(cursor ? { cursor } : {}) } },
    { isFresh: true },
  )
  const actions = useJobActions()
  return (
    <Page title={t('title')} total={list.data?.total} lead={t('lead')} actions={<DeliveriesLink />}>
      {list.failure ? (
        <ErrorState {...list.failure} onRetry={list.refetch} />
      ) : (
        <div className="jobs-panel">
          <FilterChips
            filters={[
              {
                key: 'state',
                label: t('state'),
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
          <JobPager list={list.data} search={search} onSearch={change} />
        </div>
      )}
      {actions.dialog}
    </Page>
  )
}

/** Leads to the log of deliveries to partners' systems, which has its own retries. */
function DeliveriesLink() {
  const t = useTexts('health.jobs')
  return (
    <Button variant="default" component={Link} {...({ to: '/manage/push/deliveries' } as object)}>
      {t('deliveries')}
    </Button>
  )
}

type Listed = { list: readonly FailedJob[]; total: number; totalIsExact: boolean; cursor: string | null }

function JobPager(props: { list: Listed | undefined; search: JobSearch; onSearch: ChangeSearch }) {
  const { list, search, onSearch } = props
  const { page = 1, size: pageSize = limits.pageSizeDefault } = search
  if (!list || (list.total <= limits.pageSizeDefault && page === 1)) return null
  const { cursor } = list
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
        page > 1 ? () => onSearch({ page: page > 2 ? page - 1 : undefined, cursor: undefined }) : undefined
      }
      onNext={cursor === null ? undefined : () => onSearch({ cursor, page: page + 1 })}
    />
  )
}

function NoJobs({ search, onSearch }: { search: JobSearch; onSearch: ChangeSearch }) {
  const t = useTexts('health.jobs')
  if (search.state === undefined && (search.page ?? 1) === 1)
    return <EmptyState drawing="letter" title={t('empty.title')} text={t('empty.text')} />
  return (
    <EmptyState
      drawing="search"
      title={t('emptyFiltered')}
      action={
        <Button variant="default" onClick={() => onSearch({ state: undefined, ...firstPage })}>
          {t('showAll')}
        </Button>
      }
    />
  )
}
