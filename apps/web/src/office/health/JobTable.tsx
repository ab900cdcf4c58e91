import type { FailedJob } from '@pontic/contract'
import { failedJobStates } from '@pontic/contract'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import type { CellProps, List } from '../../ui/list.ts'
import { date, Lines, OneLine } from '../../ui/list-cells.tsx'
import { choice } from '../../ui/list-filters.tsx'
import type { MenuEntry } from '../../ui/menu.ts'
import css from './Health.module.css'
import type { PressJob } from './use-job-actions.tsx'
import { useJobName } from './use-job-name.ts'

type Props = { row: FailedJob }

/** Jobs that went wrong: which, why, how often, and when they are tried again. */
export const jobList: List<'health.listJobs', PressJob> = {
  call: 'health.listJobs',
  name: 'jobs',
  label: 'screens.jobs',
  filters: {
    state: choice('state', failedJobStates, 'common.label.status', 'health.jobs.states'),
    name: null,
  },
  columns: {
    name: { header: 'common.label.job', cell: JobName, isName: true },
    failure: { header: 'common.label.reason', cell: Failure, roomEm: 72 },
    state: { header: 'common.label.status', cell: State },
    tries: { header: 'common.label.attempts', cell: Tries, align: 'end', roomEm: 72 },
    failedAt: { header: 'health.jobs.column.failedAt', cell: date((job) => job.failedAt), align: 'end' },
    nextAt: {
      header: 'common.label.nextAttempt',
      cell: date((job) => job.nextAt),
      align: 'end',
      roomEm: 72,
    },
  },
  rowName: () => {
    const nameOf = useJobName()
    return (job) => `${nameOf(job.name)} ${job.id}`
  },
  useMenu: useJobMenu,
  phone: {
    title: ({ row }) => useJobName()(row.name),
    mark: State,
    left: (props) => (
      <span className="one-line">
        <Failure {...props} />
      </span>
    ),
    right: date((job) => job.failedAt),
  },
  none: { title: 'health.jobs.emptyFiltered', all: 'common.do.showAll' },
  empty: { drawing: 'letter', title: 'health.jobs.empty.title', text: 'health.jobs.empty.text' },
  skeletonRows: 5,
  // No event reports a job that ends.
  askAgainMs: ({ list }) => list.some(({ state }) => state === 'retrying') && 4_000,
}

// Where there is no room for a column of its own, the reason is under the name.
function JobName({ row, without }: Pick<CellProps<FailedJob>, 'row' | 'without'>) {
  const name = useJobName()(row.name)
  const below = without.includes('failure') ? <Failure row={row} /> : `${row.name} ${row.id}`
  return (
    <Lines
      top={<OneLine text={name} />}
      below={<span title={Object.values(row.objects).join(' ')}>{below}</span>}
    />
  )
}

function Failure({ row }: Props) {
  const t = useTexts('health.jobs')
  const text = t(`failure.${row.failure}`)
  return <span>{row.reply === null ? text : `${text} (${t('reply', { number: String(row.reply) })})`}</span>
}

function State({ row }: Props) {
  const t = useTexts('health.jobs.states')
  const state = row.isRunning ? 'running' : row.state
  return (
    <span className={css.jobState} data-state={state}>
      {t(state)}
    </span>
  )
}

function Tries({ row }: Props) {
  const t = useTexts('health.jobs')
  const { number } = useFormats()
  return (
    <span className="figures">
      {t('tries', { attempts: number(row.attempts), max: number(row.attemptsMax) })}
    </span>
  )
}

function useJobMenu(job: FailedJob, press: PressJob): MenuEntry[] {
  const t = useTexts('health.jobs')
  if (job.isRunning) return []
  return [
    { key: 'retry', label: t('retry'), onSelect: () => press('retry', job) },
    { key: 'drop', label: t('drop'), isDangerous: true, onSelect: () => press('drop', job) },
  ]
}
