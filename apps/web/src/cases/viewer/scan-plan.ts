import {
  type ChosenUnit,
  type FileKind,
  type FileRole,
  fileRoles,
  type MeshFacts,
  viewableKinds,
} from '@pontic/contract'
import { type MeshReason, meshLimits } from '@pontic/viewer/mesh'

/**
 * A file of a case as the viewer needs it. `kind` is null until the server has recognized the kind. `mesh` is the server's result
 * of reading the file as a scan.
 */
export type ViewerFile = {
  readonly id: string
  readonly name: string
  readonly role: FileRole
  readonly kind: FileKind | null
  readonly sizeBytes: number
  readonly mesh?: MeshFacts | null
}

/** A file that the list of layers shows. A file with a `reason` can't be shown, and its bytes are not fetched. */
export type PlannedScan = { readonly file: ViewerFile; readonly reason?: MeshReason }

const attachments: readonly FileRole[] = ['photo', 'document', 'other']
const viewable: readonly (FileKind | null)[] = viewableKinds
/** Kinds whose bytes may still be a mesh, because only the parser recognizes a truncated mesh. */
const maybeMesh: readonly (FileKind | null)[] = ['unknown', 'text', null]
const meshName = /\.(?:stl|ply|obj|off|3mf|glb)$/i

/**
 * Selects the files of a case for the viewer, ordered by role. Meshes of every role are included. A file that
 * has only the role or the name of a scan is included too, so that the layers can show why it can't be shown.
 * All other files, such as photos and documents, are left out.
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

/** Returns the available levels of a scan, the coarsest first; empty if there is only the file itself. */
export const levelsOf = ({ file }: PlannedScan) => file.mesh?.levels ?? []

/** Returns the unit that a user has chosen for a scan; undefined if nobody has. */
export const chosenUnitOf = ({ file: { mesh } }: PlannedScan): ChosenUnit | undefined =>
  mesh?.unitBy === 'person' ? (mesh.unit as ChosenUnit) : undefined

/** Returns the number of bytes to load before a scan is shown: those of its coarsest level, else those of the file. */
export const firstBytesOf = (scan: PlannedScan): number => levelsOf(scan)[0]?.sizeBytes ?? scan.file.sizeBytes

const jaws: readonly FileRole[] = ['upper', 'lower']

/**
 * Lists the scans that a newer scan of the same role replaces. A scan of a jaw replaces every older scan of that jaw. In other
 * roles, which may have several parts (two bites, several crowns), a scan replaces only older scans at the same position. Scans
 * with the role of an attachment replace nothing.
 * @returns ids of the replaced files
 */
export function listReplacedScans(scans: readonly PlannedScan[]): ReadonlySet<string> {
  const readable = scans.filter(
    ({ file, reason }) =>
      reason === undefined && file.mesh?.state !== 'failed' && !attachments.includes(file.role),
  )
  const replaced = readable.filter(({ file }) =>
    // Ids are ordered by the time of the announcement.
    readable.some(
      ({ file: other }) =>
        other.role === file.role && other.id > file.id && (jaws.includes(file.role) || overlap(file, other)),
    ),
  )
  return new Set(replaced.map(({ file }) => file.id))
}

/**
 * Whether the bounding boxes of two scans overlap along each axis by more than four fifths of the shorter side. False until both
 * are measured.
 */
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
  // Levels can be shown for a file of any size.
  const isComing = mesh?.levels.length || mesh?.state === 'waiting'
  return sizeBytes > meshLimits.sizeBytes && !isComing ? 'mesh.too_large' : undefined
}
