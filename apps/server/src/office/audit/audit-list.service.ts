import {
  type AuditFilter,
  type AuditRow,
  businessTypes,
  type RouteInput,
  type RouteReply,
  type Routes,
} from '@pontic/contract'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Call, ReadCall } from '../../platform/http/handlers.ts'
import { offsetOf } from '../../platform/http/list-cursor.ts'
import { parseNumberCursor, serializeNumberCursor } from '../../platform/http/number-cursor.ts'
import type { Scope } from '../../platform/http/scope.ts'
import {
  type AuditLine,
  type AuditReader,
  type AuditSearch,
  countAuditLines,
  isSettingType,
  listAccountIds,
  listAuditLines,
  listNames,
  listPlatformOrganizationIds,
  type NamedType,
} from './audit.queries.ts'

const listName = 'audit'
const ordersShownMax = 25
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Returns the organization whose rows the caller may read: all organizations with the reach `any`, otherwise
 * the caller's own.
 */
export const readerOf = (scope: Scope): AuditReader => ({
  organizationId: scope.reach === 'any' ? null : scope.organization.id,
})

/**
 * Looks up the ids that the conditions of a filter need: the accounts that match its words, and the organizations of
 * platform staff. An organization finds only its own people.
 */
export async function toAuditSearch(
  { tx, scope }: ReadCall<'scope'>,
  filter: AuditFilter,
  zone: string,
): Promise<AuditSearch> {
  const { words = '' } = filter
  const reader = readerOf(scope)
  const accountIds = words === '' ? undefined : await listAccountIds(tx, reader, words)
  const platformIds = filter.isPlatform === undefined ? [] : await listPlatformOrganizationIds(tx)
  return { reader, filter, accountIds, platformIds, zone }
}

/**
 * Returns a page of the audit log, newest first.
 * @throws request.invalid at `cursor`, and at `page` if only a cursor can reach that page
 */
export async function listAudit(
  call: Call<'tx' | 'scope'>,
  wanted: RouteInput<Routes['audit.list']>['body'],
  zone: string,
): Promise<RouteReply<Routes['audit.list']>> {
  const { tx } = call
  const { page, pageSize } = wanted
  const cursor = parseNumberCursor(listName, wanted.cursor)
  const offset = offsetOf(wanted)
  const search = await toAuditSearch(call, wanted.filter, zone)
  const window = { cursor, offset, limit: pageSize + 1 }
  const lines = await listAuditLines(tx, search, window)
  const shown = lines.slice(0, pageSize)
  const last = lines.length > pageSize ? shown.at(-1) : undefined
  return {
    list: await toAuditRows(tx, search.reader, shown),
    ...(await countAuditLines(tx, search, lines, window)),
    page,
    pageSize,
    cursor: last === undefined ? null : serializeNumberCursor(listName, last),
  }
}

/** The names that the rows of a page need, by id, as far as the reader may see them. Those of orders are their numbers. */
type Names = Record<'organization' | 'order' | 'object', ReadonlyMap<string, string>>

/** A stored row with the ids of the orders that it concerns. */
type OrdersLine = AuditLine & { concernedIds: readonly string[] }

/**
 * Maps stored rows to DTOs. Adds the names of organizations and objects, and omits values that the reader may not see.
 */
export async function toAuditRows(
  db: Db | Tx,
  reader: AuditReader,
  lines: readonly AuditLine[],
): Promise<AuditRow[]> {
  const concerning = lines.map((line) => ({ ...line, concernedIds: orderIdsOf(line) }))
  const names = await readNames(db, reader, concerning)
  return concerning.map((line) => toAuditRow(reader, line, names))
}

async function readNames(db: Db | Tx, reader: AuditReader, lines: readonly OrdersLine[]): Promise<Names> {
  const wanted = new Map<NamedType, string[]>([
    ['organization', [...new Set(lines.flatMap(organizationIdsOf))]],
    ['order', [...new Set(lines.flatMap((line) => readOrderIdsOf(reader, line)))]],
  ])
  const objectTypes: NamedType[] = []
  for (const [type, of] of Map.groupBy(lines, ({ objectType }) => objectType)) {
    if (type !== 'account' && !isSettingType(type)) continue
    objectTypes.push(type)
    wanted.set(type, [...new Set(of.map(({ objectId }) => objectId).filter((id) => uuidPattern.test(id)))])
  }
  const found = await listNames(db, reader, wanted)
  return {
    organization: found.get('organization') ?? new Map(),
    order: found.get('order') ?? new Map(),
    object: new Map(objectTypes.flatMap((type) => [...(found.get(type) ?? [])])),
  }
}

