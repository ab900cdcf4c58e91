import {
  type ActorKind,
  type HandleAction,
  handleActions,
  permissions,
  type WorkOrderAction,
  type WorkOrderParty,
  type WorkOrderStatus,
  type WorkOrderTransition,
  workOrderActions,
  workOrderStatuses,
  workOrderTransitions,
} from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, type People, type PersonName } from '../../test/people.ts'
import { insertOperator, insertWorkOrder } from '../../test/workorders.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  for (const person of [people.olga, people.root]) await insertOperator(app, person)
})
afterAll(() => app.close())

/** An actor, with their roles in the tested request. A member of a clinic has submitted the request. */
type Actor = {
  who: PersonName
  kind: ActorKind
  parties?: readonly WorkOrderParty[]
  isWaiting?: true
  /** The request is assigned to this person. */
  isOperator?: true
}
const actors = {
  'its submitter': { who: 'amy', kind: 'clinic', parties: ['submitter'] },
  'an administrator of the submitter’s clinic': {
    who: 'alice',
    kind: 'clinicAdmin',
    parties: ['administrator'],
  },
  'a member of that clinic who waits for approval': { who: 'wanda', kind: 'clinic', isWaiting: true },
  'an administrator of another clinic': { who: 'erin', kind: 'clinicAdmin' },
  'a member of a laboratory': { who: 'ben', kind: 'lab' },
  'an individual': { who: 'dave', kind: 'person' },
  'its operator': { who: 'olga', kind: 'operator', parties: ['operator'], isOperator: true },
  'an operator of other requests': { who: 'olga', kind: 'operator' },
  'an administrator of the platform': { who: 'root', kind: 'platform', parties: ['platform'] },
  'its operator, who is an administrator of the platform': {
    who: 'root',
    kind: 'platform',
    parties: ['operator', 'platform'],
    isOperator: true,
  },
} as const satisfies Record<string, Actor>

const open = ['submitted', 'assigned', 'in_progress', 'processed'] as const
/** The table of rules §9: the parties that may run each action, and the status after the action by the status before it. */
const rulesTable = {
  assign: [['platform'], { submitted: 'assigned', assigned: 'assigned', in_progress: 'in_progress' }],
  release: [[], { assigned: 'submitted', in_progress: 'submitted', processed: 'submitted' }],
  reply: [['submitter', 'administrator', 'operator'], Object.fromEntries(open.map((one) => [one, one]))],
  processed: [['operator'], { assigned: 'processed', in_progress: 'processed' }],
  resolved: [['submitter'], { processed: 'resolved' }],
  unresolved: [['submitter'], { processed: 'unresolved' }],
  close: [['submitter', 'operator', 'platform'], Object.fromEntries(open.map((one) => [one, 'closed']))],
} as const satisfies Record<WorkOrderAction, readonly [readonly WorkOrderParty[], object]>

type ManualAction = Exclude<WorkOrderAction, 'release'>
const manualActions = workOrderActions.filter((action): action is ManualAction => action !== 'release')

it('the transition table equals the table of rules §9', () => {
  const table: Record<WorkOrderAction, WorkOrderTransition> = workOrderTransitions
  for (const action of workOrderActions) {
    const [parties, steps] = rulesTable[action]
    expect([action, [...table[action].parties], table[action].steps]).toEqual([action, [...parties], steps])
  }
  expect(table.reply.operatorSteps).toEqual({ ...rulesTable.reply[1], assigned: 'in_progress' })
  expect(workOrderActions.filter((action) => table[action].automatic)).toEqual(['release', 'resolved'])
})

/** Returns the expected status after an action. Undefined if the action is not possible in the current status. */
function targetOf(action: ManualAction, status: WorkOrderStatus, actor: Actor): WorkOrderStatus | undefined {
  if (action === 'reply' && status === 'assigned' && actor.isOperator) return 'in_progress'
  return (rulesTable[action][1] as Partial<Record<WorkOrderStatus, WorkOrderStatus>>)[status]
}

function expected(action: ManualAction, status: WorkOrderStatus, actor: Actor): string {
  if (actor.isWaiting) return '403 member.waiting'
  const row: Partial<Record<ActorKind, string>> = permissions[workOrderTransitions[action].permission]
  if (row[actor.kind] === undefined) return '403 request.forbidden'
  const parties = partiesIn(status, actor)
  if (parties.length === 0) return '404 workorder.not_found'
  const mayBe: readonly WorkOrderParty[] = rulesTable[action][0]
  if (!parties.some((party) => mayBe.includes(party))) return '403 request.forbidden'
  return targetOf(action, status, actor) ? '200 undefined' : '409 workorder.wrong_status'
}

// A submitted request has no operator.
function partiesIn(status: WorkOrderStatus, { parties = [], isOperator }: Actor): readonly WorkOrderParty[] {
  if (status !== 'submitted' || !isOperator) return parties
  return parties.filter((party) => party !== 'operator')
}

async function runAction(action: ManualAction, id: string, actor: Actor): Promise<string> {
  const { call } = as(app, people[actor.who])
  const isHandled = (handleActions as readonly string[]).includes(action)
  const answer = isHandled
    ? await call('workorders.handle', { body: { id, action: action as HandleAction } })
    : action === 'assign'
      ? await call('workorders.assign', { body: { id, operatorId: people.olga.accountId } })
      : await call('workorders.reply', { body: { id, text: 'Seen.' } })
  return `${answer.status} ${answer.body.error}`
}

const readState = (id: string) =>
  app.services.database.db
    .selectFrom('work_order')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe.each(manualActions)('the action %s', (action) => {
  describe.each(workOrderStatuses)('on a request that is %s', (status) => {
    it.each(Object.entries<Actor>(actors))('by %s has the expected reply and status', async (_, actor) => {
      // If the actor is not the operator of the request, the request is assigned to somebody else.
      const operator = actor.isOperator ? people[actor.who] : actor.who === 'root' ? people.ben : people.root
      const { id } = await insertWorkOrder(app, { by: people.amy, operator, status })
      const answer = await runAction(action, id, actor)
      expect(answer).toBe(expected(action, status, actor))
      const isDone = answer.startsWith('200')
      const expectedStatus = isDone
        ? partiesIn(status, actor).includes('operator') || action !== 'reply'
          ? targetOf(action, status, actor)
          : status
        : status
      expect((await readState(id)).status).toBe(expectedStatus)
    })
  })
})
