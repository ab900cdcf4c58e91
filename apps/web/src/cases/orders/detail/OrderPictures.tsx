import { ActionIcon, Skeleton, Stack } from '@mantine/core'
import type { OrderFile } from '@pontic/contract'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import { usePicture } from '../../viewer/use-picture.ts'
import css from './OrderDetail.module.css'

/** The pictures of a case: one large with previous and next, all of them as a strip. */
export function OrderPictures(props: { orderId: string; files: readonly OrderFile[]; mayDownload: boolean }) {
  const { orderId, files, mayDownload } = props
  const t = useTexts('orders.pictures')
  const [at, setAt] = useState(0)
  const shown = files[Math.min(at, files.length - 1)]
  if (!shown) return null
  const step = (by: number) => setAt((at + by + files.length) % files.length)
  return (
    <Stack component="figure" gap={8} m={0} aria-label={t('label')}>
      <div className={css.picture} data-repeats>
        <Picture orderId={orderId} file={shown} mayDownload={mayDownload} />
        {files.length > 1 && (
          <>
            <ActionIcon className={css.step} left={10} aria-label={t('previous')} onClick={() => step(-1)}>
              <IconChevronLeft size={20} stroke={1.75} />
            </ActionIcon>
            <ActionIcon className={css.step} right={10} aria-label={t('next')} onClick={() => step(1)}>
              <IconChevronRight size={20} stroke={1.75} />
            </ActionIcon>
          </>
        )}
      </div>
      {files.length > 1 && (
        <div className={css.strip}>
          {files.map((file, index) => (
            <button
              key={file.id}
              type="button"
              aria-label={file.name}
              aria-pressed={file === shown}
              onClick={() => setAt(index)}
            >
              <Picture orderId={orderId} file={file} mayDownload={mayDownload} isSmall />
            </button>
          ))}
        </div>
      )}
      <figcaption className="meta one-line">{shown.name}</figcaption>
    </Stack>
  )
}

function Picture(props: { orderId: string; file: OrderFile; mayDownload: boolean; isSmall?: boolean }) {
  const { orderId, file, mayDownload, isSmall = false } = props
  const t = useTexts('orders.pictures')
  const { url, hasFailed } = usePicture(orderId, file.id, mayDownload)
  if (hasFailed) return isSmall ? null : <p className="quiet">{t('failed')}</p>
  if (!url) return <Skeleton width="100%" height="100%" />
  return <img src={url} alt={isSmall ? '' : file.name} />
}
