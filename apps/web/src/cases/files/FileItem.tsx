import { ActionIcon } from '@mantine/core'
import {
  type Axis,
  errors,
  type FileKind,
  type Order,
  type OrderFile,
  orderSides,
  sizeUnitOf,
} from '@pontic/contract'
import { IconDownload, IconFile, IconFileText, IconPhoto, IconX } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { useUpload } from '../../frame/uploads.ts'
import { type IconProps, IconScan } from '../../ui/dental-icons.tsx'
import { SizeText } from '../../ui/formats.tsx'
import { Tip } from '../../ui/Tip.tsx'
import { canAddFiles, canRemoveFile, partyOf, rolesFor } from '../orders/actions/order-actions.ts'
import { useOrderWrite } from '../orders/actions/use-order-write.ts'
import { ScanThumb } from '../viewer/ScanThumb.tsx'
import { useScanSize } from '../viewer/scan-size.ts'
import css from './OrderFiles.module.css'
import { RoleSelect } from './RoleSelect.tsx'
import { ScanUnit } from './ScanUnit.tsx'
import { UploadLine } from './UploadLine.tsx'

const kindIcons: Readonly<Record<string, ComponentType<IconProps>>> = {
  stl: IconScan,
  ply: IconScan,
  obj: IconScan,
  mesh3shape: IconScan,
  '3mf': IconScan,
  glb: IconScan,
  off: IconScan,
  jpeg: IconPhoto,
  png: IconPhoto,
  webp: IconPhoto,
  heic: IconPhoto,
  pdf: IconFileText,
  text: IconFileText,
}

/** One file of a case: name, role, kind, size; its progress while it is on its way; download and removal. */
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
  const Icon = kindIcons[file.kind ?? ''] ?? IconFile
  const isMine = partyOf(order, session) === file.party
  const isVerified = file.state === 'verified'
  const isMoving = upload !== undefined && upload.status !== 'done' && upload.status !== 'cancelled'
  return (
    <li className={css.fileItem}>
      <span className={css.fileIcon}>
        <Icon size={18} stroke={1.75} />
        {file.mesh?.hasPicture && <ScanThumb orderId={order.id} fileId={file.id} />}
      </span>
      <div className={css.fileBody}>
        <span className={css.fileName} title={file.name}>
          {file.name}
        </span>
        <div className={css.fileLine}>
          <FileRoleLine order={order} file={file} />
          <FileFacts file={file} />
        </div>
        <MeshLine order={order} file={file} vertical={props.vertical} />
        {isOnTheWay(file) && (
          <UploadLine file={file} upload={upload} isMine={isMine} onChoose={() => props.onChoose(file)} />
        )}
      </div>
      {isVerified && props.mayDownload && (
        <FileButton label={t('downloadNamed', { name: file.name })} onPress={() => props.onDownload(file.id)}>
          <IconDownload size={16} stroke={1.75} />
        </FileButton>
      )}
      {(isVerified || !isMoving) && file.state !== 'released' && canRemoveFile(order, file, session) && (
        <FileButton label={t('removeNamed', { name: file.name })} onPress={() => props.onRemove(file)}>
          <IconX size={16} stroke={1.75} />
        </FileButton>
      )}
    </li>
  )
}

/** Whether a file is neither whole nor at an end. */
const isOnTheWay = (file: OrderFile) => !['verified', 'refused', 'released'].includes(file.state)

function FileButton(props: { label: string; onPress: () => void; children: React.ReactNode }) {
  return (
    <Tip label={props.label}>
      {(target) => (
        <ActionIcon {...target} size={28} aria-label={props.label} onClick={props.onPress}>
          {props.children}
        </ActionIcon>
      )}
    </Tip>
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

// Names of formats are the same in every language.
const kindNames: Readonly<Record<Exclude<FileKind, 'unknown'>, string>> = {
  stl: 'STL',
  ply: 'PLY',
  obj: 'OBJ',
  mesh3shape: '3Shape',
  '3mf': '3MF',
  glb: 'GLB',
  off: 'OFF',
  jpeg: 'JPEG',
  png: 'PNG',
  webp: 'WebP',
  heic: 'HEIC',
  pdf: 'PDF',
  dicom: 'DICOM',
  zip: 'ZIP',
  xml: 'XML',
  json: 'JSON',
  html: 'HTML',
  svg: 'SVG',
  text: 'TXT',
}

const isErrorKey = (key: string | null): key is keyof typeof errors =>
  key !== null && Object.hasOwn(errors, key)

/** Why a scan can't be shown, or its measures: what a bench looks at first. */
function MeshLine({ order, file, vertical }: { order: Order; file: OrderFile; vertical: Axis }) {
  const t = useTexts()
  const sizeOf = useScanSize()
  const { mesh } = file
  if (mesh?.state === 'failed')
    return <span className={css.fileRefused}>{isErrorKey(mesh.reason) && t(`errors.${mesh.reason}`)}</span>
  if (!mesh) return null
  return (
    <div className={css.fileLine}>
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
  if (file.state === 'refused') {
    return (
      <span className={css.fileRefused}>
        {isErrorKey(file.refusal) ? t(`errors.${file.refusal}`) : t('order.fileState.refused')}
      </span>
    )
  }
  const kind = file.kind && file.kind !== 'unknown' ? kindNames[file.kind] : undefined
  return (
    <span className="meta figures">
      {file.state === 'released' && <>{t('order.fileState.released')} · </>}
      {kind && <>{kind} · </>}
      <SizeText sizeBytes={file.sizeBytes} />
    </span>
  )
}
