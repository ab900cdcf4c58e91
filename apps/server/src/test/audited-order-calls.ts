import type { ReviewAction, ReviewState } from '@pontic/contract'
import { newId } from '../platform/db/ids.ts'
import {
  type AuditedCall,
  type AuditFixture,
  type AuditFixtures,
  actorOf,
  caseOf,
  orderRow,
  type Stage,
} from './audited-calls.ts'
import { insertReview } from './design-reviews.ts'
import { as, type Person } from './people.ts'
import { postPin } from './pins.ts'
import { type CalledAction, calledActions, callOfAction, reviewedAction } from './reviewed-order-actions.ts'
import { reviewedReviewActions } from './reviewed-review-actions.ts'

type Action = Parameters<typeof orderRow>[0]
type Status = NonNullable<NonNullable<Parameters<typeof caseOf>[1]>['status']>

/** Creates the fixture of an action on a case in this status. @param more additional fields of the body */
export const step =
  (side: 'alice' | 'bob', status: Status, action: Action, more: object = {}) =>
  async (stage: Stage): Promise<AuditedCall> => {
    const { alice, bob } = stage.people
    const id = await caseOf(stage, { status })
    const whose = status === 'scanned' || status === 'uploaded' ? [alice] : [alice, bob]
    return {
      by: stage.people[side],
      input: { body: { id, ...more } },
      rows: [orderRow(action, id, ...whose)],
    }
  }

type StepAction = Exclude<CalledAction, 'send' | 'remake' | 'discard' | 'moveDay'>
const isStep = (action: CalledAction): action is StepAction =>
  action !== 'send' && action !== 'remake' && action !== 'discard' && action !== 'moveDay'

/** Fixtures of the actions that record one row. The first party of each transition acts on a case in the first status. */
const stepCalls = Object.fromEntries(
  calledActions.filter(isStep).map((action) => {
    const { row, body } = reviewedAction(action)
    const side = row.parties[0] === 'lab' ? 'bob' : 'alice'
    return [callOfAction(action), step(side, row.from[0] ?? 'scanned', callOfAction(action), body)]
  }),
) as { [Action in StepAction as `orders.${Action}`]: AuditFixture }

/** Asks a question about a sent case. */
async function askBy({ app }: Stage, by: Person, orderId: string) {
  const body = { orderId, reason: 'shade_missing', text: 'Which shade?' }
  return (await as(app, by).call('conversation.ask', { body })).body.data
}

/** Creates a share link to a case of the clinic. */
async function linkTo({ app, people }: Stage, id: string) {
  const { data } = (await as(app, people.alice).call('orders.createShareLink', { body: { id } })).body
  return { linkId: data.invitation.id, code: data.link?.split('#code=')[1] ?? '' }
}

const view = { name: 'Late', content: { filters: { due: 'late' }, columns: ['number'] } }
const draft = { type: 0, patientName: 'Test Patient' }

/** Creates a case that the laboratory has accepted for 8 December 2037. */
async function acceptedCase(stage: Stage): Promise<string> {
  const id = await caseOf(stage, { status: 'pending' })
  const body = { id, deliveryOn: '2037-12-08' }
  await as(stage.app, stage.people.bob).call('orders.accept', { body })
  return id
}

/** Answers a proposed delivery day. */
async function answerDay(stage: Stage, action: Action, agrees: boolean): Promise<AuditedCall> {
  const { alice, bob } = stage.people
  const id = await acceptedCase(stage)
  await as(stage.app, bob).call('orders.moveDay', { body: { id, deliveryOn: '2037-12-09' } })
  return { by: alice, input: { body: { id, agrees } }, rows: [orderRow(action, id, alice, bob)] }
}

async function draftOf({ app, people }: Stage): Promise<string> {
  const body = { id: newId(), version: 0, content: { values: draft } }
  return (await as(app, people.alice).call('drafts.save', { body })).body.data.id
}

async function viewOf({ app }: Stage, by: Person): Promise<string> {
  const made = await as(app, by).call('views.create', { body: view })
  return made.body.data.id
}

/** Returns the two audit rows of a question, an answer or a withdrawal: one for its message, one for the step of the case. */
const questionRows = (message: Action, step: Action, id: string, ...whose: Person[]) => [
  orderRow(message, id, ...whose),
  orderRow(step, id, ...whose),
]

