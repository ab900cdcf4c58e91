import * as z from 'zod/mini'
import { Day, daysInOrder, Id, line, pageOf, paging, Time } from '../../fields.ts'
import { zoneHeaders } from '../../reader-zone.ts'
import type { RouteTable } from '../../route.ts'

/** A person or an organization in a row of the audit log. */
export const AuditSubject = z.strictObject({
  /** Id of the account or organization. @example "0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f" */
  id: z.string(),
  /** Name, null if unknown or erased. @example "Alice Moreau" */
  name: z.nullable(z.string()),
})

/** Fields and their values, by name. */
const Facts = z.record(z.string(), z.unknown())

/** A row of the audit log. */
export const AuditRow = z.strictObject({
  /** Number of the row, as text because it may exceed JavaScript’s safe integers. @example "4711" */
  id: z.string(),
  /** Time of the action. */
  at: Time,
  /** What was done. @example "orders.ship" */
  action: z.string(),
  /** Person who did it, null for the server and for people without an account. */
  by: z.nullable(AuditSubject),
  /** Organization of that person. */
  organization: z.nullable(AuditSubject),
  /** Whether the platform’s staff did it; organizations do not see their names. */
  isPlatform: z.boolean(),
  /** Type of the object. @example "order" */
  objectType: z.string(),
  /** Id of the object. @example "0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f" */
  objectId: z.string(),
  /**
   * Name of the object: number of the case (for a file, of its case), name of the person, organization, key, setting or type;
   * null if the object has no name, no longer exists, or may not be seen by the reader. @example "C26-7KQ2MX"
   */
  objectName: z.nullable(z.string()),
  /** People and organizations that the action was about. */
  subjects: z.array(AuditSubject),
  /** Ids of the cases concerned, at most 25. @example ["0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e11"] */
  orderIds: z.array(z.string()),
  /** Number of cases concerned. */
  orders: z.int(),
  /** Changed fields with the values before the action, without secrets and patients’ data; null if none changed. */
  before: z.nullable(Facts),
  /** The same fields with the values after the action. */
  after: z.nullable(Facts),
  /** Names of changed fields whose values are not recorded. @example ["patientName"] */
  withheld: z.array(z.string()),
  /** Other data of the action. */
  facts: Facts,
  /**
   * IP address of the call; empty for the server and for people of other organizations.
   * @example "203.0.113.7"
   */
  address: z.string(),
  /** Id of the request. @example "0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f" */
  requestId: z.string(),
})
export type AuditRow = z.output<typeof AuditRow>

/** Kinds of actors in the audit log. `former` is a person whose account no longer exists. */
export type AuditActorKind = 'person' | 'former' | 'staff' | 'portal' | 'visitor'

/** Returns the kind of a row's actor. Only a person has a name. Jobs of the portal have no address, visitors have no account. */
export function auditActorOf({ by, isPlatform, address }: AuditRow): AuditActorKind {
  if (by !== null) return by.name === null ? 'former' : 'person'
  if (isPlatform) return 'staff'
  return address === '' ? 'portal' : 'visitor'
}

const idDigitsShown = 12

/** Returns the name of a row's object, or the last digits of its id if the name is not known. */
export const auditObjectOf = ({ objectName, objectId }: AuditRow): string =>
  objectName ?? objectId.slice(-idDigitsShown)

/** Filters of the audit log; rows match all of them. */
export const AuditFilter = z
  .strictObject({
    /** Parts of a person’s name or email address. */
    words: z.optional(line(0, 100)),
    accountId: z.optional(Id),
    /** An action such as `orders.ship`, or a feature such as `orders.`. @example "orders.ship" */
    action: z.optional(z.string().check(z.regex(/^[A-Za-z]{1,40}\.[A-Za-z]{0,60}$/, 'pattern'))),
    /** Organization whose data were concerned or whose member acted. */
    organizationId: z.optional(Id),
    /** Id of a case (including its files), a file or an account. */
    objectId: z.optional(Id),
    /** First day, in the reader’s time zone. */
    from: z.optional(Day),
    /** Last day, in the reader’s time zone. */
    to: z.optional(Day),
    /** Id of a request, as errors report it. */
    requestId: z.optional(Id),
    /** True lists only actions of the platform’s staff, false only those of others. */
    isPlatform: z.optional(z.boolean()),
  })
  .check(daysInOrder('from', 'to'))
