import * as z from 'zod/mini'
import { Day, daysInOrder, Id, line, pageOf, paging } from '../../fields.ts'
import { zoneHeaders } from '../../reader-zone.ts'
import type { RouteTable } from '../../route.ts'

/** A named object of the log; the name is null where it is gone, or not the reader's to know. */
const Named = z.strictObject({ id: z.string(), name: z.nullable(z.string()) })

/** Plain facts of a row, by their names. */
const Facts = z.record(z.string(), z.unknown())

/**
 * One row of the audit log.
 * - `id`: number of the row, as text: it grows beyond what JSON's numbers hold.
 * - `by`: who did it; null where the server did it by itself or somebody without an account.
 * - `isPlatform`: done by the platform's staff. An organization reads of them what they did, not their names.
 * - `before`, `after`: what differs, without secrets and patients' data; null where the action changed nothing of that
 *   kind. `withheld`: fields that changed and whose values are not kept, because they name somebody.
 * - `facts`: what else is known of it.
 * - `orderIds`: cases that it concerns, at most 25; `orders` says how many there are.
 * - `address`: the internet address it came from; empty for the server itself, and for people of other organizations.
 */
export const AuditRow = z.strictObject({
  id: z.string(),
  at: z.string(),
  action: z.string(),
  by: z.nullable(Named),
  organization: z.nullable(Named),
  isPlatform: z.boolean(),
  objectType: z.string(),
  objectId: z.string(),
  subjects: z.array(Named),
  orderIds: z.array(z.string()),
  orders: z.int(),
  before: z.nullable(Facts),
  after: z.nullable(Facts),
  withheld: z.array(z.string()),
  facts: Facts,
  address: z.string(),
  requestId: z.string(),
})
export type AuditRow = z.output<typeof AuditRow>

/**
 * What the log is searched for; all of it together.
 * - `words`: who, by parts of name or address. `accountId`: one person.
 * - `action`: `orders.ship`, or a whole feature as `orders.`
 * - `organizationId`: whose data it was, or whose people did it.
 * - `objectId`: a case, a file, an account …: rows about it; with a case also those about its files.
 * - `from`, `to`: days of the reader, both included.
 */
export const AuditFilter = z
  .strictObject({
    words: z.optional(line(0, 100)),
    accountId: z.optional(Id),
    action: z.optional(z.string().check(z.regex(/^[A-Za-z]{1,40}\.[A-Za-z]{0,60}$/, 'pattern'))),
    organizationId: z.optional(Id),
    objectId: z.optional(Id),
    from: z.optional(Day),
    to: z.optional(Day),
    requestId: z.optional(Id),
    isPlatform: z.optional(z.boolean()),
  })
  .check(daysInOrder('from', 'to'))
export type AuditFilter = z.output<typeof AuditFilter>

/**
 * What is known of the seals: up to which row and when they were made, and what the last check of all of them found.
 * `brokenFrom`, `brokenTo`: the first range of rows that is not as it was sealed.
 */
export const SealState = z.strictObject({
  sealedTo: z.nullable(z.string()),
  sealedAt: z.nullable(z.string()),
  waiting: z.int(),
  checkedAt: z.nullable(z.string()),
  checkedTo: z.nullable(z.string()),
  brokenFrom: z.nullable(z.string()),
  brokenTo: z.nullable(z.string()),
})
export type SealState = z.output<typeof SealState>

const exampleRow: AuditRow = {
  id: '20417',
  at: '2026-03-04T06:40:00.000000Z',
  action: 'orders.get',
  by: { id: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f', name: 'Root Meyer' },
  organization: { id: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e10', name: 'Pontic' },
  isPlatform: true,
  objectType: 'order',
  objectId: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e11',
  subjects: [{ id: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e12', name: 'Brookside Dental' }],
  orderIds: ['0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e11'],
  orders: 1,
  before: null,
  after: null,
  withheld: [],
  facts: {},
  address: '203.0.113.7',
  requestId: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e13',
}

/** Calls of the audit log: the whole of it for the platform, one's own organization's part for its administrators. */
export const auditRoutes = {
  'audit.list': {
    method: 'POST',
    path: '/audit/list',
    permission: 'audit.read',
    reads: true,
    summary: 'Rows of the audit log, newest first: all of them, or those that concern one’s own organization',
    headers: zoneHeaders,
    body: z.strictObject({ filter: z._default(AuditFilter, {}), ...paging }),
    reply: pageOf(AuditRow),
    errors: [],
    example: {
      body: { filter: { objectId: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e11' } },
      reply: { list: [exampleRow], total: 1, totalIsExact: true, page: 1, pageSize: 25, cursor: null },
    },
  },
  'audit.actions': {
    method: 'GET',
    path: '/audit/actions',
    permission: 'audit.read',
    reads: true,
    summary: 'Actions that stand in the audit log, by name',
    reply: z.strictObject({ actions: z.array(z.string()) }),
    errors: [],
    example: { reply: { actions: ['orders.get', 'orders.ship'] } },
  },
  'audit.seals': {
    method: 'GET',
    path: '/audit/seals',
    permission: 'audit.read',
    reads: true,
    summary: 'Up to where the audit log is sealed, and whether the seals were unbroken at their last check',
    reply: SealState,
    errors: [],
    example: {
      reply: {
        sealedTo: '20417',
        sealedAt: '2026-03-04T06:41:00.000000Z',
        waiting: 3,
        checkedAt: '2026-03-04T03:11:00.000000Z',
        checkedTo: '20102',
        brokenFrom: null,
        brokenTo: null,
      },
    },
  },
  'audit.checkSeals': {
    method: 'POST',
    path: '/audit/seals/check',
    permission: 'manage.audit',
    audit: 'audit.checkSeals',
    summary:
      'Check all seals of the audit log against its rows now; the answer of audit.seals tells what was found',
    reply: z.strictObject({ done: z.literal(true) }),
    errors: [],
    example: { reply: { done: true } },
  },
  'audit.createExport': {
    method: 'POST',
    path: '/audit/exports',
    permission: 'audit.read',
    audit: 'audit.export',
    reauthenticate: true,
    secretReply: true,
    summary: 'A ticket for the rows of a search as CSV: a path to fetch within a minute',
    body: z.strictObject({ filter: z._default(AuditFilter, {}) }),
    headers: zoneHeaders,
    reply: z.strictObject({ path: z.string() }),
    errors: [],
    example: {
      body: { filter: { action: 'orders.' } },
      reply: { path: '/restful/audit/exports/Wm9vQmFyQmF6UXV4MTIzNA' },
    },
  },
  'audit.export': {
    method: 'GET',
    path: '/audit/exports/:ticket',
    permission: 'public',
    audit: { none: 'Sends what a ticket was made for; making the ticket is recorded.' },
    summary: 'Rows of the audit log as CSV in UTF-8: every field, as its reader may see them',
    params: z.strictObject({ ticket: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, 'pattern')) }),
    reply: 'stream',
    errors: ['audit.export_invalid'],
  },
} as const satisfies RouteTable
