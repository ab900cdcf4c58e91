import * as z from 'zod/mini'
import { MessageImage } from '../../cases/conversation/message-images.ts'
import { Done, Id, line, pageOf, paging, paragraph, Time } from '../../fields.ts'
import { limits } from '../../limits.ts'
import type { RouteTable } from '../../route.ts'
import { handleActions, workOrderActions, workOrderParties, workOrderStatuses } from './workorder-states.ts'

/** Priorities of a support request (requirement 9.priorities). */
export const workOrderPriorities = ['normal', 'important', 'critical'] as const
/** Priority that the submitter has chosen. */
export const WorkOrderPriority = z.enum(workOrderPriorities)
export type WorkOrderPriority = z.output<typeof WorkOrderPriority>

/** Types of a new installation (rules §9); their names are translated. */
export const seededWorkOrderTypes = ['system_issue', 'ui_issue', 'test_work_order_type', 'test_type'] as const

/** First letter of the number of a support request: `S26-7F3K9Q` (rules §2). */
export const workOrderNumberLetter = 'S'

/** Name of a type of support requests. */
export const WorkOrderTypeName = z.strictObject({
  id: Id,
  /** Code of an initial type that was not renamed, else null. @example null */
  code: z.nullable(z.enum(seededWorkOrderTypes)),
  /** Name of the type. @example "Billing" */
  name: z.string(),
})
export type WorkOrderTypeName = z.output<typeof WorkOrderTypeName>

/** A support request as an item of a list. */
export const WorkOrder = z.strictObject({
  id: Id,
  /** Serial number. @example "S26-7F3K9Q" */
  number: z.string(),
  /** The submitter’s own reference, null for none. @example null */
  requestNumber: z.nullable(z.string()),
  type: WorkOrderTypeName,
  priority: WorkOrderPriority,
  /** Title. @example "The invoice of October is missing" */
  title: z.string(),
  status: z.enum(workOrderStatuses),
  /** Version of the request; it grows with every change. */
  version: z.int(),
  /** Name of the submitter. @example "Alice Moreau" */
  submittedBy: z.string(),
  /** Name of their organization. @example "Brookside Dental" */
  organizationName: z.string(),
  submittedAt: Time,
  /** Person who changed it last, null for the server. @example null */
  modifiedBy: z.nullable(z.string()),
  /** Time of the last change. */
  modifiedAt: Time,
  /** Id of the operator, null for none. */
  operatorId: z.nullable(Id),
  /** Name of the operator, null for none. @example null */
  operatorName: z.nullable(z.string()),
  /** Number of entries that the caller has not read. */
  unread: z.int(),
})
export type WorkOrder = z.output<typeof WorkOrder>

/** An entry in the communication record of a support request: a reply or a step. */
export const WorkOrderRecord = z.strictObject({
  id: Id,
  /** Time of the entry. */
  at: Time,
  /** What happened. */
  kind: z.enum([...workOrderActions, 'submit', 'announce']),
  /** Author, null for the server. @example "Dana Frost" */
  by: z.nullable(z.string()),
  /** Side of that person. */
  side: z.enum(['submitter', 'platform']),
  /** Whether the caller wrote it. */
  isOwn: z.boolean(),
  /** Status after the entry. */
  to: z.enum(workOrderStatuses),
  /** Operator to whom the entry assigned the request, else null. @example null */
  operatorName: z.nullable(z.string()),
  /** Text. @example "We have sent it again." */
  text: z.string(),
  /** Photo, null for none. */
  image: z.nullable(MessageImage),
})
export type WorkOrderRecord = z.output<typeof WorkOrderRecord>

/** A support request with its communication record. */
export const WorkOrderDetail = z.strictObject({
  workOrder: WorkOrder,
  /** Text of the request. @example "We have not received the invoice of October." */
  content: z.string(),
  /** Telephone number for questions, null for none. @example null */
  contactPhone: z.nullable(z.string()),
  /** Photo, null for none. */
  image: z.nullable(MessageImage),
  /** Roles of the caller in the request. */
  parties: z.array(z.enum(workOrderParties)),
  /** Time at which the server resolves a processed request, null for other statuses. */
  resolvesAt: z.nullable(Time),
  /** Entries, oldest first. */
  records: z.array(WorkOrderRecord),
})
export type WorkOrderDetail = z.output<typeof WorkOrderDetail>

// Creates the schema of a line that is empty or has at least `minLength` characters.
const optional = (minLength: number, maxLength: number) =>
  line(0, maxLength).check(
    z.refine(
      (text) => text === '' || text.length >= minLength,
      minLength === 2 ? 'two_characters' : 'too_short',
    ),
  )

/** Fields of a new request (requirement 5.workorder.lengths, rules §9). Optional fields may be empty. */
export const workOrderFields = {
  typeId: Id,
  priority: WorkOrderPriority,
  /** Title. @example "The invoice of October is missing" */
  title: line(limits.workOrderTitleLengthMin, limits.workOrderTitleLengthMax),
  /** The submitter’s own reference. */
  requestNumber: optional(limits.requestNumberLengthMin, limits.requestNumberLengthMax),
  /** Telephone number for questions. */
  contactPhone: optional(limits.contactPhoneLengthMin, limits.contactPhoneLengthMax).check(
    z.regex(/^[+\d\s()./-]*$/, 'pattern'),
  ),
  /** Text of the request. @example "We have not received the invoice of October." */
  content: paragraph(1, limits.workOrderContentLengthMax),
}