export type AuditFilter = z.output<typeof AuditFilter>

/** State of the seals, which reveal later changes of the audit log. */
export const SealState = z.strictObject({
  /** Number of the last sealed row, null before the first seal. @example "4711" */
  sealedTo: z.nullable(z.string()),
  /** Time of the last seal, null before the first. */
  sealedAt: z.nullable(Time),
  /** Number of rows that are not sealed yet. */
  waiting: z.int(),
  /** Time of the last check, null before the first. */
  checkedAt: z.nullable(Time),
  /** Number of the last row that was checked. @example "4711" */
  checkedTo: z.nullable(z.string()),
  /** First row of the first range that differs from its seal, null if none does. @example null */
  brokenFrom: z.nullable(z.string()),
  /** Last row of that range. @example null */
  brokenTo: z.nullable(z.string()),
})
export type SealState = z.output<typeof SealState>

/** Routes of the audit log. The platform reads all rows, administrators those that concern their organization. */
export const auditRoutes = {
  'audit.list': {
    method: 'POST',
    path: '/audit/list',
    permission: 'audit.read',
    reads: true,
    summary: 'List rows of the audit log, newest first: all, or those that concern the caller’s organization',
    headers: zoneHeaders,
    body: z.strictObject({
      /** Filters of the list. */
      filter: z._default(AuditFilter, {}),
      ...paging,
    }),
    reply: pageOf(AuditRow),
    errors: [],
    example: {
      body: { filter: { objectId: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e11' } },
    },
  },
  'audit.actions': {
    method: 'GET',
    path: '/audit/actions',
    permission: 'audit.read',
    reads: true,
    summary: 'List the actions in the audit log by name',
    reply: z.strictObject({
      /** All actions that the log may contain. @example ["orders.ship"] */
      actions: z.array(z.string()),
    }),
    errors: [],
  },
  'audit.seals': {
    method: 'GET',
    path: '/audit/seals',
    permission: 'audit.read',
    reads: true,
    summary:
      'Get up to which row the audit log is sealed, and whether the seals were intact at the last check',
    reply: SealState,
    errors: [],
  },
  'audit.checkSeals': {
    method: 'POST',
    path: '/audit/seals/check',
    permission: 'manage.audit',
    audit: 'audit.checkSeals',
    summary: 'Check all seals of the audit log now; `audit.seals` returns the result',
    reply: z.strictObject({
      /** Always true: the check has been enqueued. */
      done: z.literal(true),
    }),
    errors: [],
  },
  'audit.createExport': {
    method: 'POST',
    path: '/audit/exports',
    permission: 'audit.read',
    audit: 'audit.export',
    reauthenticate: true,
    secretReply: true,
    summary: 'Create a ticket to download the rows of a search as CSV within a minute',
    body: z.strictObject({
      /** Filters of the list. */
      filter: z._default(AuditFilter, {}),
    }),
    headers: zoneHeaders,
    reply: z.strictObject({
      /**
       * Path of the download, to be opened within a minute.
       * @example "/restful/audit/exports/AAAAAAAAAAAAAAAAAAAAAA"
       */
      path: z.string(),
    }),
    errors: [],
    example: {
      body: { filter: { action: 'orders.' } },
    },
  },
  'audit.export': {
    method: 'GET',
    path: '/audit/exports/:ticket',
    permission: 'public',
    audit: { none: 'Sends the export of a ticket; creating the ticket is recorded.' },
    summary: 'Download rows of the audit log as CSV in UTF-8 with all fields that the caller may read',
    params: z.strictObject({
      /** Ticket from the call that created the download. @example "AAAAAAAAAAAAAAAAAAAAAA" */
      ticket: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, 'pattern')),
    }),
    reply: 'stream',
    errors: ['audit.export_invalid'],
  },
} as const satisfies RouteTable
