import { Group, Stack } from '@mantine/core'
import { type WorkOrderDetail, type WorkOrderRecord, workOrderSideOf } from '@pontic/contract'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { MomentText } from '../../ui/formats.tsx'
import { ImageView } from '../../ui/ImageView.tsx'
import { dialogOf, useDialogs } from '../../ui/use-dialogs.tsx'
import { WorkOrderShape } from './WorkOrderMarks.tsx'
import css from './WorkOrders.module.css'

type Picture = { id: string; by: string }

const dialogs = {
  picture: dialogOf(() => import('./PictureDialog.tsx').then((file) => file.PictureDialog)),
} as const

/** The messages and steps of a request, oldest first. */
export function RecordList({ detail }: { detail: WorkOrderDetail }) {
  const t = useTexts('support.detail')
  const { press, dialog } = useDialogs<Picture, 'picture'>(dialogs)
  const ownSide = workOrderSideOf(detail.parties)
  const { content: text, image } = detail
  return (
    <Stack gap={16} role="log" aria-label={t('record')}>
      {detail.records.map((record) =>
        isMessage(record) ? (
          <Message
            key={record.id}
            message={record.kind === 'submit' ? { ...record, text, image } : record}
            isOurs={record.side === ownSide}
            onPicture={(picture) => press('picture', picture)}
          />
        ) : (
          <Step key={record.id} record={record} />
        ),
      )}
      {dialog}
    </Stack>
  )
}

const isMessage = ({ kind }: WorkOrderRecord) => kind === 'submit' || kind === 'reply'

type MessageProps = { message: WorkOrderRecord; isOurs: boolean; onPicture: (picture: Picture) => void }

function Message({ message, isOurs, onPicture }: MessageProps) {
  const t = useTexts('support')
  const common = useTexts('common')
  const { image } = message
  const by = message.by ?? t('list.system')
  return (
    <article className={css.recordMessage} data-ours={isOurs || undefined} data-kind={message.kind}>
      <Group component="header" className="meta" gap="0 8px">
        <span className={css.recordBy}>{message.isOwn ? common('you') : by}</span>
        {message.side === 'platform' && !message.isOwn && <span>{t('detail.support')}</span>}
        <MomentText moment={message.at} />
      </Group>
      <div className={css.recordBody}>
        {message.text && <p>{message.text}</p>}
        {image && (
          <button type="button" className={css.recordPicture} onClick={() => onPicture({ id: image.id, by })}>
            <ImageView imageId={image.id} alt={t('image.of', { name: by })} />
          </button>
        )}
      </div>
    </article>
  )
}

/** A step of the request, such as its assignment, in one line. */
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
  return kind === 'reply' ? '' : t(kind)
}
