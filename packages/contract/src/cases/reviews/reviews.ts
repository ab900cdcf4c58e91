import * as z from 'zod/mini'
import { Id, paragraph, Time } from '../../fields.ts'
import { limits } from '../../limits.ts'
import type { RouteTable } from '../../route.ts'
import { NewPin } from '../conversation/pins.ts'
import { Order } from '../orders/orders.ts'
import { type ReviewAspect, reviewAspects, reviewStates } from './review-states.ts'

/** How the clinic assesses one aspect; `not_applicable` for an aspect that the work does not have. */
export const aspectVerdicts = ['fine', 'change', 'not_applicable'] as const
export type AspectVerdict = (typeof aspectVerdicts)[number]

const note = paragraph(0, limits.reviewNoteLengthMax)

/** The assessment of one aspect of a design that is approved. */
export const ApprovedAspect = z.strictObject({
  /** Whether the aspect is fine, or the work does not have it. */
  verdict: z.enum(['fine', 'not_applicable'], 'required'),
  /** Note on this aspect; may be empty. @example "" */
  note: z._default(note, ''),
})

/** The assessment of one aspect of a design that is to be changed. */
export const AssessedAspect = z.strictObject({
  /** Whether the aspect is fine or to be changed, or the work does not have it. */
  verdict: z.enum(aspectVerdicts, 'required'),
  /** Note on this aspect; may be empty. @example "Open at 24 mesial." */
  note: z._default(note, ''),
})

const aspectsOf = <Aspect extends z.ZodMiniType>(aspect: Aspect) =>
  z.strictObject({
    /** How the margin fits. */
    margin: aspect,
    /** Contacts with the neighbouring teeth. */
    contacts: aspect,
    /** Contacts with the opposing teeth. */
    occlusion: aspect,
    /** Shape of the work. */
    shape: aspect,
    /** Shade of the work. */
    shade: aspect,
    /** Path of insertion. */
    insertion: aspect,
  } satisfies Record<ReviewAspect, Aspect>)

/** The assessment of each aspect. */
export const ReviewAspects = aspectsOf(
  z.strictObject({
    /** Whether the aspect is fine or to be changed, or the work does not have it. */
    verdict: z.enum(aspectVerdicts),
    /** Note on this aspect; may be empty. @example "Open at 24 mesial." */
    note: z.string(),
  }),
)
export type ReviewAspects = z.output<typeof ReviewAspects>

/** A file of a design at the time of a step, identified by its contents. */
export const ReviewFile = z.strictObject({
  fileId: Id,
  /** Name of the file; empty after the erasure of the patient. @example "crown-24.stl" */
  name: z.string(),
  /** Size in bytes. */
  sizeBytes: z.int(),
  /** SHA-256 of the contents in hex. @example "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" */
  sha256: z.string(),
})
export type ReviewFile = z.output<typeof ReviewFile>

/**
 * Kinds of steps. `files`: the laboratory has added a file to the design under review. `reopened`: a new design file after the
 * approval.
 */
export const reviewStepKinds = [
  'requested',
  'files',
  'reopened',
  'withdrawn',
  'approved',
  'changes',
  'waived',
] as const
export type ReviewStepKind = (typeof reviewStepKinds)[number]

/** One step of a design review. Steps are never changed, except that an erasure of the patient empties texts. */
export const ReviewStep = z.strictObject({
  id: Id,
  kind: z.enum(reviewStepKinds),
  /** Number of the design version under review; 0 before the first. @example 1 */
  version: z.int(),
  at: Time,
  /** Person who did it. @example "Alice Moreau" */
  by: z.string(),
  /** Name of their organization. @example "Brookside Dental" */
  organizationName: z.string(),
  /** Note; may be empty. @example "" */
  note: z.string(),
  /** The clinic’s assessment, null for other steps. */
  aspects: z.nullable(ReviewAspects),
  /** The files of the design that the step is about. */
  files: z.array(ReviewFile),
})
export type ReviewStep = z.output<typeof ReviewStep>

/** The design review of a case with all steps. */
export const Review = z.strictObject({
  state: z.enum(reviewStates),
  /** Whether the case can be shipped only after the approval. */
  isRequired: z.boolean(),
  /** Steps, oldest first. A laboratory reads only those since the case was sent to it. */
  steps: z.array(ReviewStep),
})
export type Review = z.output<typeof Review>

const orderId = Id
const errors = ['order.not_found', 'review.wrong_state'] as const
const judgeErrors = [...errors, 'file.not_found', 'image.not_found', 'pin.too_many'] as const

