import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  type Language,
  type Party,
  type Pin,
  type Review,
  type ReviewAspect,
  type ReviewStep,
  reviewAspects,
} from '@pontic/contract'
import { formatBytes, formatMoment, type MessageKey, type MessageParams, translate } from '@pontic/messages'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { type Content, type Exchange, sendWhileAuthorized } from '../../platform/http/sending.ts'
import { createPdf, type Paragraph } from '../../platform/pdf/pdf.ts'
import { findVisibleOrder } from '../access/order-access.service.ts'
import { listPinsFor } from '../conversation/pins.service.ts'
import { listStepsFor } from './reviews.service.ts'

/** The order whose review a record describes. */
type RecordedOrder = { number: string; clinicName: string; labName: string | null; patientName: string }

/** The title of each kind of step. */
const stepTitles = {
  requested: 'order.timeline.reviewRequested',
  files: 'order.timeline.files',
  reopened: 'order.timeline.reviewRequested',
  withdrawn: 'order.timeline.reviewWithdrawn',
  approved: 'order.timeline.reviewApproved',
  changes: 'order.timeline.reviewChanges',
  waived: 'order.timeline.reviewWaived',
} as const satisfies Record<ReviewStep['kind'], MessageKey>

const aspectTitles = {
  margin: 'review.aspects.margin',
  contacts: 'prescription.fields.proximalContact',
  occlusion: 'review.aspects.occlusion',
  shape: 'review.aspects.shape',
  shade: 'prescription.fields.shade',
  insertion: 'review.aspects.insertion',
} as const satisfies Record<ReviewAspect, MessageKey>

/** Returns the record of a review as PDF in a language. The same steps and pins give the same bytes. */
export function createReviewRecord(
  order: RecordedOrder,
  steps: readonly ReviewStep[],
  pins: readonly Pin[],
  language: Language,
): Buffer {
  const t = (key: MessageKey, params?: MessageParams) => translate(language, key, params)
  const title = `${t('review.title')} · ${order.number}`
  const facts = [
    `${t('common.label.patient')}: ${order.patientName}`,
    `${t('common.label.clinic')}: ${order.clinicName}`,
    ...(order.labName === null ? [] : [`${t('common.label.lab')}: ${order.labName}`]),
  ]
  const paragraphs: Paragraph[] = [
    { text: title, size: 18, weight: 600 },
    ...facts.map((text, index) => ({ text, before: index === 0 ? 8 : 0 })),
    ...steps.flatMap((step) =>
      paragraphsOf(
        step,
        pins.filter(({ stepId }) => stepId === step.id),
        language,
        t,
      ),
    ),
  ]
  return createPdf({ title, language, at: new Date(steps.at(-1)?.at ?? 0), paragraphs })
}

type Texts = (key: MessageKey, params?: MessageParams) => string

/** @param pins the pins of the step */
function paragraphsOf(step: ReviewStep, pins: readonly Pin[], language: Language, t: Texts): Paragraph[] {
  const version = step.version > 0 ? ` · ${t('review.version', { version: step.version })}` : ''
  const { aspects } = step
  return [
    { text: `${t(stepTitles[step.kind])}${version}`, size: 12, weight: 600, before: 18 },
    {
      text: `${formatMoment(language, step.at)} · ${step.by}, ${step.organizationName}`,
      isQuiet: true,
    },
    ...(aspects === null
      ? []
      : reviewAspects.flatMap((aspect): Paragraph[] => {
          const { verdict, note } = aspects[aspect]
          return [
            { text: `${t(aspectTitles[aspect])}: ${t(`review.verdicts.${verdict}`)}`, before: 2 },
            ...(note === '' ? [] : [{ text: note, indent: 14 }]),
            ...pins.filter((pin) => pin.aspect === aspect).flatMap((pin) => paragraphsOfPin(pin, step, t)),
          ]
        })),
    ...(step.note === '' ? [] : [{ text: step.note, before: 4 }]),
    ...step.files.flatMap((file): Paragraph[] => [
      {
        text:
          file.name === ''
            ? formatBytes(language, file.sizeBytes)
            : `${file.name} · ${formatBytes(language, file.sizeBytes)}`,
        before: 4,
      },
      { text: `SHA-256 ${file.sha256}`, size: 8, isQuiet: true },
    ]),
  ]
}

