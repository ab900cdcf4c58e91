import * as z from 'zod/mini'
import { MessageImage } from '../../cases/conversation/conversation.ts'
import { Done, Id, line, pageOf, paging, paragraph } from '../../fields.ts'
import { limits } from '../../limits.ts'
import type { RouteTable } from '../../route.ts'
import { handleActions, workOrderActions, workOrderParties, workOrderStatuses } from './workorder-states.ts'

/** Priorities of a support request (requirement 9.priorities). */
export const workOrderPriorities = ['normal', 'important', 'critical'] as const
export const WorkOrderPriority = z.enum(workOrderPriorities)
export type WorkOrderPriority = z.output<typeof WorkOrderPriority>

/** Types that every installation begins with (rules §9); their names are said in the reader's language. */
export const seededWorkOrderTypes = ['system_issue', 'ui_issue', 'test_work_order_type', 'test_type'] as const

/** The letter of a request's number, as orders have theirs: `S26-7F3K9Q` (rules §2). */
export const workOrderNumberLetter = 'S'

/** A type as it is named: `code` of one that came with the installation and was not renamed, else null. */
export const WorkOrderTypeName = z.strictObject({
  id: Id,
  code: z.nullable(z.enum(seededWorkOrderTypes)),
  name: z.string(),
})
export type WorkOrderTypeName = z.output<typeof WorkOrderTypeName>

/**
 * A support request as lists show it. `number` is its serial number, `requestNumber` the submitter's own reference.
 * `modifiedBy` is null where it was the portal itself. `unread`: entries of others since the reader last looked, for who
 * submitted it, handles it or has opened it before.
 */
export const WorkOrder = z.strictObject({
  id: Id,
  number: z.string(),
  requestNumber: z.nullable(z.string()),
  type: WorkOrderTypeName,
  priority: WorkOrderPriority,
  title: z.string(),
  status: z.enum(workOrderStatuses),
  version: z.int(),
  submittedBy: z.string(),
  organizationName: z.string(),
  submittedAt: z.string(),
  modifiedBy: z.nullable(z.string()),
  modifiedAt: z.string(),
  operatorId: z.nullable(Id),
  operatorName: z.nullable(z.string()),
  unread: z.int(),
})
export type WorkOrder = z.output<typeof WorkOrder>

/**
 * One entry of the communication record: a reply, or a step with who took it (`by` null: the portal itself). `side` is
 * the platform's for operators and administrators of the platform. `operatorName` of an assignment.
 */
export const WorkOrderRecord = z.strictObject({
  id: Id,
  at: z.string(),
  kind: z.enum([...workOrderActions, 'submit', 'announce']),
  by: z.nullable(z.string()),
  side: z.enum(['submitter', 'platform']),
  isOwn: z.boolean(),
  to: z.enum(workOrderStatuses),
  operatorName: z.nullable(z.string()),
  text: z.string(),
  image: z.nullable(MessageImage),
})
export type WorkOrderRecord = z.output<typeof WorkOrderRecord>

/**
 * A request with everything that was written. `parties`: what the reader is to it. `resolvesAt`: when a processed one is
 * resolved by itself.
 */
export const WorkOrderDetail = z.strictObject({
  workOrder: WorkOrder,
  content: z.string(),
  contactPhone: z.nullable(z.string()),
  image: z.nullable(MessageImage),
  parties: z.array(z.enum(workOrderParties)),
  resolvesAt: z.nullable(z.string()),
  records: z.array(WorkOrderRecord),
})
export type WorkOrderDetail = z.output<typeof WorkOrderDetail>

// A line that may be left out; what is there has a least length.
const optional = (minLength: number, maxLength: number) =>
  line(0, maxLength).check(
    z.refine(
      (text) => text === '' || text.length >= minLength,
      minLength === 2 ? 'two_characters' : 'too_short',
    ),
  )

/** Fields of a new request (requirement 5.workorder.lengths, rules §9); `''` leaves an optional one out. */
export const workOrderFields = {
  typeId: Id,
  priority: WorkOrderPriority,
  title: line(limits.workOrderTitleLengthMin, limits.workOrderTitleLengthMax),
  requestNumber: optional(limits.requestNumberLengthMin, limits.requestNumberLengthMax),
  contactPhone: optional(limits.contactPhoneLengthMin, limits.contactPhoneLengthMax).check(
    z.regex(/^[+\d\s()./-]*$/, 'pattern'),
  ),
  content: paragraph(1, limits.workOrderContentLengthMax),
}

const imageId = z._default(z.nullable(Id), null)
const one = z.strictObject({ id: Id })
const version = z.optional(z.int().check(z.minimum(1, 'too_small'), z.maximum(1_000_000, 'too_large')))

const exampleId = '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f'
const steps = ['workorder.not_found', 'workorder.wrong_status', 'workorder.changed'] as const
const handleErrors = ['request.forbidden', ...steps] as const

/** Calls about support requests (rules §9). */
export const workOrderRoutes = {
  'workorders.listTypes': {
    method: 'GET',
    path: '/workorder/type',
    permission: 'workorder.read',
    reads: true,
    summary: 'The types of support requests that can be submitted',
    reply: z.strictObject({ list: z.array(WorkOrderTypeName) }),
    errors: [],
  },
  'workorders.list': {
    method: 'POST',
    path: '/workorder/list',
    permission: 'workorder.read',
    audit: 'workorders.list',
    reads: true,
    summary:
      'Support requests, the last modified first: one’s own, those of one’s organization for its administrators, those one handles, all for the platform’s administrators; `words` search number, reference, title and people',
    body: z.strictObject({
      words: z.optional(line(0, 100)),
      status: z.optional(z.enum(workOrderStatuses)),
      typeId: z.optional(Id),
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
      'Submit a support request, with one picture (images.create for `workorder`); it is assigned at once where its type has an operator',
    body: z.strictObject({
      ...workOrderFields,
      requestNumber: z._default(workOrderFields.requestNumber, ''),
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
    summary: 'A support request with its communication record, oldest entry first',
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
      'Add to the communication record: a text, a picture (images.create for `workorder`), or both; the operator’s first one puts it in progress',
    body: z.strictObject({ id: Id, text: paragraph(0, limits.workOrderContentLengthMax), imageId }),
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
      'Close, processed, resolved or unresolved; `version` of what was seen refuses when it has changed',
    body: z.strictObject({ id: Id, action: z.enum(handleActions), version }),
    reply: WorkOrder,
    errors: handleErrors,
    example: { body: { id: exampleId, action: 'processed' } },
  },
  'workorders.assign': {
    method: 'PUT',
    path: '/workorder/assign',
    permission: 'workorder.assign',
    audit: 'workorders.assign',
    summary: 'Give a support request to an operator',
    body: z.strictObject({ id: Id, operatorId: Id, version }),
    reply: WorkOrder,
    errors: [...steps, 'workorder.operator_not_found'],
    example: { body: { id: exampleId, operatorId: exampleId } },
  },
  'workorders.markRead': {
    method: 'PUT',
    path: '/workorder/read',
    permission: 'workorder.read',
    audit: { none: 'Notes how far the caller has read.' },
    summary: 'Note that the caller has read the communication record up to this entry; its news is read too',
    body: z.strictObject({ id: Id, recordId: Id }),
    reply: Done,
    errors: ['workorder.not_found'],
  },
} as const satisfies RouteTable
