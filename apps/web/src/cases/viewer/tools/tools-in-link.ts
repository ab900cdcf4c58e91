import type { SceneScan } from '@pontic/viewer/scene'
import type { PlannedScan } from '../scan-plan.ts'
import { type DecodedTools, decodeTools, encodeTools } from './tool-code.ts'
import type { ScanToolName } from './tool-list.ts'
import type { ToolSession } from './tool-session.ts'
import { toolValues } from './tool-values.ts'

/**
 * Encodes the active tool and the values of the tools for a link.
 * @returns `left` is the number of measurements that do not fit into a link. `code` is undefined if no tool was used
 */
export function writeTools(
  session: ToolSession,
  tool: ScanToolName | undefined,
  scans: readonly SceneScan[],
): { code: string | undefined; count: number; left: number } {
  const { measures } = toolValues.measures(session).state
  const section = toolValues.section(session).get()
  if (!tool && measures.length === 0 && !section.section) return { code: undefined, count: 0, left: 0 }
  const state = {
    ...{ tool, measures, section },
    contacts: tool === 'tools.contacts' ? toolValues.contacts(session).get() : undefined,
    compare: tool === 'tools.compare' ? toolValues.compare(session).get() : undefined,
    surface: tool === 'tools.surface' ? toolValues.surface(session).get() : undefined,
  }
  const { code, count } = encodeTools(state, scans)
  return { code, count, left: measures.length - count }
}

/**
 * Sets the values of the tools to those of a link.
 * @param scans all scans of the page, which may still be loading
 * @returns what the link says; undefined if its code is damaged, and then nothing has changed
 */
export function restoreTools(
  session: ToolSession,
  code: string,
  scans: readonly PlannedScan[],
): DecodedTools | undefined {
  const decoded = decodeTools(
    code,
    scans.map(({ file: { id, role } }) => ({ id, role })),
  )
  if (!decoded) return undefined
  const { measures, section, contacts, compare, surface } = decoded.state
  const list = toolValues.measures(session)
  if (measures.length > 0 || list.state.measures.length > 0) list.restore(measures)
  toolValues.section(session).set(section ?? { section: undefined, shown: 'both' })
  if (contacts) toolValues.contacts(session).set(contacts)
  if (compare) toolValues.compare(session).set(compare)
  if (surface) toolValues.surface(session).set(surface)
  return decoded
}
