import type { ScanScene } from '@pontic/viewer/scene'
import { toFileAxes } from '../file-axes.ts'
import type { PlannedScan } from '../scan-plan.ts'
import type { BiteHistory } from './bite-history.ts'
import type { Measure } from './measures.ts'
import { type DecodedTools, decodeTools, encodeTools, type ToolsState } from './tool-code.ts'
import type { ScanToolName } from './tool-list.ts'
import type { ToolSession } from './tool-session.ts'
import { type SectionValues, type SurfaceValues, toolValues } from './tool-values.ts'

/**
 * Encodes the active tool, the values of the tools and the scans that the view shows for a link.
 * @returns `count` is the number of measurements in the link, `left` of those that do not fit
 */
export function writeTools(
  session: ToolSession,
  tool: ScanToolName | undefined,
  scene: ScanScene,
): { code: string; count: number; left: number } {
  const { scans } = scene.getState()
  const { measures } = toolValues.measures(session).state
  const state: ToolsState = {
    tool,
    measures: measures.flatMap((measure) => inFileAxes(scene, measure) ?? []),
    section: sectionInFileAxes(scene, toolValues.section(session).get()),
    contacts: tool === 'tools.contacts' ? toolValues.contacts(session).get() : undefined,
    compare: tool === 'tools.compare' ? toolValues.compare(session).get() : undefined,
    surface:
      tool === 'tools.surface' ? surfaceInFileAxes(scene, toolValues.surface(session).get()) : undefined,
  }
  const used = new Set(listUsed(state))
  const { code, count } = encodeTools(
    state,
    scans.filter(({ id, visible }) => visible || used.has(id)),
  )
  return { code, count, left: measures.length - count }
}

/**
 * Returns a measurement in the axes of its files, which differ while the user has aligned the bite; undefined if it measures
 * between scans that the alignment has moved, because the reader sees them where their files say.
 */
function inFileAxes(scene: ScanScene, measure: Measure): Measure | undefined {
  const bites = new Set(measure.points.map(({ scanId }) => scene.getBite(scanId)?.join()))
  if (bites.size > 1) return undefined
  const points = measure.points.map((picked) => {
    const axes = toFileAxes(scene, picked.scanId)
    return { ...picked, point: axes.point(picked.point), normal: axes.direction(picked.normal) }
  })
  return { ...measure, points }
}

function sectionInFileAxes(scene: ScanScene, values: SectionValues): SectionValues {
  const { section } = values
  if (section?.scanId === undefined) return values
  const axes = toFileAxes(scene, section.scanId)
  const [normal, up] = [axes.direction(section.normal), axes.direction(section.up)]
  return { ...values, section: { ...section, centre: axes.point(section.centre), normal, up } }
}

function surfaceInFileAxes(scene: ScanScene, values: SurfaceValues): SurfaceValues {
  const { toEye } = values
  if (!toEye) return values
  const direction = toFileAxes(scene, toEye.scanId).direction(toEye.direction)
  return { ...values, toEye: { ...toEye, direction } }
}

/** Lists the ids of the scans to which values belong. */
const listUsed = ({ measures, section, contacts, compare, surface }: ToolsState) => [
  ...measures.flatMap(({ points }) => points.map(({ scanId }) => scanId)),
  ...[section?.section?.scanId, surface?.scanId, surface?.toEye?.scanId],
  ...[...(contacts?.pair ?? []), ...(compare?.pair ?? [])],
]

/**
 * Sets the values of the tools to those of a link.
 * @param session undefined if the page offers no tools: then nothing is set
 * @param scans all scans of the page, which may still be loading
 * @returns what the link says; undefined if its code is damaged, and then nothing has changed
 */
export function restoreTools(
  session: ToolSession | undefined,
  code: string,
  scans: readonly PlannedScan[],
): (DecodedTools & { hasTools: boolean }) | undefined {
  const decoded = decodeTools(
    code,
    scans.map(({ file: { id, role } }) => ({ id, role })),
  )
  if (!decoded) return undefined
  const { tool, measures, section, contacts, compare, surface } = decoded.state
  const hasTools = tool !== undefined || measures.length > 0 || section !== undefined
  if (!session) return { ...decoded, hasTools }
  // The values of a link are in the axes of the files.
  session.find<BiteHistory>('bite')?.clear()
  const list = toolValues.measures(session)
  if (measures.length > 0 || list.state.measures.length > 0) list.restore(measures)
  toolValues.section(session).set(section ?? { section: undefined, shown: 'both' })
  if (contacts) toolValues.contacts(session).set(contacts)
  if (compare) toolValues.compare(session).set(compare)
  if (surface) toolValues.surface(session).set(surface)
  return { ...decoded, hasTools }
}
