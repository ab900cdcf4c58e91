import { type WorkOrderDetail, type WorkOrderRecord, workOrderSideOf } from '@pontic/contract'
import { lazy, Suspense, useState } from 'react'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { MomentText } from '../../ui/formats.tsx'
import { ImageView } from '../../ui/ImageView.tsx'
import { useOpener } from '../../ui/use-opener.ts'
import { WorkOrderShape } from './WorkOrderMarks.tsx'
import css from './WorkOrders.module.css'

const PictureDialog = lazy(() =>
  import('./PictureDialog.tsx').then((file) => ({ default: file.PictureDialog })),
)

type Picture = { id: string; by: string }

/** What was asked, what was answered, and the steps between, oldest first. */
export function RecordList({ detail }: { detail: WorkOrderDetail }) {
  const t = useTexts('support.detail')
  const [picture, setPicture] = useState<Picture>()
  const [isOpen, setOpen] = useState(false)
  useOpener(isOpen)
  const show = (shown: Picture) => {
    setPicture(shown)
    setOpen(true)
  }
  const ownSide = workOrderSideOf(detail.parties)
  return (
    <div className={css.record} role="log" aria-label={t('record')}>
      {detail.records.map((record) =>
        isSaid(record) ? (
          <Said
            key={record.id}
            said={
              record.kind === 'submit' ? { ...record, text: detail.content, image: detail.image } : record
            }
            isOurs={record.side === ownSide}
            onPicture={show}
          />
        ) : (
          <Step key={record.id} record={record} />
        ),
      )}
      {picture && (
        <Suspense fallback={null}>
          <PictureDialog {...picture} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

const isSaid = ({ kind }: WorkOrderRecord) => kind === 'submit' || kind === 'reply'

function Said(props: { said: WorkOrderRecord; isOurs: boolean; onPicture: (picture: Picture) => void }) {
  const t = useTexts('support')
  const common = useTexts('common')
  const { said, isOurs } = props
  const by = said.by ?? t('list.system')
  return (
    <article className={css.recordSaid} data-ours={isOurs || undefined} data-kind={said.kind}>
      <header className="meta">
        <span className={css.recordBy}>{said.isOwn ? common('you') : by}</span>
        {said.side === 'platform' && !said.isOwn && <span>{t('detail.support')}</span>}
        <MomentText moment={said.at} />
      </header>
      <div className={css.recordBody}>
        {said.text && <p>{said.text}</p>}
        {said.image && (
          <button
            type="button"
            className={css.recordPicture}
            onClick={() => said.image && props.onPicture({ id: said.image.id, by })}
          >
            <ImageView imageId={said.image.id} alt={t('image.of', { name: by })} />
          </button>
        )}
      </div>
    </article>
  )
}

/** What was done to the request, in one quiet line. */
function Step({ record }: { record: WorkOrderRecord }) {
  const t = useTexts('support.entry')
  const { moment } = useFormats()
  const step = useStepText(record)
  return (
    <p className={css.recordStep}>
      <WorkOrderShape status={record.to} />
      <span>
        {record.by === null ? step : t('by', { step, name: record.by })}
        {' · '}
        <time dateTime={record.at} className="figures">
          {moment(record.at)}
        </time>
      </span>
    </p>
  )
}

function useStepText({ kind, by, operatorName }: WorkOrderRecord): string {
  const t = useTexts('support.entry')
  if (kind === 'assign') return t('assign', { operator: operatorName ?? '' })
  if (kind === 'resolved' && by === null) return t('resolvedBySystem')
  // What was said is no step.
  return kind === 'reply' ? '' : t(kind)
}