/**
 * The number, file, point and note of a pin, and the digest of a file that the step does not list. The version is that of the step:
 * the one of the pin's file changes when a later version contains the same file, but a record never changes.
 */
function paragraphsOfPin({ number, file, point, note }: Pin, step: ReviewStep, t: Texts): Paragraph[] {
  const [x, y, z] = point.map((length) => length.toFixed(2))
  const isJudged = step.files.some(({ fileId }) => fileId === file.id)
  const parts = [
    t('viewer.pins.number', { number }),
    ...(file.name === '' ? [] : [file.name]),
    ...(isJudged ? [t('review.version', { version: step.version })] : []),
    `X ${x} · Y ${y} · Z ${z} mm`,
  ]
  const isListed = step.files.some(({ sha256 }) => sha256 === file.sha256)
  return [
    { text: parts.join(' · '), indent: 14 },
    ...(note === '' ? [] : [{ text: note, indent: 28 }]),
    ...(isListed ? [] : [{ text: `SHA-256 ${file.sha256}`, size: 8, isQuiet: true, indent: 28 }]),
  ]
}

/** Sends the record of a review to a party. @throws order.not_found; review.none if there was no review yet */
export async function sendReviewRecord(
  exchange: Exchange,
  scope: Scope,
  orderId: string,
  language: Language,
): Promise<void> {
  const { database } = exchange.services
  await sendWhileAuthorized(exchange, scope, () =>
    database.transaction(async (tx) => {
      const order = await findVisibleOrder({ tx, scope }, orderId)
      if (order?.party !== 'clinic' && order?.party !== 'lab') fail('order.not_found')
      const { party, labId } = order
      const steps = await listStepsFor(tx, { ...order, party })
      if (steps.length === 0) fail('review.none')
      const pins = await listPinsFor(tx, { ...order, party })
      await recordAudit(tx, scope, {
        objectType: 'order',
        objectId: orderId,
        subjectOrganizationIds: [order.clinicId, ...(labId === null ? [] : [labId])],
      })
      return contentOf(`${order.number}-${recordName}`, createReviewRecord(order, steps, pins, language))
    }),
  )
}

function contentOf(name: string, bytes: Buffer): Content {
  return {
    name,
    mediaType: 'application/pdf',
    sizeBytes: bytes.length,
    etag: createHash('sha256').update(bytes).digest('hex'),
    open: async ({ start, end }) => Readable.from([bytes.subarray(start, end + 1)]),
  }
}

/** Name of the record in the ZIP of a case. */
export const recordName = 'design-review.pdf'

/** The record of a case for its ZIP: its pins, and if there was a review, the PDF and the steps for the manifest. */
export type CaseRecord = { pins: readonly Pin[]; review?: { pdf: Buffer; steps: Review } }

/** Returns the record for a party's ZIP; undefined for readers of neither party. */
export async function findCaseRecord(
  call: { tx: Parameters<typeof listStepsFor>[0]; scope: Scope },
  orderId: string,
  party: Party | undefined,
): Promise<CaseRecord | undefined> {
  if (party === undefined) return undefined
  const order = await findVisibleOrder(call, orderId)
  if (order === undefined) return undefined
  const steps = await listStepsFor(call.tx, { ...order, party })
  const pins = await listPinsFor(call.tx, { ...order, party })
  if (steps.length === 0) return { pins }
  return {
    pins,
    review: {
      pdf: createReviewRecord(order, steps, pins, call.scope.account.language),
      steps: { state: order.reviewState, isRequired: order.isReviewRequired, steps },
    },
  }
}
