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

/** A case that the platform has deleted. The patient’s name is empty once the case can no longer be restored. */
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
  /** Person who deleted it. @example "Dana Frost" */
  deletedBy: z.string(),
  /** Until when the case can be restored, null if not. */
  restorableUntil: z.nullable(Time),
})
export type DeletedOrder = z.output<typeof DeletedOrder>

/** Amount of data that deleting a case affects. */
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

/** A list of the back office that can be exported as CSV, with its filters. */
export const ManageExport = z.discriminatedUnion('list', [
  z.strictObject({
    /** Which list is exported. */
    list: z.literal('organizations'),
    filter: OrganizationFilter,
  }),
  z.strictObject({
    /** Which list is exported. */
    list: z.literal('users'),
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
    summary: 'Get the amount of data that deleting a case would affect',
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
      'Delete a case. It can be restored for 30 days; then its files and the patient’s name are deleted, but not its row in lists',
    params: one,
    reply: Done,
    errors: ['order.not_found'],
  },
  'manage.restoreOrder': {
    method: 'PUT',
    path: '/manage/restoreorder/:id',
    permission: 'manage.order',
    audit: 'manage.restoreOrder',
    summary: 'Restore a deleted case within 30 days, with the status that it had',
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
       * @example "/restful/manage/exports/AAAAAAAAAAAAAAAAAAAAAA"
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
    audit: { none: 'Sends the export of a ticket; creating the ticket is recorded.' },
    summary: 'Download a list of the back office as CSV in UTF-8, with the filters of the ticket',
    params: z.strictObject({
      /** Ticket from the call that created the download. @example "AAAAAAAAAAAAAAAAAAAAAA" */
      ticket: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, 'pattern')),
    }),
    reply: 'stream',
    errors: ['order.export_invalid'],
  },
} as const satisfies RouteTable
