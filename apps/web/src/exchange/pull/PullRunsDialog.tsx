import type { PullRun, PullSetting } from '@pontic/contract'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { InfoDialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { MomentText } from '../../ui/formats.tsx'
import css from '../settings/Transfers.module.css'
import { useFailureText } from './PullReason.tsx'

/** The last looks of a pull setting: when, why, and what each came to. */
export function PullRunsDialog(props: { subject: PullSetting; isOpen: boolean; onClose: () => void }) {
  const { subject: setting, isOpen, onClose } = props
  const t = useTexts('transfers.pull.runs')
  const runs = useRead('pullSettings.listRuns', { params: { id: setting.id }, body: {} }, { isFresh: true })
  return (
    <InfoDialog isOpen={isOpen} onClose={onClose} title={t('title', { name: setting.name })} widthPx={560}>
      {runs.failure && <ErrorState {...runs.failure} onRetry={runs.refetch} />}
      {runs.data?.list.length === 0 && <p className="quiet">{t('none')}</p>}
      {runs.data && runs.data.list.length > 0 && (
        <ul className={css.transferTries}>
          {runs.data.list.map((run) => (
            <li key={run.id}>
              <RunRow run={run as PullRun} />
            </li>
          ))}
        </ul>
      )}
    </InfoDialog>
  )
}

function RunRow({ run }: { run: PullRun }) {
  const t = useTexts('transfers.pull.runs')
  const failureText = useFailureText()
  const counts = { taken: run.takenCount, waiting: run.waitingCount, refused: run.refusedCount }
  return (
    <>
      <span className={css.transferTry}>
        <MomentText moment={run.startedAt} />
        <span className="meta">{t(`cause.${run.cause}`)}</span>
      </span>
      {run.failure === null ? (
        <span>{run.finishedAt === null ? t('running') : t('counts', counts)}</span>
      ) : (
        <span className={css.transferState} data-state="failed">
          {failureText(run.failure)}
        </span>
      )}
    </>
  )
}
