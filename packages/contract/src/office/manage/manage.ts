import * as z from 'zod/mini'
import { OrderCounts, OrderQuery } from '../../cases/orders/order-query.ts'
import { orderStatuses } from '../../cases/orders/order-states.ts'
import { OrderType } from '../../cases/orders/order-types.ts'
import { Order } from '../../cases/orders/orders.ts'
import { Done, Id, pageOf, paging, SearchWords, Time } from '../../fields.ts'
import { zoneHeaders } from '../../reader-zone.ts'
import type { RouteTable } from '../../route.ts'
import { manageOrganizationRoutes, OrganizationFilter } from './manage-organizations.ts'
import { manageUserRoutes, UserFilter } from './manage-users.ts'

/** A case that the platform has deleted. Its patient’s name is gone once it can’t be restored any more. */
export const DeletedOrder = z.strictObject({
  id: Id,
  /** Number of the case. @example "C26-7F3K9Q" */
  number: z.string(),
  type: OrderType,
  status: z.enum(orderStatuses),
  /** Name of the patient. @example "Test Patient" */
  patientName: z.string(),
  /** Name of the clinic. @example "Brookside Dental" */
  clinicName: z.string(),
  /** Name of the laboratory, null for none. @example "Northfield Lab" */
  labName: z.nullable(z.string()),
  createdAt: Time,
  /** Time of deletion. */
  deletedAt: Time,
  /** Name of the person who deleted it. @example "Dana Frost" */
  deletedBy: z.string(),
  /** Until when it can be restored, null if it cannot. */
  restorableUntil: z.nullable(Time),
})
export type DeletedOrder = z.output<typeof DeletedOrder>

/** What deleting a case deletes. */
export const OrderWeight = z.strictObject({
  /** Number of the case. @example "C26-7F3K9Q" */
  number: z.string(),
  status: z.enum(orderStatuses),
  /** Name of the clinic. @example "Brookside Dental" */
  clinicName: z.string(),
  /** Name of the laboratory, null for none. @example "Northfield Lab" */
  labName: z.nullable(z.string()),
  /** Number of files. */
  files: z.int(),
  /** Bytes of the files. */
  filesBytes: z.int(),
  /** Number of messages. */
  messages: z.int(),
  /** Number of people it is shared with. */
  shares: z.int(),
})
export type OrderWeight = z.output<typeof OrderWeight>

/** The lists of the back office that can be exported as CSV, with their queries. */
export const ManageExport = z.discriminatedUnion('list', [
  z.strictObject({
    /** Which list is exported. */
    list: z.literal('organizations'),
    /** Filters of the list. */
    filter: OrganizationFilter,
  }),
  z.strictObject({
    /** Which list is exported. */
    list: z.literal('users'),
    /** Filters of the list. */
    filter: UserFilter,
  }),
])
export type ManageExport = z.output<typeof ManageExport>

/** Columns of the CSV files, in order. */
export const manageExportFields = {
  organizations: [
    'name',
    'businessType',
    'state',
    'users',
    'orders',
    'storageUsedBytes',
    'storageQuotaBytes',
    'address',
    'contactPerson',
    'email',
    'registeredAt',
    'deletedAt',
  ],
  users: [
    'name',
    'email',
    'organizationName',
    'businessType',
    'state',
    'isAdministrator',
    'hasTwoFactor',
    'telephone',
    'licenseNumber',
    'createdAt',
    'lastSignedInAt',
    'deletedAt',
  ],
} as const

const one = z.strictObject({ id: Id })

/** Routes of the back office (rules §5, §10). */
export const manageRoutes = {
  ...manageOrganizationRoutes,
  ...manageUserRoutes,
  'manage.listOrders': {
    method: 'POST',
    path: '/manage/orderlist',
    permission: 'manage.order',
    audit: 'orders.list',
    reads: true,
    summary:
      'List cases of all organizations: filters, search, pages by cursor, counts by status; `partnerId` is either party',
    headers: zoneHeaders,
    body: OrderQuery,
    reply: z.strictObject({
      ...pageOf(Order).shape,
      counts: OrderCounts,
    }),
    errors: ['request.invalid'],
    example: { body: { status: 'pending' } },
  },
  'manage.listDeletedOrders': {
    method: 'POST',
    path: '/manage/deletedorders',
    permission: 'manage.order',
    audit: 'manage.listDeletedOrders',
    reads: true,
    summary: 'List cases that the platform has deleted, newest first',
    body: z.strictObject({
      words: SearchWords,
      ...paging,
    }),
    reply: pageOf(DeletedOrder),
    errors: ['request.invalid'],
    example: { body: { pageSize: 25 } },
  },
  'manage.weighOrder': {
    method: 'GET',
    path: '/manage/order/:id',
    permission: 'manage.order',
    reads: true,
    summary: 'Get what deleting a case would delete',
    params: one,
    reply: OrderWeight,
    errors: ['order.not_found'],
  },
  'manage.deleteOrder': {
    method: 'DELETE',
    path: '/manage/order/:id',
    permission: 'manage.order',
    audit: 'manage.deleteOrder',
    reauthenticate: true,
    summary:
      'Delete a case; it can be restored for 30 days, then its files and the patient’s name are deleted. Both parties keep its row',
    params: one,
    reply: Done,
    errors: ['order.not_found'],
  },
  'manage.restoreOrder': {
    method: 'PUT',
    path: '/manage/restoreorder/:id',
    permission: 'manage.order',
    audit: 'manage.restoreOrder',
    summary: 'Restore a deleted case within 30 days with its earlier status',
    params: one,
    reply: Done,
    errors: ['order.not_found', 'manage.not_restorable'],
  },
  'manage.createExport': {
    method: 'POST',
    path: '/manage/export',
    permission: 'manage.organization',
    audit: 'manage.export',
    reauthenticate: true,
    summary: 'Create a ticket to download a list as CSV; it is bound to the session and valid for 60 seconds',
    headers: zoneHeaders,
    body: ManageExport,
    reply: z.strictObject({
      /**
       * Path of the download, to be opened within a minute.
       * @example "/restful/manage/export/AAAAAAAAAAAAAAAAAAAAAA"
       */
      path: z.string(),
    }),
    secretReply: true,
    errors: [],
    example: { body: { list: 'organizations', filter: { businessType: 1 } } },
  },
  'manage.export': {
    method: 'GET',
    path: '/manage/exports/:ticket',
    permission: 'public',
    audit: { none: 'Sends what a ticket was made for; making the ticket is recorded.' },
    summary: 'Download a list of the back office as CSV in UTF-8, filtered as the ticket was',
    params: z.strictObject({
      /** Ticket from the call that created the download. @example "AAAAAAAAAAAAAAAAAAAAAA" */
      ticket: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, 'pattern')),
    }),
    reply: 'stream',
    errors: ['order.export_invalid'],
  },
} as const satisfies RouteTable
