import { ActionIcon, Skeleton, Stack } from '@mantine/core'
import type { OrderFile } from '@pontic/contract'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import { IconChevronLeft, IconChevronRight, IconMaximize } from '../../../ui/icons.ts'
import { usePicture } from '../../viewer/use-picture.ts'
import css from './OrderDetail.module.css'

const loadBox = () => import('./PictureBox.tsx')
const PictureBox = lazy(() => loadBox().then((file) => ({ default: file.PictureBox })))

/** The pictures of a case: one large picture, which opens over the page, and a strip of small pictures. */
export function OrderPictures(props: { orderId: string; files: readonly OrderFile[]; mayDownload: boolean }) {
  const { orderId, files, mayDownload } = props
  const t = useTexts('orders.pictures')
  const [at, setAt] = useState(0)
  const [isLarge, setLarge] = useState(false)
  const shown = files[Math.min(at, files.length - 1)]
  if (!shown) return null
  const step = (by: number) => setAt((at + by + files.length) % files.length)
  const [label, open] = [t('enlarge', { name: shown.name }), () => setLarge(true)]
  return (
    <Stack component="figure" gap={8} m={0} aria-label={t('label')}>
      <div className={css.picture} data-repeats>
        <button
          type="button"
          className={css.enlarge}
          aria-label={label}
          aria-haspopup="dialog"
          onPointerEnter={loadBox}
          onFocus={loadBox}
          onClick={open}
        >
          <OrderPicture orderId={orderId} file={shown} mayDownload={mayDownload} />
          <IconMaximize className={css.enlargeIcon} size={20} />
        </button>
        {files.length > 1 && (
          <>
            <ActionIcon className={css.step} left={10} aria-label={t('previous')} onClick={() => step(-1)}>
              <IconChevronLeft size={20} />
            </ActionIcon>
            <ActionIcon className={css.step} right={10} aria-label={t('next')} onClick={() => step(1)}>
              <IconChevronRight size={20} />
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
              <OrderPicture orderId={orderId} file={file} mayDownload={mayDownload} isSmall />
            </button>
          ))}
        </div>
      )}
      <figcaption className="meta one-line">{shown.name}</figcaption>
      {isLarge && (
        <Suspense>
          <PictureBox
            name={shown.name}
            onStep={files.length > 1 ? step : undefined}
            onClose={() => setLarge(false)}
          >
            <OrderPicture key={shown.id} orderId={orderId} file={shown} mayDownload={mayDownload} />
          </PictureBox>
        </Suspense>
      )}
    </Stack>
  )
}

function OrderPicture(props: { orderId: string; file: OrderFile; mayDownload: boolean; isSmall?: boolean }) {
  const { orderId, file, mayDownload, isSmall = false } = props
  const t = useTexts('orders.pictures')
  const { url, hasFailed } = usePicture(orderId, file, mayDownload)
  if (hasFailed) return isSmall ? null : <p className="quiet">{t('failed')}</p>
  if (!url) return <Skeleton width="100%" height="100%" />
  return <img src={url} alt={isSmall ? '' : file.name} />
}
