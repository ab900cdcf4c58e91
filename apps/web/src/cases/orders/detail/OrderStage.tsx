import '@mantine/core/styles/Tabs.layer.css'
import { ActionIcon, Skeleton, Stack, Tabs } from '@mantine/core'
import {
  type FileState,
  isUnfinishedFile,
  type OrderDetail,
  type OrderFile,
  viewableKinds,
} from '@pontic/contract'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import { useSession } from '../../../frame/session.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useStoppedUploads } from '../../files/use-unfinished.ts'
import { planScans } from '../../viewer/scan-plan.ts'
import { decodeEarlyLevels, prefetchLevels } from '../../viewer/scan-prefetch.ts'
import { orderScans } from '../../viewer/scan-source.ts'
import { pictureKinds, usePicture } from '../../viewer/use-picture.ts'
import { canAddFiles } from '../actions/order-actions.ts'
import css from './OrderDetail.module.css'

const CaseViewer = lazy(() =>
  import('../../viewer/CaseViewer.tsx').then((file) => ({ default: file.CaseViewer })),
)

const isPicture = ({ kind }: OrderFile) => pictureKinds.includes(kind)
// Users who may not download see the levels of a scan, which the server creates for viewable kinds only.
const isScan = (file: OrderFile, mayDownload: boolean) =>
  !isPicture(file) &&
  planScans([file]).length > 0 &&
  (mayDownload || viewableKinds.some((kind) => kind === file.kind))

/** The scans of a case in 3D and its pictures, or a note that there are none. */
export function OrderStage({ detail }: { detail: OrderDetail }) {
  const t = useTexts('orders.stage')
  const { order, files, mayDownload } = detail
  const verified = useVerifiedFiles(files)
  // Scans that can't be shown are included, because the viewer gives the reason.
  const scans = useMemo(() => verified.filter((file) => isScan(file, mayDownload)), [verified, mayDownload])
  const pictures = verified.filter(isPicture)
  if (scans.length === 0 && pictures.length === 0) return <NoFiles detail={detail} />
  const gallery = <OrderPictures orderId={order.id} files={pictures} mayDownload={mayDownload} />
  if (scans.length === 0) return gallery
  const viewer = <Scans detail={detail} files={scans} />
  if (pictures.length === 0) return viewer
  return (
    <Tabs defaultValue="scans" keepMounted={false}>
      <Tabs.List mb={12} aria-label={t('label')}>
        <Tabs.Tab value="scans">{t('scans')}</Tabs.Tab>
        <Tabs.Tab value="pictures">{t('pictures', { count: pictures.length })}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="scans">{viewer}</Tabs.Panel>
      <Tabs.Panel value="pictures">{gallery}</Tabs.Panel>
    </Tabs>
  )
}

/** Returns the verified files. The array keeps its identity until one of them changes, so that the viewer keeps its scene. */
function useVerifiedFiles(files: readonly OrderFile[]): readonly OrderFile[] {
  const verified = files.filter((file) => file.state === 'verified')
  const key = verified
    .map(
      ({ id, role, mesh }) =>
        `${id} ${role} ${mesh?.state} ${mesh?.levels.length} ${mesh?.hasPicture} ${mesh?.unit} ${mesh?.unitBy}`,
    )
    .join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains everything the viewer shows of a file
  return useMemo(() => verified, [key])
}

function Scans({ detail, files }: { detail: OrderDetail; files: readonly OrderFile[] }) {
  const { id, number } = detail.order
  const { mayDownload } = detail
  // The first levels are fetched and decoded while the code of the viewer loads.
  const [first] = useState(() => ({
    files,
    source: prefetchLevels(orderScans(id, files, mayDownload), files, decodeEarlyLevels()),
  }))
  const source = useMemo(
    () => (files === first.files ? first.source : orderScans(id, files, mayDownload)),
    [id, files, mayDownload, first],
  )
  return (
    <Suspense fallback={<Skeleton className={css.viewerSpace} />}>
      <CaseViewer files={files} source={source} isCompact caseNumber={number} />
    </Suspense>
  )
}

function NoFiles({ detail }: { detail: OrderDetail }) {
  const t = useTexts('orders.stage')
  const session = useSession()
  const { order, files } = detail
  const isDeclared = detail.timeline.some((entry) => entry.kind === 'declareNoScans')
  const canAdd = session !== undefined && canAddFiles(order, session) && !isDeclared
  const isUploading = files.some(({ state }) => isUnfinishedFile(state))
  const interrupted = useTexts('files.interrupted')
  const [stopped] = useStoppedUploads(order.id)
  const has = (state: FileState) => files.some((file) => file.state === state)
  const which = isUploading
    ? 'coming'
    : has('verified')
      ? 'noView'
      : has('released')
        ? 'released'
        : canAdd
          ? 'empty'
          : 'none'
  const said = stopped
    ? {
        title: interrupted('title'),
        text: interrupted('missing', { missing: stopped.filesUnfinished, total: stopped.filesTotal }),
      }
    : { title: t(`${which}.title`), text: t(`${which}.text`) }
  return (
    <div className={css.noFiles}>
      <EmptyState drawing="files" {...said} />
    </div>
  )
}

/** The pictures of a case: one large picture with buttons for the previous and the next one, and a strip of small pictures. */
function OrderPictures(props: { orderId: string; files: readonly OrderFile[]; mayDownload: boolean }) {
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
