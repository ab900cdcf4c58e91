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

const isPlanned = (file: OrderFile) => planScans([file]).length > 0
// Levels are of scans alone: what may be one is for who has the file.
const isScan = (file: OrderFile, mayDownload: boolean) =>
  !isPicture(file) && isPlanned(file) && (mayDownload || viewableKinds.some((kind) => kind === file.kind))
const isPicture = ({ kind }: OrderFile) => pictureKinds.includes(kind)

/** What there is to look at: the scans in 3D, the pictures; else what is still to come. */
export function OrderStage({ detail }: { detail: OrderDetail }) {
  const t = useTexts('orders.stage')
  const { order, files, mayDownload } = detail
  const whole = useWholeFiles(files)
  // One that can't be shown is there too: the viewer tells why.
  const scans = useMemo(() => whole.filter((file) => isScan(file, mayDownload)), [whole, mayDownload])
  const pictures = useMemo(() => whole.filter(isPicture), [whole])
  if (scans.length === 0 && pictures.length === 0) return <NothingYet detail={detail} />
  if (scans.length === 0)
    return <OrderPictures orderId={order.id} files={pictures} mayDownload={mayDownload} />
  const viewer = <Scans orderId={order.id} number={order.number} files={scans} mayDownload={mayDownload} />
  if (pictures.length === 0) return viewer
  return (
    <Tabs defaultValue="scans" keepMounted={false}>
      <Tabs.List className={css.stageTabs} aria-label={t('label')}>
        <Tabs.Tab value="scans">{t('scans')}</Tabs.Tab>
        <Tabs.Tab value="pictures">{t('pictures', { count: pictures.length })}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="scans">{viewer}</Tabs.Panel>
      <Tabs.Panel value="pictures">
        <OrderPictures orderId={order.id} files={pictures} mayDownload={mayDownload} />
      </Tabs.Panel>
    </Tabs>
  )
}

/** The verified files; the same array while other files move, so that the viewer is not drawn anew. */
function useWholeFiles(files: readonly OrderFile[]): readonly OrderFile[] {
  const whole = files.filter((file) => file.state === 'verified')
  const key = whole
    .map(
      ({ id, role, mesh }) =>
        `${id} ${role} ${mesh?.state} ${mesh?.levels.length} ${mesh?.hasPicture} ${mesh?.unit} ${mesh?.unitBy}`,
    )
    .join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the stage draws of them
  return useMemo(() => whole, [key])
}

function Scans(props: {
  orderId: string
  number: string
  files: readonly OrderFile[]
  mayDownload: boolean
}) {
  const { orderId, files, mayDownload } = props
  const source = useMemo(() => orderScans(orderId, files, mayDownload), [orderId, files, mayDownload])
  return (
    <Suspense fallback={<Skeleton className={css.stageWait} />}>
      <CaseViewer files={files} source={source} isCompact caseNumber={props.number} />
    </Suspense>
  )
}

function NothingYet({ detail }: { detail: OrderDetail }) {
  const t = useTexts('orders.stage')
  const session = useSession()
  const { order, files } = detail
  const isDeclared = detail.timeline.some((entry) => entry.kind === 'declareNoScans')
  const isOpen = session !== undefined && canAddFiles(order, session) && !isDeclared
  const isMoving = files.some((file) => file.state !== 'verified' && file.state !== 'refused')
  const which = isMoving ? 'coming' : files.length > 0 ? 'noView' : isOpen ? 'empty' : 'none'
  return (
    <div className={css.stageEmpty}>
      <EmptyState drawing="files" title={t(`${which}.title`)} text={t(`${which}.text`)} />
    </div>
  )
}
