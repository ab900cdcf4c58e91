import { useMediaQuery } from '@mantine/hooks'
import type { FailedJob } from '@pontic/contract'
import { type ReactNode, useMemo } from 'react'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { DataTable, type ListColumn } from '../../ui/DataTable.tsx'
import { DateText } from '../../ui/formats.tsx'
import { RowMenu } from '../../ui/RowMenu.tsx'
import { type PressJob, useJobName } from './use-job-actions.tsx'

/** Jobs that went wrong: which, why, how often, and when they are tried again; two lines on a phone. */
export function JobTable(props: {
  rows: readonly FailedJob[] | undefined
  isStale: boolean
  empty: ReactNode
  onPress: PressJob
}) {
  const screens = useTexts('screens')
  const nameOf = useJobName()
  const columns = useColumns(props.onPress)
  return (
    <DataTable
      label={screens('jobs')}
      name="jobs"
      columns={columns}
      rows={props.rows}
      rowId={(job) => job.id}
      rowName={(job) => `${nameOf(job.name)} ${job.id}`}
      phoneRow={(job) => <PhoneJob job={job} onPress={props.onPress} />}
      isStale={props.isStale}
      skeletonRows={5}
      empty={props.empty}
    />
  )
}

function useColumns(onPress: PressJob): ListColumn<FailedJob>[] {
  const t = useTexts('health.jobs.column')
  const common = useTexts('common')
  const isNarrow = useMediaQuery('(max-width: 72em)', undefined, { getInitialValueInEffect: false })
  return useMemo(() => {
    const columns: (ListColumn<FailedJob> & { isWide?: boolean })[] = [
      {
        id: 'name',
        header: t('name'),
        cell: (job) => <JobName job={job} isNarrow={isNarrow} />,
        isName: true,
      },
      { id: 'failure', header: common('label.reason'), cell: (job) => <Failure job={job} />, isWide: true },
      { id: 'state', header: common('label.status'), cell: (job) => <State job={job} /> },
      {
        id: 'tries',
        header: common('label.attempts'),
        cell: (job) => <Tries job={job} />,
        align: 'end',
        isWide: true,
      },
      {
        id: 'failedAt',
        header: t('failedAt'),
        cell: (job) => <DateText moment={job.failedAt} />,
        align: 'end',
      },
      {
        id: 'nextAt',
        header: common('label.nextAttempt'),
        cell: (job) => <DateText moment={job.nextAt} />,
        align: 'end',
        isWide: true,
      },
      {
        id: 'actions',
        header: common('label.actions'),
        cell: (job) => <JobMenu job={job} onPress={onPress} />,
        align: 'end',
        isHeadSilent: true,
      },
    ]
    return columns.filter((column) => !isNarrow || !column.isWide)
  }, [t, common, isNarrow, onPress])
}

// Where there is no room for a column of its own, the reason stands under the name.
function JobName({ job, isNarrow }: { job: FailedJob; isNarrow: boolean | undefined }) {
  const nameOf = useJobName()
  const objects = Object.values(job.objects).join(' ')
  return (
    <span className="job-lines">
      <span className="one-line">{nameOf(job.name)}</span>
      <span className="meta one-line" title={objects}>
        {isNarrow ? <Failure job={job} /> : `${job.name} ${job.id}`}
      </span>
    </span>
  )
}

function Failure({ job }: { job: FailedJob }) {
  const t = useTexts('health.jobs')
  const text = t(`failure.${job.failure}`)
  return <span>{job.reply === null ? text : `${text} (${t('reply', { number: String(job.reply) })})`}</span>
}

function State({ job }: { job: FailedJob }) {
  const t = useTexts('health.jobs.states')
  const state = job.isRunning ? 'running' : job.state
  return (
    <span className="job-state" data-state={state}>
      {t(state)}
    </span>
  )
}

function Tries({ job }: { job: FailedJob }) {
  const t = useTexts('health.jobs')
  const { number } = useFormats()
  return (
    <span className="figures">
      {t('tries', { attempts: number(job.attempts), max: number(job.attemptsMax) })}
    </span>
  )
}

function JobMenu({ job, onPress }: { job: FailedJob; onPress: PressJob }) {
  const t = useTexts('health.jobs')
  const common = useTexts('common')
  const nameOf = useJobName()
  if (job.isRunning) return null
  return (
    <RowMenu
      label={common('label.actionsFor', { name: `${nameOf(job.name)} ${job.id}` })}
      actions={[
        { key: 'retry', label: t('retry'), onSelect: () => onPress('retry', job) },
        { key: 'drop', label: t('drop'), isDangerous: true, onSelect: () => onPress('drop', job) },
      ]}
    />
  )
}

function PhoneJob({ job, onPress }: { job: FailedJob; onPress: PressJob }) {
  const nameOf = useJobName()
  return (
    <>
      <div className="phone-lines">
        <div className="phone-line">
          <span className="one-line job-name">{nameOf(job.name)}</span>
          <State job={job} />
        </div>
        <div className="phone-line meta">
          <span className="one-line">
            <Failure job={job} />
          </span>
          <DateText moment={job.failedAt} />
        </div>
      </div>
      <JobMenu job={job} onPress={onPress} />
    </>
  )
}
