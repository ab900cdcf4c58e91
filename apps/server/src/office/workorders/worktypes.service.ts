import {
  type Language,
  type RouteInput,
  type RouteReply,
  type Routes,
  seededWorkOrderTypes,
  type WorkOrderType,
} from '@pontic/contract'
import { translate } from '@pontic/messages'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { likePatterns } from '../../platform/db/text-search.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { type Paging, parseWindow, toPage } from '../../platform/http/list-cursor.ts'
import { lockOperator } from './operators.queries.ts'
import {
  createType,
  deleteType,
  findType,
  listTypeRows,
  lockTypes,
  updateType,
  type WorkTypeRow,
} from './worktypes.queries.ts'

const listName = 'worktypes'

function toType({ sortName, ...type }: WorkTypeRow): WorkOrderType {
  return type
}

/**
 * Returns a page of the types by name. Searches the words in the stored names, and in the translated names of built-in
 * types in the reader's language.
 * @throws request.invalid (a cursor of another list)
 */
export async function listTypes(
  db: Db | Tx,
  language: Language,
  wanted: Paging & { words?: string | undefined },
): Promise<RouteReply<Routes['worktypes.list']>> {
  const words = (wanted.words ?? '').toLowerCase()
  const codes = seededWorkOrderTypes.filter((code) =>
    translate(language, `support.types.${code}`).toLowerCase().includes(words),
  )
  const search = { patterns: likePatterns(words), codes }
  const found = await listTypeRows(db, search, parseWindow(listName, 'text', wanted))
  return toPage(listName, wanted, found, {
    show: toType,
    cursorOf: (row) => ({ key: row.sortName, id: row.id }),
  })
}

/** Creates a type. @throws workorder.type_name_taken, workorder.operator_not_found */
export async function addType(
  call: Call<'tx' | 'scope' | 'services'>,
  input: RouteInput<Routes['worktypes.create']>['body'],
): Promise<WorkOrderType> {
  const { tx, services } = call
  await assertOperator(tx, input.operatorId)
  const id = await createType(tx, { ...input, now: services.now() })
  await recordType(call, 'create', id, input)
  return toType((await findType(tx, id)) ?? fail('workorder.type_not_found'))
}

/**
 * Renames a type or changes its operator. Open requests stay assigned to the previous operator.
 * @throws workorder.type_not_found, workorder.type_name_taken, workorder.operator_not_found
 */
export async function changeType(
  call: Call<'tx' | 'scope'>,
  input: RouteInput<Routes['worktypes.update']>['body'],
): Promise<WorkOrderType> {
  const { tx } = call
  const { id, name, operatorId } = input
  const before = (await findType(tx, id)) ?? fail('workorder.type_not_found')
  await assertOperator(tx, operatorId === before.operatorId ? null : (operatorId ?? null))
  await updateType(tx, id, {
    ...(name === undefined || name === before.name ? {} : { name }),
    ...(operatorId === undefined ? {} : { operatorId }),
  })
  const { name: was, operatorId: had } = before
  await recordType(call, 'update', id, {
    before: { name: was, operatorId: had },
    after: { name, operatorId },
  })
  return toType((await findType(tx, id)) ?? fail('workorder.type_not_found'))
}

/** Deactivates a type, unless it is the last one. @throws workorder.type_not_found, workorder.last_type */
export async function removeType(call: Call<'tx' | 'scope' | 'services'>, id: string): Promise<void> {
  const { tx, services } = call
  const ids = await lockTypes(tx)
  if (!ids.includes(id)) fail('workorder.type_not_found')
  if (ids.length === 1) fail('workorder.last_type')
  await deleteType(tx, id, services.now())
  await recordType(call, 'delete', id, {})
}

async function assertOperator(tx: Tx, operatorId: string | null): Promise<void> {
  if (operatorId !== null && !(await lockOperator(tx, operatorId))) fail('workorder.operator_not_found')
}

async function recordType(
  { tx, scope }: Call<'tx' | 'scope'>,
  verb: 'create' | 'update' | 'delete',
  id: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await recordAudit(tx, scope, {
    action: `worktypes.${verb}`,
    objectType: 'work_order_type',
    objectId: id,
    detail,
  })
  const organizationIds = [scope.organization.id]
  for (const feature of ['worktypes', 'operators'] as const)
    await notifyChange(tx, { feature, id: null, organizationIds })
}
