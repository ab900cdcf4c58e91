import * as z from 'zod/mini'
import { Done, Id, line, pageOf, paging, Time } from '../../fields.ts'
import { limits } from '../../limits.ts'
import type { RouteTable } from '../../route.ts'
import { WorkOrderTypeName } from './workorders.ts'

/** A type of support requests. */
export const WorkOrderType = z.extend(WorkOrderTypeName, {
  /** Operator to whom new requests are assigned, null for none. */
  operatorId: z.nullable(Id),
  /** Name of the operator, null for none. @example null */
  operatorName: z.nullable(z.string()),
  /** Number of open requests. */
  open: z.int(),
})
export type WorkOrderType = z.output<typeof WorkOrderType>

/** A platform user who handles support requests. */
export const Operator = z.strictObject({
  id: Id,
  /** Name of the person. @example "Dana Frost" */
  name: z.string(),
  /** Email address. @example "alice@brookside.example" */
  email: z.string(),
  /** Whether they administer their organization. */
  isAdministrator: z.boolean(),
  /** Whether the person may sign in. */
  isEnabled: z.boolean(),
  /** Types whose new requests are assigned to the person. */
  types: z.array(WorkOrderTypeName),
  /** Number of open requests. */
  open: z.int(),
  /** Time at which the person became an operator. */
  since: Time,
})
export type Operator = z.output<typeof Operator>

const one = z.strictObject({ id: Id })
const name = line(limits.workOrderTypeNameLengthMin, limits.workOrderTypeNameLengthMax)

// Query parameters are strings.
const listQuery = z.strictObject({
  /** Search words. */
  words: z.optional(line(0, 100)),
  /** Cursor of the previous page. */
  cursor: paging.cursor,
  /** Number of the page. */
  page: z._default(
    z.coerce.number().check(z.int(), z.minimum(1, 'too_small'), z.maximum(1_000_000, 'too_large')),
    1,
  ),
  /** Rows of a page. */
  pageSize: z._default(
    z.coerce.number().check(z.int(), z.minimum(1, 'too_small'), z.maximum(limits.pageSizeMax, 'too_large')),
    limits.pageSizeDefault,
  ),
})

const typeErrors = [
  'workorder.type_not_found',
  'workorder.type_name_taken',
  'workorder.operator_not_found',
] as const

/** Routes of the back office about types and operators of support requests (rules §10). */
export const workOrderSettingRoutes = {
  'worktypes.list': {
    method: 'GET',
    path: '/manage/typelist',
    permission: 'manage.workorder',
    reads: true,
    summary: 'List types of support requests by name, with their operators',
    query: listQuery,
    reply: pageOf(WorkOrderType),
    errors: ['request.invalid'],
  },
  'worktypes.create': {
    method: 'POST',
    path: '/manage/worktype',
    permission: 'manage.workorder',
    audit: 'worktypes.create',
    summary: 'Create a type; if it has an operator, new requests are assigned to them',
    body: z.strictObject({
      /** Name of the type. @example "Billing" */
      name,
      /** Operator to whom new requests are assigned. */
      operatorId: z._default(z.nullable(Id), null),
    }),
    reply: WorkOrderType,
    errors: typeErrors,
    example: { body: { name: 'Billing' } },
  },
  'worktypes.update': {
    method: 'PUT',
    path: '/manage/worktype',
    permission: 'manage.workorder',
    audit: 'worktypes.update',
    summary: 'Rename a type or change its operator; open requests stay with their operator',
    body: z.strictObject({
      id: Id,
      /** Name of the type. */
      name: z.optional(name),
      /** Operator to whom new requests are assigned. */
      operatorId: z.optional(z.nullable(Id)),
    }),
    reply: WorkOrderType,
    errors: typeErrors,
    example: { body: { id: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f', name: 'Billing and quota' } },
  },
  'worktypes.delete': {
    method: 'DELETE',
    path: '/manage/worktype/:id',
    permission: 'manage.workorder',
    audit: 'worktypes.delete',
    summary: 'Delete a type; existing requests still show it',
    params: one,
    reply: Done,
    errors: ['workorder.type_not_found', 'workorder.last_type'],
  },
  'operators.list': {
    method: 'GET',
    path: '/manage/operatorlist',
    permission: 'manage.workorder',
    reads: true,
    summary: 'List operators by name, with their types and open requests',
    query: listQuery,
    reply: pageOf(Operator),
    errors: ['request.invalid'],
  },
  'operators.listOptions': {
    method: 'GET',
    path: '/manage/operatoroptions',
    permission: 'manage.workorder',
    reads: true,
    summary: 'List operators for selects',
    reply: z.strictObject({
      /** Operators, by name. */
      list: z.array(
        z.strictObject({
          id: Id,
          /** Name of the person. @example "Dana Frost" */
          name: z.string(),
        }),
      ),
    }),
    errors: [],
  },
  'operators.create': {
    method: 'POST',
    path: '/manage/workopr/:id',
    permission: 'manage.workorder',
    audit: 'operators.create',
    summary: 'Make a platform user an operator',
    params: one,
    reply: Operator,
    errors: ['workorder.operator_not_found'],
  },
  'operators.delete': {
    method: 'DELETE',
    path: '/manage/workopr/:id',
    permission: 'manage.workorder',
    audit: ['operators.delete', 'workorders.release'],
    summary: 'Remove an operator: their open requests return to Submitted, and their types have no operator',
    params: one,
    reply: z.strictObject({
      /** Number of requests that lost their operator. */
      returned: z.int(),
    }),
    errors: ['workorder.operator_not_found'],
  },
} as const satisfies RouteTable