/** A new pin of an assessment. */
export const NewReviewPin = z.extend(NewPin, {
  /** The aspect that the pin belongs to. */
  aspect: z.enum(reviewAspects),
})
export type NewReviewPin = z.output<typeof NewReviewPin>

const pins = z._default(z.array(NewReviewPin).check(z.maxLength(limits.reviewPinsMax, 'too_long')), [])

/** The step that names the files which the clinic has seen, so that nobody approves a file that was added meanwhile. */
const stepId = Id

const example = {
  orderId: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f',
  stepId: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e12',
  fileId: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e13',
} as const

const exampleAspects = Object.fromEntries(reviewAspects.map((aspect) => [aspect, { verdict: 'fine' }]))

/** Routes of the design review of a case (rules §17). */
export const reviewRoutes = {
  'reviews.get': {
    method: 'GET',
    path: '/orders/:id/review',
    permission: 'review.read',
    reads: true,
    summary: 'Get the design review of a case with all steps',
    params: z.strictObject({ id: Id }),
    reply: Review,
    errors: ['order.not_found'],
  },
  'reviews.request': {
    method: 'POST',
    path: '/orders/review',
    permission: 'review.request',
    audit: 'orders.reviewRequested',
    summary: 'Put a design up for review by the clinic; the case cannot be shipped until the review ends',
    body: z.strictObject({
      orderId,
      /** The verified files of role `design` that make up the design. */
      fileIds: z.array(Id).check(z.minLength(1, 'required'), z.maxLength(limits.reviewFilesMax, 'too_long')),
      /** Note for the clinic; may be empty. */
      note: z._default(note, ''),
    }),
    reply: Order,
    errors: [...errors, 'request.invalid'],
    example: { body: { orderId: example.orderId, fileIds: [example.fileId] } },
  },
  'reviews.withdraw': {
    method: 'PUT',
    path: '/orders/review/withdraw',
    permission: 'review.request',
    audit: 'orders.reviewWithdrawn',
    summary: 'Withdraw a design from the review',
    body: z.strictObject({ orderId }),
    reply: Order,
    errors,
  },
  'reviews.approve': {
    method: 'PUT',
    path: '/orders/review/approve',
    permission: 'review.judge',
    audit: 'orders.reviewApproved',
    summary: 'Approve the design under review',
    body: z.strictObject({
      orderId,
      stepId,
      /** The assessment of each aspect; none may need a change. */
      aspects: aspectsOf(ApprovedAspect),
      /** Points of the scans that the assessment is about. */
      pins,
      /** Note; may be empty. */
      note: z._default(note, ''),
    }),
    reply: Order,
    errors: judgeErrors,
    example: { body: { orderId: example.orderId, stepId: example.stepId, aspects: exampleAspects } },
  },
  'reviews.askChanges': {
    method: 'PUT',
    path: '/orders/review/changes',
    permission: 'review.judge',
    audit: 'orders.reviewChanges',
    summary:
      'Ask for changes of the design under review, with at least one note; the case cannot be shipped until a later version is approved',
    body: z
      .strictObject({
        orderId,
        stepId,
        /** The assessment of each aspect. */
        aspects: aspectsOf(AssessedAspect),
        /** Points of the scans that the assessment is about. */
        pins,
        /** Note; may be empty if an aspect or a pin has one. @example "The mesial contact is open." */
        note: z._default(note, ''),
      })
      .check(
        z.refine(
          ({ aspects, note, pins }) =>
            [note, ...[...Object.values(aspects), ...pins].map((one) => one.note)].some(Boolean),
          {
            error: 'required',
            path: ['note'],
          },
        ),
      ),
    reply: Order,
    errors: judgeErrors,
    example: {
      body: {
        orderId: example.orderId,
        stepId: example.stepId,
        aspects: { ...exampleAspects, contacts: { verdict: 'change', note: 'Open at 24 mesial.' } },
      },
    },
  },
  'reviews.waive': {
    method: 'PUT',
    path: '/orders/review/waive',
    permission: 'review.judge',
    audit: 'orders.reviewWaived',
    summary: 'Go on without a design review; an open review ends',
    body: z.strictObject({ orderId }),
    reply: Order,
    errors,
  },
  'reviews.download': {
    method: 'GET',
    path: '/orders/:id/review/pdf',
    permission: 'review.read',
    audit: 'reviews.download',
    summary: 'Download the record of the design review as PDF, in the language of the request',
    params: z.strictObject({ id: Id }),
    reply: 'stream',
    errors: ['order.not_found', 'review.none'],
  },
} as const satisfies RouteTable
