import '@mantine/core/styles/Tabs.layer.css'
import { Skeleton, Tabs } from '@mantine/core'
import {
  type FileState,
  isUnfinishedFile,
  type OrderDetail,
  type OrderFile,
  viewableKinds,
} from '@pontic/contract'
import { useEffect, useMemo, useState } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import { useSession } from '../../../frame/session.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { dialogOf, useDialogs } from '../../../ui/use-dialogs.tsx'
import type { PictureSubject } from '../../conversation/PictureDialog.tsx'
import { usePinDesk } from '../../conversation/pins/pin-desk.ts'
import { conversationRights } from '../../conversation/use-conversation.ts'
import { useStoppedUploads } from '../../files/use-unfinished.ts'
import { planScans } from '../../viewer/scan-plan.ts'
import { endPrefetch, prefetchOnce } from '../../viewer/scan-prefetch.ts'
import { orderScans } from '../../viewer/scan-source.ts'
import { isPictureFile } from '../../viewer/use-picture.ts'
import { canAddFiles } from '../actions/order-actions.ts'
import css from './OrderDetail.module.css'
import { OrderPictures } from './OrderPictures.tsx'
import { caseViewer } from './prepare-case.ts'

const dialogs = {
  picture: dialogOf(() => import('../../conversation/PictureDialog.tsx').then((file) => file.PictureDialog)),
}

// Users who may not download see the levels of a scan, which the server creates for viewable kinds only.
const isScan = (file: OrderFile, mayDownload: boolean) =>
  !isPictureFile(file) &&
  planScans([file]).length > 0 &&
  (mayDownload || viewableKinds.some((kind) => kind === file.kind))

/** The scans of a case in 3D and its pictures, or a note that there are none. */
export function OrderStage({ detail }: { detail: OrderDetail }) {
  const t = useTexts('orders.stage')
  const { order, files, mayDownload } = detail
  const verified = useVerifiedFiles(files)
  // Scans that can't be shown are included, because the viewer gives the reason.
  const scans = useMemo(() => verified.filter((file) => isScan(file, mayDownload)), [verified, mayDownload])
  const pictures = listPictures(verified)
  const [tab, setTab] = useStageTab(scans.length > 0)
  if (scans.length === 0 && pictures.length === 0) return <NoFiles detail={detail} />
  const gallery = <OrderPictures orderId={order.id} files={pictures} mayDownload={mayDownload} />
  if (scans.length === 0) return gallery
  const viewer = <Scans detail={detail} files={scans} />
  if (pictures.length === 0) return viewer
  return (
    <Tabs value={tab} onChange={setTab} keepMounted={false}>
      <Tabs.List mb={12} aria-label={t('label')}>
        <Tabs.Tab value="scans">{t('scans')}</Tabs.Tab>
        <Tabs.Tab value="pictures">{t('pictures', { count: pictures.length })}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="scans">{viewer}</Tabs.Panel>
      <Tabs.Panel value="pictures">{gallery}</Tabs.Panel>
    </Tabs>
  )
}

/** Returns the tab of the page, which changes to the scans when a pin is to be set or shown. */
function useStageTab(hasScans: boolean) {
  const [tab, setTab] = useState<string | null>('scans')
  const desk = usePinDesk()
  const isRequested = desk.isRequested.useValue()
  useEffect(() => desk.hasScans.set(hasScans), [desk, hasScans])
  useEffect(() => {
    if (isRequested) setTab('scans')
  }, [isRequested])
  return [tab, setTab] as const
}

/** The number of DICOM files that are shown as pictures. More are the slices of a volume. */
const dicomPicturesMax = 12

function listPictures(files: readonly OrderFile[]): OrderFile[] {
  const pictures = files.filter(isPictureFile)
  const isVolume = pictures.filter(({ kind }) => kind === 'dicom').length > dicomPicturesMax
  return isVolume ? pictures.filter(({ kind }) => kind !== 'dicom') : pictures
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
  const session = useSession()
  const { mayWrite } = conversationRights(detail.order, session)
  const { press, dialog } = useDialogs<PictureSubject, keyof typeof dialogs>(dialogs)
  // The first levels are fetched and decoded while the code of the viewer loads.
  const [first] = useState(() => ({
    files,
    source: prefetchOnce(id, orderScans(id, files, mayDownload), files),
  }))
  useEffect(() => endPrefetch(id), [id])
  const source = useMemo(
    () => (files === first.files ? first.source : orderScans(id, files, mayDownload)),
    [id, files, mayDownload, first],
  )
  const CaseViewer = caseViewer.useFetchedPart()
  if (!CaseViewer) return <Skeleton className={css.viewerSpace} />
  return (
    <>
      <CaseViewer
        files={files}
        source={source}
        isCompact
        caseNumber={number}
        onPicture={mayWrite ? (captured) => press('picture', { order: detail.order, captured }) : undefined}
      />
      {dialog}
    </>
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
