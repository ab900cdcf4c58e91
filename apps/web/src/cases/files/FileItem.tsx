import { Stack, Text } from '@mantine/core'
import {
  type Axis,
  type FileKind,
  type Order,
  type OrderFile,
  orderSides,
  sizeUnitOf,
  viewableKinds,
} from '@pontic/contract'
import type { ComponentType } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { useUpload } from '../../frame/upload-list.ts'
import { IconScan } from '../../ui/dental-icons.tsx'
import { SizeText } from '../../ui/formats.tsx'
import type { IconProps } from '../../ui/icon.tsx'
import { IconDownload, IconFile, IconFileText, IconPhoto, IconX } from '../../ui/icons.ts'
import { canAddFiles, canRemoveFile, partyOf, rolesFor } from '../orders/actions/order-actions.ts'
import { useOrderWrite } from '../orders/actions/use-order-write.ts'
import { TipButton } from '../orders/buttons.tsx'
import { useRefusalText } from '../viewer/refusal-text.ts'
import { ScanThumb } from '../viewer/ScanThumb.tsx'
import { useScanSize } from '../viewer/scan-size.ts'
import css from './OrderFiles.module.css'
import { RoleSelect } from './RoleSelect.tsx'
import { ScanUnit } from './ScanUnit.tsx'
import { UploadLine } from './UploadLine.tsx'

const scanKinds: readonly (FileKind | null)[] = [...viewableKinds, 'mesh3shape']
const imageKinds: readonly (FileKind | null)[] = ['jpeg', 'png', 'webp', 'heic']
const textKinds: readonly (FileKind | null)[] = ['pdf', 'text']

function iconOf(kind: FileKind | null): ComponentType<IconProps> {
  if (scanKinds.includes(kind)) return IconScan
  if (imageKinds.includes(kind)) return IconPhoto
  return textKinds.includes(kind) ? IconFileText : IconFile
}

/** A file of a case: role, kind, size and upload progress, with buttons to download and remove it. */
export function FileItem(props: {
  order: Order
  file: OrderFile
  /** The vertical axis of the case's scans. */
  vertical: Axis
  mayDownload: boolean
  onDownload: (fileId: string) => void
  onRemove: (file: OrderFile) => void
  onChoose: (file: OrderFile) => Promise<void>
}) {
  const t = useTexts('files')
  const session = useSession()
  const upload = useUpload(props.file.id)
  const { order, file } = props
  if (!session) return null
  const Icon = iconOf(file.kind)
  const isMine = partyOf(order, session) === file.party
  const isVerified = file.state === 'verified'
  const isUploading = upload !== undefined && upload.status !== 'done' && upload.status !== 'cancelled'
  return (
    <li className={css.item}>
      <span className={css.icon}>
        <Icon />
        {file.mesh?.hasPicture && <ScanThumb orderId={order.id} fileId={file.id} />}
      </span>
      <Stack flex={1} gap={4} miw={0} pl={4}>
        <Text component="span" className="one-line" lh="28px" fw={500} title={file.name}>
          {file.name}
        </Text>
        <div className={css.line}>
          <FileRoleLine order={order} file={file} />
          <FileFacts file={file} />
        </div>
        <MeshLine order={order} file={file} vertical={props.vertical} />
        {!['verified', 'refused', 'released'].includes(file.state) && (
          <UploadLine file={file} upload={upload} isMine={isMine} onChoose={() => props.onChoose(file)} />
        )}
      </Stack>
      {isVerified && props.mayDownload && (
        <TipButton
          size={28}
          label={t('downloadNamed', { name: file.name })}
          onClick={() => props.onDownload(file.id)}
        >
          <IconDownload size={16} />
        </TipButton>
      )}
      {(isVerified || !isUploading) && file.state !== 'released' && canRemoveFile(order, file, session) && (
        <TipButton
          size={28}
          label={t('removeNamed', { name: file.name })}
          onClick={() => props.onRemove(file)}
        >
          <IconX size={16} />
        </TipButton>
      )}
    </li>
  )
}

function FileRoleLine({ order, file }: { order: Order; file: OrderFile }) {
  const roles = useTexts('order.role')
  const session = useSession()
  const write = useOrderWrite('files.setRole', { orderId: order.id })
  const isMine = session && partyOf(order, session) === file.party
  if (!isMine || !canAddFiles(order, session) || file.state === 'refused' || file.state === 'released')
    return <span>{roles(file.role)}</span>
  return (
    <RoleSelect
      name={file.name}
      role={file.role}
      roles={rolesFor(order, session)}
      onChange={(role) => void write.send({ body: { fileId: file.id, role } })}
    />
  )
}

// These names are the same in every language. Other kinds are shown in capitals.
const kindNames: Partial<Record<FileKind, string>> = {
  mesh3shape: '3Shape',
  webp: 'WebP',
  text: 'TXT',
  cbct: 'CBCT (DICOM, ZIP)',
}

/** The size and the unit of a scan, or the reason why it can't be shown. */
function MeshLine({ order, file, vertical }: { order: Order; file: OrderFile; vertical: Axis }) {
  const t = useTexts()
  const refusalText = useRefusalText()
  const sizeOf = useScanSize()
  const { mesh } = file
  if (mesh?.state === 'failed') return <span className={css.error}>{refusalText(mesh.reason)}</span>
  if (!mesh) return null
  return (
    <div className={css.line}>
      {mesh.sizeMm && (
        <span className="meta figures">
          {t('files.measures', sizeOf(orderSides(mesh.sizeMm, vertical), sizeUnitOf(mesh), true))}
        </span>
      )}
      <ScanUnit order={order} file={file} mesh={mesh} />
    </div>
  )
}

function FileFacts({ file }: { file: OrderFile }) {
  const t = useTexts()
  const refusalText = useRefusalText()
  if (file.state === 'refused')
    return <span className={css.error}>{refusalText(file.refusal) ?? t('order.fileState.refused')}</span>
  const kind =
    file.kind && file.kind !== 'unknown' ? (kindNames[file.kind] ?? file.kind.toUpperCase()) : undefined
  return (
    <span className="meta figures">
      {file.state === 'released' && <>{t('order.fileState.released')} · </>}
      {kind && <>{kind} · </>}
      <SizeText sizeBytes={file.sizeBytes} />
    </span>
  )
}
