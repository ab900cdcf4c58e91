import { type FirstSteps, type RouteReply, type Routes, reachOf } from '@pontic/contract'
import type { Call } from '../../platform/http/handlers.ts'
import type { Reader } from '../orders/order-list.service.ts'
import { orderSideOf } from '../orders/order-list.service.ts'
import { listTasks } from '../orders/order-tasks.service.ts'
import { listOpenQuestions, readFirstSteps } from './inbox.queries.ts'

/** Returns the groups of the caller's home page, with the open questions and the first steps of the organization. */
export async function readInbox(
  call: Call<'tx' | 'scope'>,
  reader: Reader,
): Promise<RouteReply<Routes['dashboard.inbox']>> {
  const groups = await listTasks(call, reader)
  const asked = groups.find(({ task }) => task === 'answer')?.list ?? []
  return {
    groups,
    questions: await listOpenQuestions(
      call.tx,
      asked.map(({ id }) => id),
    ),
    firstSteps: await findFirstSteps(call),
  }
}

/** Returns the first steps for administrators of clinics and laboratories; null once all are done. */
async function findFirstSteps({ tx, scope }: Call<'tx' | 'scope'>): Promise<FirstSteps | null> {
  const { party, id } = orderSideOf(scope)
  if (party !== 'clinic' && party !== 'lab') return null
  if (reachOf(scope.kind, 'organization.write') === undefined) return null
  const steps = await readFirstSteps(tx, id, party)
  return steps.partner && steps.start && steps.profile ? null : steps
}
