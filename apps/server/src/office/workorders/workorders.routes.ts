import type { Handlers } from '../../platform/http/handlers.ts'
import { listOperatorOptions } from './operators.queries.ts'
import { addOperator, listOperators, removeOperator } from './operators.service.ts'
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
  'workorders.list': (call) => listWorkOrders(call, call.body),
  'workorders.create': (call) => submitWorkOrder(call, call.body),
  'workorders.get': (call) => getWorkOrder(call, call.params.id),
  'workorders.reply': (call) => replyToWorkOrder(call, call.body),
  'workorders.handle': (call) => handleWorkOrder(call, call.body),
  'workorders.assign': (call) => assignWorkOrder(call, call.body),
  'workorders.markRead': async (call) => {
    await markWorkOrderRead(call, call.body)
    return { done: true }
  },
}

/** Handlers of the back office for the types of support requests (rules §10). */
export const workTypeHandlers: Handlers<'worktypes'> = {
  'worktypes.list': ({ tx, query, request }) => listTypes(tx, request.language, query),
  'worktypes.create': (call) => addType(call, call.body),
  'worktypes.update': (call) => changeType(call, call.body),
  'worktypes.delete': async (call) => {
    await removeType(call, call.params.id)
    return { done: true }
  },
}

/** Handlers of the back office for the operators of support requests (rules §10). */
export const operatorHandlers: Handlers<'operators'> = {
  'operators.list': ({ tx, query }) => listOperators(tx, query),
  'operators.listOptions': async ({ tx }) => ({ list: await listOperatorOptions(tx) }),
  'operators.create': (call) => addOperator(call, call.params.id),
  'operators.delete': (call) => removeOperator(call, call.params.id),
}
