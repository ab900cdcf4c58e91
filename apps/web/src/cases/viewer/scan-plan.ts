import {
  type ChosenUnit,
  type FileKind,
  type FileRole,
  fileRoles,
  type MeshFacts,
  viewableKinds,
} from '@pontic/contract'
import { type MeshReason, meshLimits } from '@pontic/viewer/mesh'

/** A file of a case as the viewer is given it. `kind` null is not told yet; `mesh` is what the server made of it. */
export type ViewerFile = {
  readonly id: string
  readonly name: string
  readonly role: FileRole
  readonly kind: FileKind | null
  readonly sizeBytes: number
  readonly mesh?: MeshFacts | null
}

/** A file that gets a row in the layers. With a `reason` its bytes are not fetched: it can't be shown. */
export type PlannedScan = { readonly file: ViewerFile; readonly reason?: MeshReason }

const attachments: readonly FileRole[] = ['photo', 'document', 'other']
const viewable: readonly (FileKind | null)[] = viewableKinds
/** Kinds whose bytes may hold a mesh all the same: one cut short is recognized by nobody but the parser. */
const doubtful: readonly (FileKind | null)[] = ['unknown', 'text', null]
const meshName = /\.(?:stl|ply|obj|off|3mf|glb)$/i

/**
 * Which files of a case the viewer takes up, in the order of the roles: meshes of every role, and whatever was handed in
 * as a scan or is called one, so that one that can't be shown tells why instead of being absent. Photos and papers are
 * left out.
 */
export function planScans(files: readonly ViewerFile[]): PlannedScan[] {
  return files
    .filter(isScan)
    .sort((one, other) => fileRoles.indexOf(one.role) - fileRoles.indexOf(other.role))
    .map((file) => {
      const reason = reasonAgainst(file)
      return reason ? { file, reason } : { file }
    })
}

/** The levels of a scan's preview that can be fetched, the coarse one first; none where only the file itself is there. */
export const levelsOf = ({ file }: PlannedScan) => file.mesh?.levels ?? []

/** The unit in which a person has a scan read. */
export const chosenUnitOf = ({ file: { mesh } }: PlannedScan): ChosenUnit | undefined =>
  mesh?.unitBy === 'person' ? (mesh.unit as ChosenUnit) : undefined

/** Bytes until a scan is first seen: its coarse level's, or the whole file's. */
export const firstBytesOf = (scan: PlannedScan): number => levelsOf(scan)[0]?.sizeBytes ?? scan.file.sizeBytes

const jaws: readonly FileRole[] = ['upper', 'lower']

/**
 * Lists the scans that a newer scan of the same role replaces: every older scan of a jaw, and of other roles, which may have
 * many parts (two bites, several crowns), an older scan that lies in a newer one. Scans of no certain role replace nothing.
 * @returns ids of files
 */
export function listReplaced(scans: readonly PlannedScan[]): ReadonlySet<string> {
  const readable = scans.filter(
    ({ file, reason }) =>
      reason === undefined && file.mesh?.state !== 'failed' && !attachments.includes(file.role),
  )
  const replaced = readable.filter(({ file }) =>
    // Ids rise with the time that files were announced.
    readable.some(
      ({ file: other }) =>
        other.role === file.role &&
        other.id > file.id &&
        (jaws.includes(file.role) || lieInOnePlace(file, other)),
    ),
  )
  return new Set(replaced.map(({ file }) => file.id))
}

/** Whether the boxes of two scans share four fifths of the shorter side along each axis; false until both are measured. */
function lieInOnePlace({ mesh: one }: ViewerFile, { mesh: other }: ViewerFile): boolean {
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
  return doubtful.includes(kind) && meshName.test(name)
}

function reasonAgainst({ kind, sizeBytes, mesh }: ViewerFile): MeshReason | undefined {
  if (!viewable.includes(kind) && !doubtful.includes(kind)) return 'mesh.not_a_mesh'
  // A preview is small whatever the file.
  const isComing = mesh?.levels.length || mesh?.state === 'waiting'
  return sizeBytes > meshLimits.sizeBytes && !isComing ? 'mesh.too_large' : undefined
}
