import {
  type ActorKind,
  type OrderStatus,
  orderStatuses,
  permissions,
  type ReviewAction,
  type ReviewState,
  type ReviewTransition,
  reviewActions,
  reviewStates,
  reviewTransitions,
} from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertReview } from '../../test/design-reviews.ts'
import { insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type PersonName } from '../../test/people.ts'
import { callOfReview, reviewedReviewActions } from '../../test/reviewed-review-actions.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  for (const lab of [people.bob, people.carol]) await insertPartnership(app, people.alice, lab)
})
afterAll(() => app.close())

type Actor = { who: PersonName; kind: ActorKind; party?: 'clinic' | 'lab'; isShared?: true; isWaiting?: true }
const actors = {
  'a member of the clinic': { who: 'amy', kind: 'clinic', party: 'clinic' },
  'an administrator of the clinic': { who: 'alice', kind: 'clinicAdmin', party: 'clinic' },
  'somebody who waits for approval at the clinic': { who: 'wanda', kind: 'clinic', isWaiting: true },
  'another clinic': { who: 'erin', kind: 'clinicAdmin' },
  'a member of the laboratory': { who: 'ben', kind: 'lab', party: 'lab' },
  'another laboratory': { who: 'carol', kind: 'labAdmin' },
  'an individual with a share': { who: 'dave', kind: 'person', isShared: true },
  'an operator': { who: 'olga', kind: 'operator' },
  'an administrator of the platform': { who: 'root', kind: 'platform' },
} as const satisfies Record<string, Actor>

type Case = { state: ReviewState; status: OrderStatus; isRequired: boolean }

const sees = (actor: Actor, { status }: Case) =>
  actor.party === 'clinic' || (actor.party === 'lab' && status !== 'scanned' && status !== 'uploaded')

/** Returns the expected response as status and error. */
function expected(action: ReviewAction, one: Case, actor: Actor): string {
  const row: ReviewTransition = reviewedReviewActions[action].row
  if (actor.isWaiting) return '403 member.waiting'
  const cells: Partial<Record<ActorKind, string>> = permissions[row.permission]
  if (cells[actor.kind] === undefined) return '403 request.forbidden'
  if (!sees(actor, one)) return '404 order.not_found'
  const hasReview = !row.needsReview || one.isRequired || one.state !== 'none'
  const isRight =
    row.party === actor.party &&
    row.from.includes(one.state) &&
    row.statuses.includes(one.status) &&
    hasReview
  return isRight ? '200 undefined' : '409 review.wrong_state'
}

async function run(action: ReviewAction, one: Case, actor: Actor) {
  const { id, fileId, stepId } = await insertReview(app, people, one)
  const { db } = app.services.database
  if (actor.isShared)
    await db
      .insertInto('order_share')
      .values({ order_id: id, account_id: people[actor.who].accountId, may_download: true })
      .execute()
  const body = reviewedReviewActions[action].body({ orderId: id, fileId, stepId })
  const answer = await as(app, people[actor.who]).call(callOfReview(action), { body } as never)
  const order = await db
    .selectFrom('orders')
    .select(['review_state', 'status', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const steps = await db.selectFrom('design_review_step').select('id').where('order_id', '=', id).execute()
  return { answer: `${answer.status} ${answer.body.error}`, order, steps: steps.length }
}

it('the transition table of reviews equals the table of rules §17', () => {
  const rows = Object.entries(reviewedReviewActions).map(([action, { row }]) => [action, row])
  expect(reviewTransitions).toEqual(Object.fromEntries(rows))
})

describe.each(reviewActions)('%s', (action) => {
  describe.each(reviewStates)('a review that is %s', (state) => {
    it.each(Object.entries<Actor>(actors))(
      'the table of rules §17 decides the action of %s',
      async (_, actor) => {
        for (const status of orderStatuses) {
          const one = { state, status, isRequired: status === 'pending' }
          const found = await run(action, one, actor)
          const wanted = expected(action, one, actor)
          const hasRun = wanted.startsWith('200')
          expect([status, found]).toEqual([
            status,
            {
              answer: wanted,
              order: {
                review_state: hasRun ? reviewedReviewActions[action].row.to : state,
                status,
                version: hasRun ? 2 : 1,
              },
              steps: hasRun ? 2 : 1,
            },
          ])
        }
      },
    )
  })
})

describe('reading', () => {
  it.each(orderStatuses)('only the parties read the review of a case that is %s', async (status) => {
    for (const [name, actor] of Object.entries<Actor>(actors)) {
      const { id } = await insertReview(app, people, { state: 'none', status })
      const one = { state: 'none', status, isRequired: false } as const
      const answer = await as(app, people[actor.who]).call('reviews.get', { params: { id } })
      const isParty = actor.kind !== 'person' && actor.kind !== 'operator' && actor.kind !== 'platform'
      const wanted = actor.isWaiting || !isParty ? 403 : sees(actor, one) ? 200 : 404
      expect([name, answer.status]).toEqual([name, wanted])
    }
  })
})