async function askCall(stage: Stage): Promise<AuditedCall> {
  const { alice, bob } = stage.people
  const orderId = await caseOf(stage, { status: 'pending' })
  const body = { orderId, reason: 'shade_missing', text: 'Which shade?' }
  return {
    by: bob,
    input: { body },
    rows: questionRows('conversation.question', 'orders.question', orderId, alice, bob),
  }
}

/** Creates the fixture of an action on a design review in this state. */
const reviewStep =
  (side: 'alice' | 'bob', state: ReviewState, name: ReviewAction, action: Action) =>
  async ({ app, people }: Stage): Promise<AuditedCall> => {
    const { id, fileId, stepId } = await insertReview(app, people, { state })
    return {
      by: people[side],
      input: { body: reviewedReviewActions[name].body({ orderId: id, fileId, stepId }) },
      rows: [orderRow(action, id, people.alice, people.bob)],
    }
  }

async function answerCall(stage: Stage): Promise<AuditedCall> {
  const { alice, bob } = stage.people
  const orderId = await caseOf(stage, { status: 'pending' })
  const { id: questionId } = await askBy(stage, bob, orderId)
  return {
    by: alice,
    input: { body: { questionId, text: 'A3.' } },
    rows: questionRows('conversation.answer', 'orders.answer', orderId, alice, bob),
  }
}

async function withdrawCall(stage: Stage): Promise<AuditedCall> {
  const { alice, bob } = stage.people
  const orderId = await caseOf(stage, { status: 'pending' })
  const { id: questionId } = await askBy(stage, bob, orderId)
  return {
    by: bob,
    input: { body: { questionId } },
    rows: questionRows('conversation.withdrawal', 'orders.questionWithdrawn', orderId, alice, bob),
  }
}

async function pinCall(stage: Stage, action: Action): Promise<AuditedCall> {
  const { alice, bob } = stage.people
  const orderId = await caseOf(stage, { status: 'pending' })
  const { pinId } = await postPin(stage.app, stage.people, orderId)
  if (action === 'conversation.reopenPin')
    await as(stage.app, alice).call('conversation.resolvePin', { body: { pinId } })
  return { by: bob, input: { body: { pinId } }, rows: [orderRow(action, orderId, alice, bob)] }
}

async function remakeCall(stage: Stage): Promise<AuditedCall> {
  const { alice, bob } = stage.people
  const id = await caseOf(stage, { status: 'shipped' })
  return {
    by: alice,
    input: { params: { id }, body: { cause: 'scan' } },
    rows: ({ data }) => [
      orderRow('orders.create', data.id),
      orderRow('orders.remake', id, alice, bob),
      orderRow('orders.remakeOf', data.id),
    ],
  }
}

async function createShareLinkCall(stage: Stage): Promise<AuditedCall> {
  const id = await caseOf(stage)
  return {
    by: stage.people.alice,
    input: { body: { id } },
    rows: ({ data }) => [
      { action: 'invitations.create', object: ['invitation', data.invitation.id] },
      orderRow('orders.createShareLink', id),
    ],
  }
}

/** Fixtures of the calls about cases: actions, lists, views, shares, remakes, conversations and the order inbox. */
export const orderAuditFixtures: AuditFixtures<
  'orders' | 'inbox' | 'drafts' | 'views' | 'remakes' | 'conversation' | 'reviews'
