import { Group } from '@mantine/core'
import type { PullSetting } from '@pontic/contract'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { InfoDialog } from '../../ui/Dialog.tsx'
import { MomentText } from '../../ui/formats.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import type { RowOf } from '../../ui/list.ts'
import { StateText } from '../../ui/StateText.tsx'
import css from '../settings/Transfers.module.css'
import { usePullFailureText } from './PullReason.tsx'

type Props = { subject: PullSetting; isOpen: boolean; onClose: () => void }

/** Lists the last polls of a pull setting with time, cause and result. */
export function PullRunsDialog({ subject: setting, ...frame }: Props) {
  const t = useTexts('transfers.pull.runs')
  const runs = useRead('pullSettings.listRuns', { params: { id: setting.id }, body: {} }, { isFresh: true })
  return (
    <InfoDialog {...frame} title={t('title', { name: setting.name })} widthPx={560}>
      <Loaded read={runs} skeleton={null}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="quiet">{t('none')}</p>
          ) : (
            <ul className={css.attempts}>
              {list.map((run) => (
                <RunRow key={run.id} run={run} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </InfoDialog>
  )
}

function RunRow({ run }: { run: RowOf<'pullSettings.listRuns'> }) {
  const t = useTexts('transfers.pull.runs')
  const failureText = usePullFailureText()
  const counts = { taken: run.takenCount, waiting: run.waitingCount, refused: run.refusedCount }
  const result = run.finishedAt === null ? t('running') : t('counts', counts)
  return (
    <li>
      <Group component="span" justify="space-between" gap="4px 16px">
        <MomentText moment={run.startedAt} />
        <span className="meta">{t(`cause.${run.cause}`)}</span>
      </Group>
      {run.failure === null ? (
        <span>{result}</span>
      ) : (
        <StateText text={failureText(run.failure)} tone="danger" />
      )}
    </li>
  )
}
