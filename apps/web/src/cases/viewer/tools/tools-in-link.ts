import type { SceneScan } from '@pontic/viewer/scene'
import type { PlannedScan } from '../scan-plan.ts'
import { type DecodedTools, decodeTools, encodeTools, type ToolsState } from './tool-code.ts'
import type { ScanToolName } from './tool-list.ts'
import type { ToolSession } from './tool-session.ts'
import { toolValues } from './tool-values.ts'

/**
 * Encodes the active tool, the values of the tools and the scans that the view shows for a link.
 * @returns `count` is the number of measurements in the link, `left` of those that do not fit
 */
export function writeTools(
  session: ToolSession,
  tool: ScanToolName | undefined,
  scans: readonly SceneScan[],
): { code: string; count: number; left: number } {
  const { measures } = toolValues.measures(session).state
  const state: ToolsState = {
    ...{ tool, measures, section: toolValues.section(session).get() },
    contacts: tool === 'tools.contacts' ? toolValues.contacts(session).get() : undefined,
    compare: tool === 'tools.compare' ? toolValues.compare(session).get() : undefined,
    surface: tool === 'tools.surface' ? toolValues.surface(session).get() : undefined,
  }
  const used = new Set(listUsed(state))
  const { code, count } = encodeTools(
    state,
    scans.filter(({ id, visible }) => visible || used.has(id)),
  )
  return { code, count, left: measures.length - count }
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
  const list = toolValues.measures(session)
  if (measures.length > 0 || list.state.measures.length > 0) list.restore(measures)
  toolValues.section(session).set(section ?? { section: undefined, shown: 'both' })
  if (contacts) toolValues.contacts(session).set(contacts)
  if (compare) toolValues.compare(session).set(compare)
  if (surface) toolValues.surface(session).set(surface)
  return { ...decoded, hasTools }
}
