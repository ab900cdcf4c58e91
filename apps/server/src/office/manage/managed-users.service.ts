import {
  businessTypes,
  type RouteReply,
  type Routes,
  type UserDetail,
  type UserFilter,
  type UserWeight,
} from '@pontic/contract'
import { listDevices } from '../../people/accounts/own-sessions.service.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call, ReadCall } from '../../platform/http/handlers.ts'
import { type Paging, parseWindow, toPage } from '../../platform/http/list-cursor.ts'
import { toManagedUser } from './manage.shared.ts'
import {
  findUser,
  listAdministratorIdsOf,
  listCandidateRows,
  listSessionsOf,
  listUserRows,
  type ManagedUserRow,
  weighUserRow,
} from './managed-users.queries.ts'

/** Returns a page of the users of all organizations. @throws request.invalid (cursor) */
export async function listUsers(
  { tx, scope, services }: ReadCall<'scope' | 'services'>,
  wanted: UserFilter & Paging,
): Promise<RouteReply<Routes['manage.listUsers']>> {
  const isByName = wanted.sort === 'name'
  const listName = `manage.users.${wanted.sort}`
  const window = parseWindow(listName, isByName ? 'text' : 'moment', wanted)
  const found = await listUserRows(tx, scope, wanted, window)
  return toPage(listName, wanted, found, {
    show: (row) => toManagedUser(row, services.now()),
    cursorOf: (row) => ({ key: isByName ? row.sort_name : row.created_at, id: row.id }),
  })
}

/** Returns a user with their devices. @throws member.not_found */
export async function getUser(
  { tx, scope, services }: Call<'tx' | 'scope' | 'services'>,
  id: string,
): Promise<UserDetail> {
  const now = services.now()
  const row = (await findUser(tx, scope, id)) ?? fail('member.not_found')
  return { ...toManagedUser(row, now), devices: listDevices(await listSessionsOf(tx, scope, id, now)) }
}

/** Returns whether the user is the last enabled administrator of their organization; always false for individuals. */
export async function isLastAdministrator(
  { tx, scope }: ReadCall<'scope'>,
  user: ManagedUserRow,
): Promise<boolean> {
  if (!user.is_organization_administrator || user.business_type === businessTypes.person) return false
  if (user.disabled_at !== null || user.deleted_at !== null) return false
  const ids = await listAdministratorIdsOf(tx, scope, user.organization_id)
  return ids.every((id) => id === user.id)
}

/**
 * Counts what the deletion of a user would remove, and returns whether they are the last administrator.
 * @throws member.not_found
 */
export async function weighUser(call: Call<'tx' | 'scope' | 'services'>, id: string): Promise<UserWeight> {
  const { tx, scope, services } = call
  const row = await findUser(tx, scope, id)
  if (!row || row.deleted_at !== null) fail('member.not_found')
  return {
    name: row.name,
    organizationName: row.organization_name,
    ...(await weighUserRow(tx, scope, id, services.now())),
    isLastAdministrator: await isLastAdministrator(call, row),
  }
}

/** Returns the users of the platform who can become operators. */
export async function listOperatorCandidates({
  tx,
  scope,
}: Call<'tx' | 'scope'>): Promise<RouteReply<Routes['manage.listOperatorCandidates']>> {
  return { list: await listCandidateRows(tx, scope) }
}
