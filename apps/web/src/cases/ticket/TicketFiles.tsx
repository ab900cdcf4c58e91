import type { OrderDetail, OrderFile } from '@pontic/contract'
import { useEffect, useMemo } from 'react'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { hasPermission } from '../../frame/screens.ts'
import { useSession } from '../../frame/session.ts'
import { ScanThumb } from '../viewer/ScanThumb.tsx'
import { isPictureFile, usePicture } from '../viewer/use-picture.ts'
import css from './Ticket.module.css'

// More pictures or files would need another sheet of paper. The page of the case shows all of them.
const picturesMax = 3
const filesMax = 14

type Pictures = {
  /** The file of the scan that represents the case. */
  readonly scan: OrderFile | undefined
  readonly shown: readonly OrderFile[]
  /** The number of pictures that do not fit. */
  readonly more: number
}

/** Selects the pictures of a case that fit on its ticket; none if the user may not read files. */
export function useTicketPictures({ order, files }: Pick<OrderDetail, 'order' | 'files'>): Pictures {
  const session = useSession()
  const isReader = hasPermission(session, 'file.read')
  return useMemo(() => {
    const all = isReader ? files.filter((file) => file.state === 'verified' && isPictureFile(file)) : []
    const scan = isReader ? files.find(({ id }) => id === order.screenshot) : undefined
    const most = scan ? picturesMax - 1 : picturesMax
    return { scan, shown: all.slice(0, most), more: Math.max(all.length - most, 0) }
  }, [order.screenshot, files, isReader])
}

/** Shows the pictures in a row. @param props.onSettled called with the file id of each picture that is drawn or has failed */
export function TicketPictures({
  orderId,
  scan,
  shown,
  more,
  mayDownload,
  onSettled,
}: Pictures & { orderId: string; mayDownload: boolean; onSettled: (fileId: string) => void }) {
  const t = useTexts('ticket')
  const roles = useTexts('order.role')
  if (!scan && shown.length === 0) return null
  return (
    <section className={css.ticketPart}>
      <h3>{t('pictures')}</h3>
      <div className={css.ticketPictures}>
        {scan && (
          <figure>
            <ScanThumb
              orderId={orderId}
              fileId={scan.id}
              size="large"
              alt={t('scanPicture')}
              onSettled={onSettled}
            />
            <figcaption>{roles(scan.role)}</figcaption>
          </figure>
        )}
        {shown.map((file) => (
          <TicketPicture
            key={file.id}
            orderId={orderId}
            file={file}
            mayDownload={mayDownload}
            onSettled={onSettled}
          />
        ))}
      </div>
      {more > 0 && <p>{t('morePictures', { count: more })}</p>}
    </section>
  )
}

function TicketPicture(props: {
  orderId: string
  file: OrderFile
  mayDownload: boolean
  onSettled: (fileId: string) => void
}) {
  const { file, onSettled } = props
  const t = useTexts('ticket')
  const { url, hasFailed } = usePicture(props.orderId, file, props.mayDownload)
  useEffect(() => {
    if (hasFailed) onSettled(file.id)
  }, [hasFailed, file.id, onSettled])
  const settle = () => onSettled(file.id)
  return (
    <figure>
      {hasFailed && <p>{t('pictureFailed')}</p>}
      {url && <img src={url} alt={file.name} onLoad={settle} onError={settle} />}
      <figcaption>{file.name}</figcaption>
    </figure>
  )
}

/** Lists the first files of the case with role and size, then the number of the others. */
export function TicketFiles({ files }: { files: readonly OrderFile[] }) {
  const t = useTexts('ticket')
  const roles = useTexts('order.role')
  const states = useTexts('order.fileState')
  const { size } = useFormats()
  const shown = files.slice(0, filesMax)
  return (
    <section className={css.ticketPart}>
      <h3>{t('files', { count: files.length })}</h3>
      {shown.length > 0 && (
        <ul className={css.ticketFiles}>
          {shown.map((file) => (
            <li key={file.id}>
              <span>{file.name}</span>
              <span>{roles(file.role)}</span>
              <span>{file.state === 'verified' ? size(file.sizeBytes) : states(file.state)}</span>
            </li>
          ))}
        </ul>
      )}
      {files.length > filesMax && <p>{t('moreFiles', { count: files.length - filesMax })}</p>}
    </section>
  )
}