const imageId = z._default(z.nullable(Id), null)
const one = z.strictObject({ id: Id })
const version = z.optional(z.int().check(z.minimum(1, 'too_small'), z.maximum(1_000_000, 'too_large')))

const exampleId = '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f'
const steps = ['workorder.not_found', 'workorder.wrong_status', 'workorder.changed'] as const

const handleErrors = ['request.forbidden', ...steps] as const

/** Routes of support requests (rules §9). */
export const workOrderRoutes = {
  'workorders.listTypes': {
    method: 'GET',
    path: '/workorder/type',
    permission: 'workorder.read',
    reads: true,
    summary: 'List the types of support requests that can be submitted',
    reply: z.strictObject({
      /** Types of requests. */
      list: z.array(WorkOrderTypeName),
    }),
    errors: [],
  },
  'workorders.list': {
    method: 'POST',
    path: '/workorder/list',
    permission: 'workorder.read',
    audit: 'workorders.list',
    reads: true,
    summary:
      'List support requests, last modified first: the caller’s own, those of their organization, or those assigned to them',
    body: z.strictObject({
      /** Searches number, reference, title and people. */
      words: z.optional(line(0, 100)),
      /** Only requests of this status. */
      status: z.optional(z.enum(workOrderStatuses)),
      /** Only requests of this type. */
      typeId: z.optional(Id),
      /** Only requests of this priority. */
      priority: z.optional(WorkOrderPriority),
      ...paging,
    }),
    reply: pageOf(WorkOrder),
    errors: ['request.invalid'],
    example: { body: { status: 'in_progress', priority: 'critical' } },
  },
  'workorders.create': {
    method: 'POST',
    path: '/workorder',
    permission: 'workorder.write',
    audit: 'workorders.submit',
    summary:
      'Submit a support request, with one picture (`images.create` for `workorder`); it is assigned at once if its type has an operator',
    body: z.strictObject({
      ...workOrderFields,
      /** The submitter’s own reference. */
      requestNumber: z._default(workOrderFields.requestNumber, ''),
      /** Telephone number for questions. */
      contactPhone: z._default(workOrderFields.contactPhone, ''),
      imageId,
    }),
    reply: WorkOrder,
    errors: ['workorder.type_not_found', 'image.not_found', 'request.too_many'],
    example: {
      body: {
        typeId: exampleId,
        priority: 'normal',
        title: 'Scans stay at 99 percent',
        content: 'Since this morning every upload stops shortly before its end.',
      },
    },
  },
  'workorders.get': {
    method: 'GET',
    path: '/workorder/:id',
    permission: 'workorder.read',
    audit: 'workorders.get',
    reads: true,
    summary: 'Get a support request with its communication record, oldest entry first',
    params: one,
    reply: WorkOrderDetail,
    errors: ['workorder.not_found'],
  },
  'workorders.reply': {
    method: 'PUT',
    path: '/workorder',
    permission: 'workorder.write',
    audit: 'workorders.reply',
    summary:
      'Add a text, a picture (`images.create` for `workorder`), or both to the communication record; the operator’s first entry sets the request in progress',
    body: z.strictObject({
      id: Id,
      /** Text; may be empty when there is a photo. @example "We have sent it again." */
      text: paragraph(0, limits.workOrderContentLengthMax),
      imageId,
    }),
    reply: WorkOrderRecord,
    errors: [...handleErrors, 'workorder.full', 'message.empty', 'image.not_found', 'request.too_many'],
    example: { body: { id: exampleId, text: 'It works again since noon.' } },
  },
  'workorders.handle': {
    method: 'PUT',
    path: '/workorder/handle',
    permission: 'workorder.write',
    audit: ['workorders.close', 'workorders.processed', 'workorders.resolved', 'workorders.unresolved'],
    summary:
      'Close a support request, or mark it as processed, resolved or unresolved; a stale `version` is refused',
    body: z.strictObject({
      id: Id,
      /** Action on the request. */
      action: z.enum(handleActions),
      /** Version of the request that you read; `workorder.changed` if it has changed since. */
      version,
    }),
    reply: WorkOrder,
    errors: handleErrors,
    example: { body: { id: exampleId, action: 'processed' } },
  },
  'workorders.assign': {
    method: 'PUT',
    path: '/workorder/assign',
    permission: 'workorder.assign',
    audit: 'workorders.assign',
    summary: 'Assign a support request to an operator',
    body: z.strictObject({
      id: Id,
      operatorId: Id,
      /** Version of the request that you read; `workorder.changed` if it has changed since. */
      version,
    }),
    reply: WorkOrder,
    errors: [...steps, 'workorder.operator_not_found'],
    example: { body: { id: exampleId, operatorId: exampleId } },
  },
  'workorders.markRead': {
    method: 'PUT',
    path: '/workorder/read',
    permission: 'workorder.read',
    audit: { none: 'Stores only which entries the caller has read.' },
    summary: 'Mark the communication record as read up to an entry, with its notifications',
    body: z.strictObject({
      id: Id,
      recordId: Id,
    }),
    reply: Done,
    errors: ['workorder.not_found'],
  },
} as const satisfies RouteTable
