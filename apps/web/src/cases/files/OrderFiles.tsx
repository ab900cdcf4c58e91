import { Group, Text } from '@mantine/core'
import { matchesAnnounced } from '@pontic/client'
import {
  findVerticalAxis,
  isUnfinishedFile,
  listReadinessNotes,
  type OrderDetail,
  type OrderFile,
} from '@pontic/contract'
import { lazy, Suspense, useRef, useState } from 'react'
import { findHandle, readHandle } from '../../frame/file-handles.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { useSession } from '../../frame/session.ts'
import { startUpload } from '../../frame/uploads.ts'
import { DropZone, FileField } from '../../ui/DropZone.tsx'
import { IconFileZip, IconLink } from '../../ui/icons.ts'
import { Section } from '../../ui/Page.tsx'
import { useRestoredFocus } from '../../ui/use-opener.ts'
import { ConfirmCall } from '../orders/actions/ConfirmCall.tsx'
import { canAddFiles, canCreatePreviewLinks, canEdit } from '../orders/actions/order-actions.ts'
import { useDownload } from '../orders/actions/use-order-write.ts'
import { SmallButton } from '../orders/buttons.tsx'
import { FileGroups } from './FileGroups.tsx'
import { FileItem } from './FileItem.tsx'
import { ReadinessList } from './ReadinessList.tsx'
import { ReleaseButton } from './ReleaseButton.tsx'
import { useAddFiles } from './use-add-files.ts'

const PreviewLinkDialog = lazy(() =>
  import('../previews/PreviewLinkDialog.tsx').then((file) => ({ default: file.PreviewLinkDialog })),
)

/** Lists the files of a case, with a field to add files and buttons for preview links and the download of all files. */
export function OrderFiles({ detail }: { detail: OrderDetail }) {
  const t = useTexts('files')
  const common = useTexts('common')
  const { number } = useFormats()
  const session = useSession()
  const { order, files } = detail
  const { add } = useAddFiles(order, files)
  const resume = useResume(detail)
  const download = useDownload(order.id)
  const [removed, setRemoved] = useState<OrderFile>()
  if (!session) return null
  const mayAdd = canAddFiles(order, session)
  const vertical = findVerticalAxis(files.map(({ role, mesh }) => ({ role, sizeMm: mesh?.sizeMm ?? null })))
  return (
    <Section
      title={
        <>
          {common('label.files')}{' '}
          {files.length > 0 && (
            <Text component="span" inherit className="quiet figures" fw={400}>
              {number(files.length)}
            </Text>
          )}
        </>
      }
      actions={<FilesActions detail={detail} onDownload={download} />}
    >
      {canEdit(order, session) && (
        <ReadinessList notes={listReadinessNotes({ type: order.type, ...detail })} files={files} />
      )}
      {files.length > 0 ? (
        <FileGroups
          files={files}
          row={(file) => (
            <FileItem
              key={file.id}
              order={order}
              file={file}
              vertical={vertical}
              mayDownload={detail.mayDownload}
              onDownload={download}
              onRemove={setRemoved}
              onChoose={resume.choose}
            />
          )}
        />
      ) : (
        !mayAdd && <Text c="dimmed">{t('none')}</Text>
      )}
      {mayAdd && (
        <DropZone
          label={t('add')}
          hint={t(resume.hasUnfinished ? 'dropAgain' : 'addHint')}
          isSmall={files.length > 0}
          onFiles={(picked) => void add(picked)}
        />
      )}
      <ReleaseButton detail={detail} />
      {resume.field}
      <RemoveDialog orderId={order.id} file={removed} onClose={() => setRemoved(undefined)} />
    </Section>
  )
}

function FilesActions({ detail, onDownload }: { detail: OrderDetail; onDownload: (id: null) => void }) {
  const t = useTexts('files')
  const session = useSession()
  const [isSharing, setSharing] = useState(false)
  const [wasShared, setWasShared] = useState(false)
  useRestoredFocus(isSharing)
  const { order, files } = detail
  if (!session || !files.some((file) => file.state === 'verified')) return null
  return (
    <Group gap={4} wrap="nowrap">
      {canCreatePreviewLinks(order, session) && (
        <SmallButton
          icon={IconLink}
          onClick={() => {
            setWasShared(true)
            setSharing(true)
          }}
        >
          {t('share')}
        </SmallButton>
      )}
      {detail.mayDownload && (
        <SmallButton icon={IconFileZip} variant="default" onClick={() => onDownload(null)}>
          {t('downloadAll')}
        </SmallButton>
      )}
      {wasShared && (
        <Suspense fallback={null}>
          <PreviewLinkDialog detail={detail} isOpen={isSharing} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </Group>
  )
}

/**
 * Resumes unfinished uploads that do not run in this browser tab. The file is read through its stored handle. Without a usable
 * handle, the user selects the file again.
 * @returns `choose` resumes the upload of a file. `hasUnfinished` is true if the user's party has unfinished uploads. `field` is
 *   the hidden file input to render
 */
function useResume({ order, files }: OrderDetail) {
  const t = useTexts('files')
  const { size } = useFormats()
  const session = useSession()
  const field = useRef<HTMLInputElement>(null)
  const awaited = useRef<OrderFile>(undefined)
  const orderRef = { orderId: order.id, number: order.number }
  const resume = (announced: OrderFile, file: File) => {
    if (matchesAnnounced(file, announced)) return startUpload(orderRef, announced, file)
    const text = t('otherFile', { name: announced.name, size: size(announced.sizeBytes) })
    showNotice({ level: 'warning', text })
  }
  const choose = async (announced: OrderFile) => {
    const handle = await findHandle(announced.id)
    const file = handle && (await readHandle(handle))
    if (file && matchesAnnounced(file, announced)) return startUpload(orderRef, announced, file)
    awaited.current = announced
    field.current?.click()
  }
  return {
    choose,
    hasUnfinished: files.some(
      ({ party, state }) =>
        isUnfinishedFile(state) &&
        session?.organization_id === (party === 'clinic' ? order.clinicId : order.labId),
    ),
    field: (
      <FileField
        ref={field}
        isSingle
        onFiles={([picked]) => picked && awaited.current && resume(awaited.current, picked.file)}
      />
    ),
  }
}

function RemoveDialog(props: { orderId: string; file: OrderFile | undefined; onClose: () => void }) {
  const t = useTexts('files.remove')
  const last = useRef(props.file)
  // Keeps the file's name in the dialog while the dialog fades out.
  if (props.file) last.current = props.file
  const file = last.current
  if (!file) return null
  return (
    <ConfirmCall
      orderId={props.orderId}
      isOpen={props.file !== undefined}
      onClose={props.onClose}
      title={t('title')}
      confirm={t('confirm')}
      isDangerous
      call="files.remove"
      input={{ params: { fileId: file.id } }}
      text={t('text', { name: file.name })}
    />
  )
}
