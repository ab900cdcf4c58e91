import type { RouteName } from '@pontic/contract'
import { clinicId, labId } from './big-database.ts'
import { callOf, type Request } from './list-cases.ts'

/** A list of the back office with the queries that are measured. */
export type PlatformList = { name: string; call: RouteName; asked: readonly Asked[] }

/**
 * A query of a list. If `deep` is set, the page that follows this number of pages of 100 rows is measured, and is fetched by its
 * cursor. `most` is the allowed ratio to the time of a clinic's own list.
 */
export type Asked = { name: string; body: Record<string, unknown>; deep?: number; most: number }

/** Ids of inserted rows that filters use. */
export type KnownIds = {
  smallClinic: string
  order: string
  orderNumber: string
  requestId: string
  person: string
}

const pageMost = 3
const searchMost = 6
const page1: Asked = { name: 'page 1', body: {}, most: pageMost }
const page = (deep: number): Asked => ({
  name: `page ${deep} of 100 rows`,
  body: { pageSize: 25 },
  deep,
  most: pageMost,
})
const filter = (name: string, body: Record<string, unknown>): Asked => ({ name, body, most: pageMost })
/** @param name of the query, equal in all databases */
const search = (words: string, name = `search ${words}`): Asked => ({
  name,
  body: { words },
  most: searchMost,
})
/** As the screen asks for it: the matches are counted by another call. */
const searchPage = (words: string): Asked => ({ ...search(words), body: { words, totalMax: 0 } })

/** Returns the lists of the back office with filters and searches that match few or many rows. */
export function platformLists(ids: KnownIds): PlatformList[] {
  return [organizations, users(ids), cases(ids), audit(ids), jobs, deliveries(ids), supportRequests]
}

const organizations: PlatformList = {
  name: 'organizations',
  call: 'manage.listOrganizations',
  asked: [
    page1,
    page(150),
    filter('newest', { sort: 'newest' }),
    filter('individuals', { businessType: 3 }),
    filter('banned', { state: 'banned' }),
    filter('unverified', { state: 'unverified' }),
    filter('deleted', { state: 'deleted' }),
    search('Weber Cardiff'),
    search('office7777@dental'),
    search('practice'),
    search('上海'),
  ],
}

const users = ({ smallClinic }: KnownIds): PlatformList => ({
  name: 'users',
  call: 'manage.listUsers',
  asked: [
    page1,
    page(600),
    filter('newest', { sort: 'newest' }),
    filter('of an organization', { organizationId: smallClinic }),
    filter('of the platform', { businessType: 255 }),
    filter('of laboratories', { businessType: 2 }),
    filter('administrators', { role: 'administrator' }),
    filter('active', { state: 'active' }),
    filter('banned', { state: 'banned' }),
    filter('invited', { state: 'invited' }),
    filter('waiting', { state: 'waiting' }),
    filter('deleted', { state: 'deleted' }),
    search('user77777'),
    search('Marta Weber'),
    search('Marta'),
    search('张伟'),
  ],
})

const cases = ({ smallClinic }: KnownIds): PlatformList => ({
  name: 'cases',
  call: 'manage.listOrders',
  asked: [
    page1,
    page(200),
    filter('by last change', { sort: 'updatedAt' }),
    filter('by delivery day', { sort: 'deliveryOn', direction: 'ascending' }),
    filter('by number', { sort: 'number', direction: 'ascending' }),
    filter('pending', { status: 'pending' }),
    filter('late', { due: 'late' }),
    filter('of a small clinic', { partnerId: smallClinic }),
    filter('of a large clinic', { partnerId: clinicId(1) }),
    filter('of a large laboratory', { partnerId: labId(1) }),
    searchPage('Marta Weber'),
    searchPage('张伟'),
  ],
})

const audited = (name: string, wanted: Record<string, unknown>, most = pageMost): Asked => ({
  name,
  body: { filter: wanted },
  most,
})

const audit = ({ smallClinic, order, requestId, person }: KnownIds): PlatformList => ({
  name: 'audit log',
  call: 'audit.list',
  asked: [
    page1,
    page(90),
    audited('of a large clinic', { organizationId: clinicId(1) }),
    audited('of a small clinic', { organizationId: smallClinic }),
    audited('about a case', { objectId: order }),
    audited('of a person', { accountId: person }),
    audited('a rare action', { action: 'manage.updateOrganization' }),
    audited('a feature', { action: 'orders.' }),
    audited('of the platform', { isPlatform: true }),
    audited('not of the platform', { isPlatform: false }),
    audited('a month two years ago', { from: daysAgo(760), to: daysAgo(730) }),
    audited('by request', { requestId }),
    audited('search Staff 3', { words: 'Staff 3' }, searchMost),
    audited('search Marta', { words: 'Marta' }, searchMost),
  ],
})

const jobs: PlatformList = {
  name: 'failed jobs',
  call: 'health.listJobs',
  asked: [page1, page(50), filter('given up', { state: 'failed' }), filter('by name', { name: 'mail.send' })],
}

const deliveries = ({ smallClinic, orderNumber }: KnownIds): PlatformList => ({
  name: 'deliveries',
  call: 'pushSettings.listDeliveries',
  asked: [
    page1,
    page(900),
    filter('failed', { state: 'failed' }),
    filter('of an event', { event: 'accept' }),
    filter('of an organization', { organizationId: smallClinic }),
    search(orderNumber, 'search a case number'),
  ],
})

const supportRequests: PlatformList = {
  name: 'support requests',
  call: 'workorders.list',
  asked: [
    page1,
    page(300),
    filter('submitted', { status: 'submitted' }),
    filter('resolved', { status: 'resolved' }),
    filter('critical', { priority: 'critical' }),
    search('W26-00ABC'),
    search('Marta Weber'),
    search('Margins'),
  ],
}

const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

/** Creates the request of a query. @param cursor cursor of a deep page */
export const requestOf = ({ call }: PlatformList, { body }: Asked, cursor?: string): Request =>
  callOf(call, { ...body, ...(cursor === undefined ? {} : { cursor }) })
