import {
  limits,
  type OrganizationDetail,
  type OrganizationFilter,
  type OrganizationOption,
  type OrganizationWeight,
  orderStatuses,
  type RouteReply,
  type Routes,
} from '@pontic/contract'
import { findAnyOrganization } from '../../people/organizations/organizations.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call, ReadCall } from '../../platform/http/handlers.ts'
import { type Paging, parseWindow, toPage } from '../../platform/http/list-cursor.ts'
import { toManagedOrganization } from './manage.shared.ts'
import {
  countOpenOrders,
  findManagedOrganization,
  findOrganizationFacts,
  listAdministrators,
  listOptionRows,
  listOrganizationRows,
  listPartnersOf,
  type ManagedOrganizationRow,
  weighOrganizationRow,
} from './managed-organizations.queries.ts'

/** Returns a page of all organizations. @throws request.invalid (cursor) */
export async function listOrganizations(
  { tx, scope, services }: ReadCall<'scope' | 'services'>,
  wanted: OrganizationFilter & Paging,
): Promise<RouteReply<Routes['manage.listOrganizations']>> {
  const isByName = wanted.sort === 'name'
  const listName = `manage.organizations.${wanted.sort}`
  const window = parseWindow(listName, isByName ? 'text' : 'moment', wanted)
  const found = await listOrganizationRows(tx, scope, wanted, window)
  return toPage(listName, wanted, found, {
    show: (row) => toManagedOrganization(row, services.now()),
    cursorOf: (row) => ({ key: isByName ? row.sort_name : row.registered_at, id: row.id }),
  })
}

/** Lists organizations for a select field. `isWhole` is false if the list was cut at its maximum length. */
export async function listOrganizationOptions(
  { tx, scope }: ReadCall<'scope'>,
  wanted: { words: string; isInUse: boolean },
): Promise<{ list: OrganizationOption[]; isWhole: boolean }> {
  const max = limits.organizationOptionsMax
  const rows = await listOptionRows(tx, scope, wanted, max + 1)
  const list = rows.slice(0, max).map((row) => ({
    organizationId: row.id,
    name: row.name,
    businessType: row.business_type,
    state: row.state,
  }))
  return { list, isWhole: rows.length <= max }
}

/** Returns the row of an organization, even of a deleted one. @throws organization.not_found */
export async function getOrganizationRow(
  { tx, scope }: ReadCall<'scope'>,
  id: string,
): Promise<ManagedOrganizationRow> {
  return (await findManagedOrganization(tx, scope, id)) ?? fail('organization.not_found')
}

/** Returns the details of an organization. @throws organization.not_found */
export async function getOrganizationDetail(
  call: Call<'tx' | 'scope' | 'services'>,
  id: string,
): Promise<OrganizationDetail> {
  const { tx, scope, services } = call
  const row = await getOrganizationRow(call, id)
  const facts = await findOrganizationFacts(tx, scope, id)
  return {
    ...toManagedOrganization(row, services.now()),
    organization: (await findAnyOrganization(tx, id)) ?? fail('organization.not_found'),
    requiresTwoFactor: facts.requires_two_factor,
    lastActiveAt: facts.last_active_at,
    administrators: await listAdministrators(tx, scope, id),
    people: {
      active: facts.active,
      waiting: facts.waiting,
      disabled: facts.disabled,
      withoutTwoFactor: facts.without_two_factor,
    },
    counts: await countByStatus(tx, id),
    partners: await listPartnersOf(tx, scope, id),
  }
}

async function countByStatus(tx: Tx, organizationId: string): Promise<OrganizationDetail['counts']> {
  const rows = await tx
    .selectFrom('org_status_count')
    .select(['status', 'count'])
    .where('organization_id', '=', organizationId)
    .execute()
  const numbers = new Map(rows.map((row) => [row.status, Number(row.count)]))
  const counts = Object.fromEntries(
    orderStatuses.map((status) => [status, numbers.get(status) ?? 0]),
  ) as Omit<OrganizationDetail['counts'], 'total'>
  return { total: Object.values(counts).reduce((sum, count) => sum + count, 0), ...counts }
}

/** Counts what the deletion of an organization would affect. @throws organization.not_found */
export async function weighOrganization(
  call: Call<'tx' | 'scope' | 'services'>,
  id: string,
): Promise<OrganizationWeight> {
  const { tx, scope, services } = call
  const { name, state } = await getOrganizationRow(call, id)
  if (state === 'deleted') fail('organization.not_found')
  const openOrders = await countOpenOrders(tx, scope, id)
  const weight = await weighOrganizationRow(tx, scope, id, services.now())
  return { name, openOrders, ...weight, sharedOrders: weight.sharedOrders - openOrders }
}
