import * as z from 'zod/mini'
import { Done, Id, line } from '../../fields.ts'
import type { RouteTable } from '../../route.ts'
import { OrderView } from '../orders/order-query.ts'

/** Layouts of the list of cases: a table, or a laboratory's board by day, by status or by technician. */
export const viewLayouts = ['list', 'day', 'status', 'technician'] as const
export type ViewLayout = (typeof viewLayouts)[number]

const columnName = z.string().check(z.regex(/^[A-Za-z]{1,40}$/, 'pattern'))

/** The content of a saved view: filters, sort order, columns, layout and grouping. */
export const ViewContent = z.strictObject({
  /** Filters and sort order of the list. */
  filters: OrderView,
  /** Visible columns in order, null for the default columns. @example ["number", "patient", "deliveryOn"] */
  columns: z._default(z.nullable(z.array(columnName).check(z.maxLength(40, 'too_long'))), null),
  /** Table, or board by day, status or technician. */
  layout: z._default(z.enum(viewLayouts), 'list'),
  /** `day` groups the rows of the table by the day that it is sorted by. */
  group: z._default(z.nullable(z.literal('day')), null),
})
export type ViewContent = z.output<typeof ViewContent>

const name = line(1, 40)

/** A saved view of the list of cases. Only its owner sees it. */
export const SavedView = z.strictObject({
  id: Id,
  /** Name of the view. @example "Due this week" */
  name: z.string(),
  content: ViewContent,
})
export type SavedView = z.output<typeof SavedView>

/** Routes of saved views of the list; at most `limits.savedViewsMax` per account. */
export const viewRoutes = {
  'views.list': {
    method: 'GET',
    path: '/views',
    permission: 'view.manage',
    reads: true,
    summary: 'List the caller’s saved views, oldest first',
    reply: z.strictObject({
      /** Views of the caller, oldest first. */
      list: z.array(SavedView),
    }),
    errors: [],
  },
  'views.create': {
    method: 'POST',
    path: '/views',
    permission: 'view.manage',
    audit: { none: 'A saved view is a display setting of the caller.' },
    summary: 'Save a view of the list under a name',
    body: z.strictObject({
      /** Name of the view. @example "Due this week" */
      name,
      content: ViewContent,
    }),
    reply: SavedView,
    errors: ['view.too_many'],
    example: {
      body: {
        name: 'Late implants',
        content: { filters: { types: [2], due: 'late' }, columns: ['number', 'patient', 'deliveryOn'] },
      },
    },
  },
  'views.update': {
    method: 'PUT',
    path: '/views',
    permission: 'view.manage',
    audit: { none: 'A saved view is a display setting of the caller.' },
    summary: 'Change the name and content of a saved view',
    body: z.strictObject({
      id: Id,
      /** Name of the view. @example "Due this week" */
      name,
      content: ViewContent,
    }),
    reply: SavedView,
    errors: ['view.not_found'],
  },
  'views.delete': {
    method: 'DELETE',
    path: '/views/:id',
    permission: 'view.manage',
    audit: { none: 'A saved view is a display setting of the caller.' },
    summary: 'Delete a saved view; the cases stay',
    params: z.strictObject({ id: Id }),
    reply: Done,
    errors: ['view.not_found'],
  },
} as const satisfies RouteTable
