import { type OrderStatus, type ReviewState, reviewAspects } from '@pontic/contract'
import { newId } from '../platform/db/ids.ts'
import type { TestApp } from './app.ts'
import { insertFile, insertOrder } from './insert-rows.ts'
import { as, type People } from './people.ts'

/** The assessment of a design without a change. */
export const fineAspects = Object.fromEntries(
  reviewAspects.map((aspect) => [aspect, { verdict: 'fine' }]),
) as Record<(typeof reviewAspects)[number], { verdict: 'fine' }>

/** An assessment that asks for a change of the contacts. */
export const changedAspects = {
  ...fineAspects,
  contacts: { verdict: 'change', note: 'Open at 24 mesial.' },
} as const

let lastDesign = 0

/** Returns the bytes of a new design, which differ from all others. */
export const newDesign = (): Buffer => Buffer.from(`solid design${++lastDesign}\nendsolid design\n`)

/** Inserts a verified design file of the laboratory. */
export async function insertDesign(
  app: TestApp,
  { bob }: Pick<People, 'bob'>,
  orderId: string,
  name = 'crown-24.stl',
): Promise<{ id: string; sha256: string }> {
  return await insertFile(app, { orderId, by: bob, bytes: newDesign(), name, role: 'design', party: 'lab' })
}

/** Inserts an order of the clinic with a design file, and with a review in this state. @returns ids of order, file and step */
export async function insertReview(
  app: TestApp,
  people: Pick<People, 'alice' | 'bob'>,
  review: { state: ReviewState; status?: OrderStatus; isRequired?: boolean },
): Promise<{ id: string; number: string; fileId: string; sha256: string; stepId: string }> {
  const { alice, bob } = people
  const { state, status = 'accepted', isRequired = false } = review
  const { id, number } = await insertOrder(app, { clinic: alice, lab: bob, status })
  const { id: fileId, sha256 } = await insertDesign(app, people, id)
  const stepId = newId()
  const { db } = app.services.database
  await db
    .updateTable('orders')
    .set({ review_state: state, is_review_required: isRequired })
    .where('id', '=', id)
    .execute()
  await db
    .insertInto('design_review_step')
    .values({
      id: stepId,
      order_id: id,
      lab_id: bob.organizationId,
      kind: 'requested',
      version: 1,
      at: app.clock.now(),
      account_id: bob.accountId,
      account_name: bob.name,
      organization_id: bob.organizationId,
      organization_name: 'Northlight',
      note: '',
      files: JSON.stringify([{ fileId, name: 'crown-24.stl', sizeBytes: 1, sha256 }]),
    })
    .execute()
  return { id, number, fileId, sha256, stepId }
}

/** Puts a new design of the laboratory up for review by calls. @returns ids of order, file and step */
export async function requestReview(
  app: TestApp,
  people: People,
  orderId: string,
): Promise<{ fileId: string; sha256: string; stepId: string }> {
  const { id: fileId, sha256 } = await insertDesign(app, people, orderId)
  const asked = await as(app, people.ben).call('reviews.request', { body: { orderId, fileIds: [fileId] } })
  if (asked.status !== 200) throw new Error(`request: ${asked.status} ${asked.body.error}`)
  return { fileId, sha256, stepId: await lastStepOf(app, people, orderId) }
}

/** Returns the id of the newest step of a review. */
export async function lastStepOf(app: TestApp, people: People, orderId: string): Promise<string> {
  const answer = await as(app, people.amy).call('reviews.get', { params: { id: orderId } })
  return answer.body.data.steps.at(-1)?.id ?? ''
}