/** Returns the ids of the orders that a row concerns: its object, `detail.orderId`, and `detail.orderIds`. */
function orderIdsOf({ objectType, objectId, detail }: AuditLine): string[] {
  const listed = Array.isArray(detail.orderIds) ? detail.orderIds : []
  const named = [objectType === 'order' ? objectId : '', detail.orderId, ...listed]
  return [...new Set(named.filter((id) => typeof id === 'string' && uuidPattern.test(id)))]
}

/**
 * Returns the ids of the orders that are read for a row. The platform sees every order and no order is ever removed, so only the
 * number of the object is read: a list that its staff opened concerns as many orders as it has rows.
 */
function readOrderIdsOf({ organizationId }: AuditReader, line: OrdersLine): readonly string[] {
  if (organizationId !== null) return line.concernedIds
  const isNamed = line.objectId !== '' && (line.objectType === 'order' || line.objectType === 'file')
  return isNamed ? line.concernedIds.slice(0, 1) : []
}

const namedOf = (id: string | null, name: string | null) => (id === null ? null : { id, name })
const factsOf = (value: unknown) => (typeof value === 'object' && value !== null ? { ...value } : null)

const isOrganization = (type: string) => type === 'organization' || type === 'partnership'

/** Returns the organizations that a row names: those of `ownerIdsOf`, and its object. */
const organizationIdsOf = (line: AuditLine): string[] =>
  isOrganization(line.objectType) && uuidPattern.test(line.objectId)
    ? [...ownerIdsOf(line), line.objectId]
    : ownerIdsOf(line)

/**
 * Returns the name of a row's object, null if the reader may not see it. A file has no name in the log, because names of files
 * may contain those of patients; its case does.
 */
function objectNameOf(line: OrdersLine, names: Names, isByOtherOrganization: boolean): string | null {
  const { objectType, objectId } = line
  if (objectType === 'order') return names.order.get(objectId) ?? null
  if (objectType === 'file') return names.order.get(line.concernedIds[0] ?? '') ?? null
  if (isOrganization(objectType)) return names.organization.get(objectId) ?? null
  if (isByOtherOrganization && isSettingType(objectType)) return null
  return names.object.get(objectId) ?? null
}

/** Returns the organizations whose data a row concerns, and the organization that acted unless it is the platform. */
function ownerIdsOf({ subjectIds, organizationId, businessType }: AuditLine): string[] {
  const isOwn = organizationId !== null && businessType !== businessTypes.platform
  return [...new Set([...(isOwn ? [organizationId] : []), ...subjectIds])]
}

function toAuditRow(reader: AuditReader, line: OrdersLine, names: Names): AuditRow {
  const { organizationId: own } = reader
  const isByOtherOrganization = own !== null && line.organizationId !== null && line.organizationId !== own
  const isPlatform = line.businessType === businessTypes.platform
  const { before, after, withheld, orderId: _, orderIds: __, ...facts } = line.detail
  const orderIds = own === null ? line.concernedIds : line.concernedIds.filter((id) => names.order.has(id))
  // Other subjects of a row by another organization may belong to orders that the reader cannot see.
  const subjectIds = isByOtherOrganization ? line.subjectIds.filter((id) => id === own) : ownerIdsOf(line)
  return {
    id: line.id,
    at: line.at,
    action: line.action,
    by: isByOtherOrganization && isPlatform ? null : namedOf(line.accountId, line.accountName),
    organization: namedOf(line.organizationId, line.organizationName),
    isPlatform,
    objectType: line.objectType,
    objectId: line.objectId,
    objectName: objectNameOf(line, names, isByOtherOrganization),
    subjects: subjectIds.map((id) => ({ id, name: names.organization.get(id) ?? null })),
    orderIds: orderIds.slice(0, ordersShownMax),
    orders: orderIds.length,
    before: isByOtherOrganization ? null : factsOf(before),
    after: isByOtherOrganization ? null : factsOf(after),
    withheld: !isByOtherOrganization && Array.isArray(withheld) ? withheld.map(String) : [],
    facts: isByOtherOrganization ? {} : facts,
    address: isByOtherOrganization ? '' : line.address,
    requestId: isByOtherOrganization ? '' : line.requestId,
  }
}