> = {
  'orders.create': async ({ people }) => ({
    by: people.alice,
    input: { body: draft },
    rows: ({ data }) => [orderRow('orders.create', data.id)],
  }),
  'orders.update': step('alice', 'uploaded', 'orders.update', { draft }),
  'orders.list': async (stage) => ({
    by: stage.people.root,
    input: { body: { words: await readNumber(stage, await caseOf(stage, { status: 'pending' })) } },
    rows: [{ ...orderRow('orders.list', '', stage.people.alice, stage.people.bob) }],
  }),
  'orders.get': async (stage) => {
    const id = await caseOf(stage, { status: 'pending' })
    const { alice, bob, root } = stage.people
    return { by: root, input: { params: { id } }, rows: [orderRow('orders.get', id, alice, bob)] }
  },
  'orders.send': {
    'orders.send': async (stage) => {
      const { alice, bob } = stage.people
      const id = await caseOf(stage)
      const body = { id, labId: bob.organizationId }
      return { by: alice, input: { body }, rows: [orderRow('orders.send', id, alice, bob)] }
    },
    'orders.sendWaiting': async (stage) => {
      const { alice, bob } = stage.people
      const id = await caseOf(stage, { status: 'scanned' })
      const body = { id, labId: bob.organizationId }
      return { by: alice, input: { body }, rows: [orderRow('orders.sendWaiting', id, alice)] }
    },
  },
  'orders.cancelSend': async (stage) => {
    const { alice, bob } = stage.people
    const id = await caseOf(stage, { status: 'scanned' })
    await as(stage.app, alice).call('orders.send', { body: { id, labId: bob.organizationId } })
    return { by: alice, input: { body: { id } }, rows: [orderRow('orders.sendCanceled', id, alice)] }
  },
  ...stepCalls,
  'orders.moveDay': {
    'orders.moveDay': step('bob', 'accepted', 'orders.moveDay', { deliveryOn: '2037-12-08' }),
    'orders.proposeDay': async (stage) => {
      const { alice, bob } = stage.people
      const id = await acceptedCase(stage)
      const input = { body: { id, deliveryOn: '2037-12-09' } }
      return { by: bob, input, rows: [orderRow('orders.proposeDay', id, alice, bob)] }
    },
  },
  'orders.answerDay': {
    'orders.agreeDay': (stage) => answerDay(stage, 'orders.agreeDay', true),
    'orders.keepDay': (stage) => answerDay(stage, 'orders.keepDay', false),
  },
  'orders.assign': async (stage) => {
    const { bob } = stage.people
    const id = await caseOf(stage, { status: 'accepted' })
    const input = { body: { ids: [id], technicianId: bob.accountId } }
    return { by: bob, input, rows: [orderRow('orders.assign', id, bob)] }
  },
  'orders.discard': async (stage) => {
    const id = await caseOf(stage)
    const { alice } = stage.people
    return { by: alice, input: { params: { id } }, rows: [orderRow('orders.discard', id, alice)] }
  },
  'orders.restore': async (stage) => {
    const id = await caseOf(stage)
    const { alice } = stage.people
    await as(stage.app, alice).call('orders.discard', { params: { id } })
    return { by: alice, input: { body: { id } }, rows: [orderRow('orders.restore', id, alice)] }
  },
  'orders.remake': {
    'orders.remake': remakeCall,
    'orders.create': remakeCall,
    'orders.remakeOf': remakeCall,
  },
  'orders.createExport': async ({ people: { alice } }) => ({
    by: alice,
    input: { body: {} },
    rows: [orderRow('orders.export', '', alice)],
  }),
  'orders.export': async (stage) => {
    const { alice, bob, root } = stage.people
    const words = await readNumber(stage, await caseOf(stage, { status: 'pending' }))
    const made = await as(stage.app, root).call('orders.createExport', { body: { words } })
    const ticket = made.body.data.path.split('/').at(-1) ?? ''
    const rows = [{ ...orderRow('orders.list', '', alice, bob), actor: actorOf(root) }]
    return { by: undefined, input: { params: { ticket } }, rows }
  },
  'orders.share': async (stage) => {
    const { alice } = stage.people
    const id = await caseOf(stage)
    const body = { id, email: 'paula@mail.example' }
    return { by: alice, input: { body }, rows: [orderRow('orders.share', id, alice)] }
  },
  'orders.unshare': async (stage) => {
    const { alice } = stage.people
    const body = { id: await caseOf(stage), email: 'petra@mail.example' }
    await as(stage.app, alice).call('orders.share', { body })
    return { by: alice, input: { body }, rows: [orderRow('orders.unshare', body.id, alice)] }
  },
  'orders.createShareLink': {
    'orders.createShareLink': createShareLinkCall,
    'invitations.create': createShareLinkCall,
  },
  'orders.withdrawShareLink': async (stage) => {
    const id = await caseOf(stage)
    const { linkId } = await linkTo(stage, id)
    const rows = [orderRow('orders.withdrawShareLink', id)]
    return { by: stage.people.alice, input: { body: { id, linkId } }, rows }
  },
  'orders.takeShareLink': async (stage) => {
    const { alice, dave } = stage.people
    const id = await caseOf(stage)
    const { code } = await linkTo(stage, id)
    return { by: dave, input: { body: { code } }, rows: [orderRow('orders.takeShareLink', id, alice)] }
  },
  'inbox.acknowledge': async (stage) => {
    const id = await caseOf(stage, { status: 'pending' })
    const { rows } = await stage.app.services.database.pool.query<{ change: string }>(
      "select transaction || '.' || place as change from order_change where order_id = $1",
      [id],
    )
    const { bob } = stage.people
    const cases = [{ id, change: rows[0]?.change }]
    return { by: bob, input: { body: { cases } }, rows: [orderRow('inbox.acknowledge', '')] }
  },
  'drafts.save': async ({ people }) => ({
    by: people.alice,
    input: { body: { id: newId(), version: 0, content: { values: draft } } },
  }),
  'drafts.register': {
    'orders.create': async (stage) => ({
      by: stage.people.alice,
      input: { body: { id: await draftOf(stage), draft } },
      rows: ({ data }) => [orderRow('orders.create', data.id)],
    }),
    'orders.update': async (stage) => {
      const { alice } = stage.people
      const id = await draftOf(stage)
      const made = await as(stage.app, alice).call('drafts.register', { body: { id, draft } })
      const body = { id, draft: { ...draft, remark: 'Fragile' } }
      return { by: alice, input: { body }, rows: [orderRow('orders.update', made.body.data.id, alice)] }
    },
  },
  'drafts.delete': async (stage) => {
    const id = await draftOf(stage)
    const rows = [{ action: 'drafts.delete', object: ['draft', id] }] as const
    return { by: stage.people.alice, input: { params: { id } }, rows }
  },
  'views.create': async ({ people }) => ({ by: people.alice, input: { body: view } }),
  'views.update': async (stage) => {
    const { alice } = stage.people
    return { by: alice, input: { body: { ...view, id: await viewOf(stage, alice), name: 'Later' } } }
  },
  'views.delete': async (stage) => {
    const { alice } = stage.people
    return { by: alice, input: { params: { id: await viewOf(stage, alice) } } }
  },
  'remakes.noteCause': async (stage) => {
    const { alice, bob } = stage.people
    const id = await caseOf(stage, { status: 'shipped' })
    const body = { cause: 'scan' } as const
    const made = await as(stage.app, alice).call('orders.remake', { params: { id }, body })
    return {
      by: bob,
      input: { body: { id: made.body.data.id, cause: 'lab' } },
      rows: [orderRow('orders.cause', id, alice, bob)],
    }
  },
  'conversation.post': async (stage) => {
    const { alice, bob } = stage.people
    const orderId = await caseOf(stage, { status: 'pending' })
    const body = { orderId, text: 'The photo is attached.' }
    return { by: alice, input: { body }, rows: [orderRow('conversation.message', orderId, alice, bob)] }
  },
  'conversation.markRead': async (stage) => {
    const { alice, bob } = stage.people
    const orderId = await caseOf(stage, { status: 'pending' })
    const posted = await as(stage.app, alice).call('conversation.post', { body: { orderId, text: 'Hello.' } })
    return { by: bob, input: { body: { orderId, messageId: posted.body.data.id } } }
  },
  'reviews.request': reviewStep('bob', 'none', 'request', 'orders.reviewRequested'),
  'reviews.withdraw': reviewStep('bob', 'requested', 'withdraw', 'orders.reviewWithdrawn'),
  'reviews.approve': reviewStep('alice', 'requested', 'approve', 'orders.reviewApproved'),
  'reviews.askChanges': reviewStep('alice', 'requested', 'askChanges', 'orders.reviewChanges'),
  'reviews.waive': reviewStep('alice', 'requested', 'waive', 'orders.reviewWaived'),
  'reviews.download': async ({ app, people }) => {
    const { id } = await insertReview(app, people, { state: 'requested' })
    return {
      by: people.amy,
      input: { params: { id } },
      rows: [orderRow('reviews.download', id, people.alice, people.bob)],
    }
  },
  'conversation.ask': { 'conversation.question': askCall, 'orders.question': askCall },
  'conversation.answer': { 'conversation.answer': answerCall, 'orders.answer': answerCall },
  'conversation.withdraw': {
    'conversation.withdrawal': withdrawCall,
    'orders.questionWithdrawn': withdrawCall,
  },
  'conversation.resolvePin': (stage) => pinCall(stage, 'conversation.resolvePin'),
  'conversation.reopenPin': (stage) => pinCall(stage, 'conversation.reopenPin'),
}

async function readNumber({ app }: Stage, id: string): Promise<string> {
  const { db } = app.services.database
  return (await db.selectFrom('orders').select('number').where('id', '=', id).executeTakeFirstOrThrow())
    .number
}
