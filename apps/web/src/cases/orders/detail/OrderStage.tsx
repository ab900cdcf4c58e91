import { Skeleton, Tabs } from '@mantine/core'
import { type OrderDetail, type OrderFile, viewableKinds } from '@pontic/contract'
import { lazy, Suspense, useMemo } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import { useSession } from '../../../frame/session.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { planScans } from '../../viewer/scan-plan.ts'
import { orderScans } from '../../viewer/scan-source.ts'
import { pictureKinds } from '../../viewer/use-picture.ts'
import { canAddFiles } from '../actions/order-actions.ts'
import css from './OrderDetail.module.css'
import { OrderPictures } from './OrderPictures.tsx'

const CaseViewer = lazy(() =>
  import('../../viewer/CaseViewer.tsx').then((file) => ({ default: file.CaseViewer })),
)

const isPicture = ({ kind }: OrderFile) => pictureKinds.includes(kind)
// Without download a scan is shown by its levels of detail, which only the viewable kinds have.
const isScan = (file: OrderFile, mayDownload: boolean) =>
  !isPicture(file) &&
  planScans([file]).length > 0 &&
  (mayDownload || viewableKinds.some((kind) => kind === file.kind))

/** The scans in 3D and the pictures, or a note that there are none yet. */
export function OrderStage({ detail }: { detail: OrderDetail }) {
  const t = useTexts('orders.stage')
  const { order, files, mayDownload } = detail
  const verified = useVerifiedFiles(files)
  // Includes scans that can't be shown: the viewer gives the reason.
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

/** The verified files. The array stays the same while other files change, so that the viewer keeps its scene. */
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
  const source = useMemo(() => orderScans(id, files, mayDownload), [id, files, mayDownload])
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
  const isOpen = session !== undefined && canAddFiles(order, session) && !isDeclared
  const isMoving = files.some((file) => file.state !== 'verified' && file.state !== 'refused')
  const which = isMoving ? 'coming' : files.length > 0 ? 'noView' : isOpen ? 'empty' : 'none'
  return (
    <div className={css.noFiles}>
      <EmptyState drawing="files" title={t(`${which}.title`)} text={t(`${which}.text`)} />
    </div>
  )
}
