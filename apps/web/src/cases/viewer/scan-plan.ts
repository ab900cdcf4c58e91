import {
  type ChosenUnit,
  type FileKind,
  type FileRole,
  fileRoles,
  type MeshFacts,
  viewableKinds,
} from '@pontic/contract'
import { type MeshReason, meshLimits } from '@pontic/viewer/mesh'

/** A file of a case for the viewer. `kind` is null until it is recognized; `mesh` is the server's result of reading it. */
export type ViewerFile = {
  readonly id: string
  readonly name: string
  readonly role: FileRole
  readonly kind: FileKind | null
  readonly sizeBytes: number
  readonly mesh?: MeshFacts | null
}

/** A file with a row in the layers. With a `reason` it can't be shown, and its bytes are not fetched. */
export type PlannedScan = { readonly file: ViewerFile; readonly reason?: MeshReason }

const attachments: readonly FileRole[] = ['photo', 'document', 'other']
const viewable: readonly (FileKind | null)[] = viewableKinds
/** Kinds whose bytes may hold a mesh: only the parser recognizes a truncated one. */
const maybeMesh: readonly (FileKind | null)[] = ['unknown', 'text', null]
const meshName = /\.(?:stl|ply|obj|off|3mf|glb)$/i

/**
 * Selects the files of a case for the viewer, ordered by role: meshes of every role, and files with the role or the name
 * of a scan, so that the layers can say why they can't be shown. Photos and documents are left out.
 */
export function planScans(files: readonly ViewerFile[]): PlannedScan[] {
  return files
    .filter(isScan)
    .sort((one, other) => fileRoles.indexOf(one.role) - fileRoles.indexOf(other.role))
    .map((file) => {
      const reason = refusalReasonOf(file)
      return reason ? { file, reason } : { file }
    })
}

/** The available levels of a scan's preview, the coarse one first; none if there is only the file itself. */
export const levelsOf = ({ file }: PlannedScan) => file.mesh?.levels ?? []

/** The unit of a scan that a person has set. */
export const chosenUnitOf = ({ file: { mesh } }: PlannedScan): ChosenUnit | undefined =>
  mesh?.unitBy === 'person' ? (mesh.unit as ChosenUnit) : undefined

/** Bytes until a scan is first shown: those of its coarse level, or of the whole file. */
export const firstBytesOf = (scan: PlannedScan): number => levelsOf(scan)[0]?.sizeBytes ?? scan.file.sizeBytes

const jaws: readonly FileRole[] = ['upper', 'lower']

/**
 * Lists the scans that a newer scan of the same role replaces: every older scan of a jaw, and of other roles, which may have
 * many parts (two bites, several crowns), an older scan that lies in a newer one. Scans of no certain role replace nothing.
 * @returns ids of files
 */
export function listReplacedScans(scans: readonly PlannedScan[]): ReadonlySet<string> {
  const readable = scans.filter(
    ({ file, reason }) =>
      reason === undefined && file.mesh?.state !== 'failed' && !attachments.includes(file.role),
  )
  const replaced = readable.filter(({ file }) =>
    // Ids rise with the time that files were announced.
    readable.some(
      ({ file: other }) =>
        other.role === file.role && other.id > file.id && (jaws.includes(file.role) || overlap(file, other)),
    ),
  )
  return new Set(replaced.map(({ file }) => file.id))
}

/** Whether the boxes of two scans share four fifths of the shorter side along each axis. False until both are measured. */
function overlap({ mesh: one }: ViewerFile, { mesh: other }: ViewerFile): boolean {
  if (!one?.originMm || !one.sizeMm || !other?.originMm || !other.sizeMm) return false
  const sides = [0, 1, 2].map((axis) => {
    const [a, b] = [one.originMm![axis]!, other.originMm![axis]!]
    const [lengthA, lengthB] = [one.sizeMm![axis]!, other.sizeMm![axis]!]
    return { shared: Math.min(a + lengthA, b + lengthB) - Math.max(a, b), least: Math.min(lengthA, lengthB) }
  })
  return sides.every(({ shared, least }) => shared > 0.8 * least)
}

function isScan({ kind, name, role }: ViewerFile): boolean {
  if (viewable.includes(kind) || !attachments.includes(role)) return true
  return maybeMesh.includes(kind) && meshName.test(name)
}

function refusalReasonOf({ kind, sizeBytes, mesh }: ViewerFile): MeshReason | undefined {
  if (!viewable.includes(kind) && !maybeMesh.includes(kind)) return 'mesh.not_a_mesh'
  // A preview is small, whatever the size of the file.
  const isComing = mesh?.levels.length || mesh?.state === 'waiting'
  return sizeBytes > meshLimits.sizeBytes && !isComing ? 'mesh.too_large' : undefined
}
