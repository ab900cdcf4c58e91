import { type FailedJob, failedJobStates } from '@pontic/contract'
import { useCallback } from 'react'
import { findText, useFormats, useTexts } from '../../frame/i18n.tsx'
import { type CellProps, type List, wideEnd } from '../../ui/list.ts'
import { date, Lines, OneLine } from '../../ui/list-cells.tsx'
import { choiceFilter } from '../../ui/list-filters.tsx'
import type { MenuEntry } from '../../ui/menu.ts'
import { StateText } from '../../ui/StateText.tsx'

/** Runs an action on a failed job. `drop` asks for confirmation and then deletes the job. */
export type PressJob = (action: 'retry' | 'drop', job: FailedJob) => void

type Props = { row: FailedJob }

/** The list of failed jobs, with the reason, the number of attempts and the time of the next attempt. */
export const jobList: List<'health.listJobs', PressJob> = {
  call: 'health.listJobs',
  name: 'jobs',
  label: 'screens.jobs',
  filters: {
    state: choiceFilter('state', failedJobStates, 'common.label.status', 'health.jobs.states.'),
    name: null,
  },
  columns: {
    name: { header: 'common.label.job', cell: JobName, isName: true },
    failure: { header: 'common.label.reason', cell: Failure, minWidthEm: 72 },
    state: { header: 'common.label.status', cell: State },
    tries: { header: 'common.label.attempts', cell: Tries, ...wideEnd },
    failedAt: { header: 'health.jobs.column.failedAt', cell: date((job) => job.failedAt), align: 'end' },
    nextAt: { header: 'common.label.nextAttempt', cell: date((job) => job.nextAt), ...wideEnd },
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
  // The list is polled, because no change event reports that a job has finished.
  pollMs: ({ list }) => list.some(({ state }) => state === 'retrying') && 4_000,
}

// In narrow windows the column of reasons is removed, so the reason is under the name.
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
  const tones = { running: undefined, retrying: 'warning', failed: 'danger' } as const
  return <StateText text={t(state)} tone={tones[state]} />
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

/** Returns a function that names a job. A job without a text, such as a job of another version, keeps its technical name. */
export function useJobName(): (name: string) => string {
  const t = useTexts('health.jobs.names')
  return useCallback((name) => findText(t, name) ?? name, [t])
}
