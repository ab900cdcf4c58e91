import type { Handlers } from '../../platform/http/handlers.ts'
import { listOperatorOptions } from './operators.queries.ts'
import { addOperator, endOperator, listOperators } from './operators.service.ts'
import {
  assignWorkOrder,
  getWorkOrder,
  handleWorkOrder,
  listWorkOrders,
  markWorkOrderRead,
  replyToWorkOrder,
  submitWorkOrder,
} from './workorders.service.ts'
import { listTypeNames } from './worktypes.queries.ts'
import { addType, changeType, listTypes, removeType } from './worktypes.service.ts'

/** Handlers of support requests (rules §9). */
export const workOrderHandlers: Handlers<'workorders'> = {
  'workorders.listTypes': async ({ tx }) => ({ list: await listTypeNames(tx) }),
  'workorders.list': ({ tx, scope, body }) => listWorkOrders(tx, scope, body),
  'workorders.create': (call) => submitWorkOrder(call, call.scope, call.body),
  'workorders.get': ({ tx, scope, params }) => getWorkOrder(tx, scope, params.id),
  'workorders.reply': (call) => replyToWorkOrder(call, call.scope, call.body),
  'workorders.handle': (call) => handleWorkOrder(call, call.scope, call.body),
  'workorders.assign': (call) => assignWorkOrder(call, call.scope, call.body),
  'workorders.markRead': async (call) => {
    await markWorkOrderRead(call, call.scope, call.body)
    return { done: true }
  },
}

/** Handlers of the back office for their types (rules §10). */
export const workTypeHandlers: Handlers<'worktypes'> = {
  'worktypes.list': ({ tx, query, request }) => listTypes(tx, request.language, query),
  'worktypes.create': ({ tx, services, scope, body }) => addType(tx, services, scope, body),
  'worktypes.update': ({ tx, scope, body }) => changeType(tx, scope, body),
  'worktypes.delete': async ({ tx, services, scope, params }) => {
    await removeType(tx, services, scope, params.id)
    return { done: true }
  },
}

/** Handlers of the back office for their operators (rules §10). */
export const operatorHandlers: Handlers<'operators'> = {
  'operators.list': ({ tx, query }) => listOperators(tx, query),
  'operators.listOptions': async ({ tx }) => ({ list: await listOperatorOptions(tx) }),
  'operators.create': ({ tx, services, scope, params }) => addOperator(tx, services, scope, params.id),
  'operators.delete': ({ tx, services, scope, params }) => endOperator(tx, services, scope, params.id),
}
