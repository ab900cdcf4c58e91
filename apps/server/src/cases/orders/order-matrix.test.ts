import {
  type ActorKind,
  type OrderStatus,
  orderStatuses,
  orderTransitions,
  type Party,
  permissions,
} from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type PersonName } from '../../test/people.ts'
import {
  type CalledAction,
  calledActions,
  callOfAction,
  reviewedAction,
  reviewedOrderActions,
} from '../../test/reviewed-order-actions.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  for (const lab of [people.bob, people.carol]) await insertPartnership(app, people.alice, lab)
})
afterAll(() => app.close())

/** An actor with their relation to the order. `party` is undefined unless they belong to one of the order's parties. */
type Actor = {
  who: PersonName
  kind: ActorKind
  party?: Party
  isWaiting?: true
  isFormerLab?: true
  isShared?: true
}
const actors = {
  'alice, administrator of the clinic': { who: 'alice', kind: 'clinicAdmin', party: 'clinic' },
  'amy, member of the clinic': { who: 'amy', kind: 'clinic', party: 'clinic' },
  'wanda, who waits for approval at the clinic': { who: 'wanda', kind: 'clinic', isWaiting: true },
  'erin of another clinic': { who: 'erin', kind: 'clinicAdmin' },
  'bob, administrator of the addressed lab': { who: 'bob', kind: 'labAdmin', party: 'lab' },
  'ben, member of the addressed lab': { who: 'ben', kind: 'lab', party: 'lab' },
  'carol of a partner lab that was not asked': { who: 'carol', kind: 'labAdmin' },
  'carol of the lab it was taken from': { who: 'carol', kind: 'labAdmin', isFormerLab: true },
  'dave, a stranger': { who: 'dave', kind: 'person' },
  'dave, whom it is shared with': { who: 'dave', kind: 'person', isShared: true },
  'olga, operator': { who: 'olga', kind: 'operator' },
  'root of the platform': { who: 'root', kind: 'platform' },
} as const satisfies Record<string, Actor>

function isAddressed(status: OrderStatus): boolean {
  return status !== 'scanned' && status !== 'uploaded'
}

function sees(actor: Actor, status: OrderStatus): boolean {
  if (actor.party === 'clinic') return true
  return actor.party === 'lab' && isAddressed(status)
}

function hasPermission(actor: Actor, permission: keyof typeof permissions): boolean {
  return (permissions[permission] as Partial<Record<ActorKind, string>>)[actor.kind] !== undefined
}

/** Returns the expected response as status and error. */
function expected(action: CalledAction, status: OrderStatus, actor: Actor): string {
  if (actor.isWaiting) return '403 member.waiting'
  if (!hasPermission(actor, reviewedAction(action).row.permission)) return '403 request.forbidden'
  if (!sees(actor, status)) return '404 order.not_found'
  const { parties, from } = reviewedAction(action).row
  const isDeferred = action === 'send' && status === 'scanned'
  const isRight =
    actor.party !== undefined && parties.includes(actor.party) && (from.includes(status) || isDeferred)
  return isRight ? '200 undefined' : '409 order.wrong_status'
}

async function insertCase(status: OrderStatus, actor: Actor): Promise<string> {
  const { alice, bob } = people
  const { id } = await insertOrder(app, { clinic: alice, lab: bob, status })
  const { db } = app.services.database
  const { accountId, organizationId } = people[actor.who]
  if (actor.isShared) {
    await db
      .insertInto('order_share')
      .values({ order_id: id, account_id: accountId, may_download: true })
      .execute()
  }
  if (actor.isFormerLab) {
    const row = { lab_id: organizationId, order_id: id, order_created_at: app.clock.now() }
    await db.insertInto('order_withdrawal').values(row).execute()
  }
  return id
}

async function readState(id: string) {
  const { db } = app.services.database
  const order = await db
    .selectFrom('orders')
    .select(['status', 'version', 'discarded_at', 'send_waiting_lab_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const events = await db.selectFrom('order_event').select('kind').where('order_id', '=', id).execute()
  return { ...order, kinds: events.map((event) => event.kind) }
}

async function run(action: CalledAction, id: string, actor: Actor) {
  const body = {
    ...reviewedAction(action).body,
    ...(action === 'send' ? { labId: people.bob.organizationId } : {}),
  }
  const input =
    action === 'discard'
      ? { params: { id } }
      : action === 'remake'
        ? { params: { id }, body }
        : { body: { id, ...body } }
  const answer = await as(app, people[actor.who]).call(callOfAction(action), input as never)
  return `${answer.status} ${answer.body.error}`
}

function afterwards(action: CalledAction, status: OrderStatus, answer: string) {
  const hasRun = answer.startsWith('200')
  const isDeferred = hasRun && action === 'send' && status === 'scanned'
  const to = hasRun && !isDeferred ? (reviewedAction(action).row.to ?? status) : status
  return {
    status: to,
    version: hasRun ? 2 : 1,
    kinds: hasRun ? [isDeferred ? 'sendWaiting' : action] : [],
    discarded_at: hasRun && action === 'discard' ? expect.any(String) : null,
    send_waiting_lab_id: isDeferred ? people.bob.organizationId : null,
  }
}

it('the transition table equals the table of rules §5', () => {
  const rows = Object.entries(reviewedOrderActions).map(([action, { row }]) => [action, row])
  expect(orderTransitions).toEqual(Object.fromEntries(rows))
})

describe.each(calledActions)('%s', (action) => {
  describe.each(orderStatuses)('a case that is %s', (status) => {
    it.each(Object.entries<Actor>(actors))(
      'the table of rules §5 decides the action of %s',
      async (_, actor) => {
        const id = await insertCase(status, actor)
        const answer = await run(action, id, actor)
        expect(answer).toBe(expected(action, status, actor))
        expect(await readState(id)).toEqual(afterwards(action, status, answer))
      },
    )
  })
})

describe('reading', () => {
  it.each(orderStatuses)('only actors with access read a case that is %s', async (status) => {
    for (const [name, actor] of Object.entries<Actor>(actors)) {
      const id = await insertCase(status, actor)
      const answer = await as(app, people[actor.who]).call('orders.get', { params: { id } })
      const mayRead = actor.isShared || actor.kind === 'platform' || sees(actor, status)
      const wanted = actor.isWaiting || actor.kind === 'operator' ? 403 : mayRead ? 200 : 404
      expect([name, answer.status]).toEqual([name, wanted])
    }
  })
})
