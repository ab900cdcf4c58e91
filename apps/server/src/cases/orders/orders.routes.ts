import type { Call, Handlers, RequestFacts } from '../../platform/http/handlers.ts'
import { createListExport, sendListExport } from '../../platform/http/list-exports.ts'
import { zoneOfRequest } from '../../platform/http/reader-zone.ts'
import { createDayCheck } from './delivery-day.shared.ts'
import { listDiscardedOrders, restoreOrder } from './discarded.service.ts'
import { readBoard } from './order-board.service.ts'
import { getOrderDetail } from './order-detail.service.ts'
import { orderExport } from './order-export.service.ts'
import { listOrders, type Reader } from './order-list.service.ts'
import {
  answerProposedDay,
  cancelDeferredSend,
  createOrder,
  runOrderAction,
  runOrderActionAndRead,
  updateOrder,
} from './orders.service.ts'
import { remakeOrder } from './remake-order.service.ts'
import { createShareLink, redeemShareLink, withdrawShareLink } from './share-links.service.ts'
import { readShares, shareOrder, unshareOrder } from './shares.service.ts'
import { assignTechnician, listTechnicians } from './technicians.service.ts'

/** Returns the reader of a list. */
const readerOf = ({
  request,
  services,
  scope,
}: Call<'scope' | 'services'> & { request: RequestFacts }): Reader => ({
  zone: zoneOfRequest(request),
  now: services.now(),
  accountId: scope.account.id,
})

/** Handlers of /orders (rules §5). */
export const orderHandlers: Handlers<'orders'> = {
  'orders.create': (call) => {
    const { tx, services, scope, body } = call
    createDayCheck(call)('deliveryOn', body.deliveryOn)
    return createOrder({ tx, scope, services }, body)
  },
  'orders.update': (call) => updateOrder(call, call.body, createDayCheck(call)),
  'orders.list': { besideSession: (call) => listOrders(call, call.body, readerOf(call)) },
  'orders.board': (call) => readBoard(call, call.body, readerOf(call)),
  'orders.createExport': (call) => createListExport(call, orderExport, call.body),
  'orders.export': (call) => sendListExport(call, orderExport),
  'orders.get': { besideSession: (call) => getOrderDetail(call, call.params.id) },
  'orders.send': {
    besideSession: (call) => {
      const { tx, services, scope, body } = call
      createDayCheck(call)('deliveryOn', body.deliveryOn)
      return runOrderActionAndRead({ tx, scope, services }, 'send', body)
    },
  },
  'orders.cancelSend': (call) => cancelDeferredSend(call, call.body),
  'orders.recall': { besideSession: (call) => runOrderActionAndRead(call, 'recall', call.body) },
  'orders.accept': {
    besideSession: (call) => {
      const { tx, services, scope, body } = call
      createDayCheck(call)('deliveryOn', body.deliveryOn)
      return runOrderActionAndRead({ tx, scope, services }, 'accept', body)
    },
  },
  'orders.moveDay': {
    besideSession: (call) => {
      const { tx, services, scope, body } = call
      createDayCheck(call)('deliveryOn', body.deliveryOn)
      return runOrderActionAndRead({ tx, scope, services }, 'moveDay', body)
    },
  },
  'orders.answerDay': (call) => answerProposedDay(call, call.body),
  'orders.listTechnicians': (call) => listTechnicians(call),
  'orders.assign': (call) => assignTechnician(call, { ...call.body, language: call.request.language }),
  'orders.reject': { besideSession: (call) => runOrderActionAndRead(call, 'reject', call.body) },
  'orders.ship': { besideSession: (call) => runOrderActionAndRead(call, 'ship', call.body) },
  'orders.complete': { besideSession: (call) => runOrderActionAndRead(call, 'complete', call.body) },
  'orders.remark': { besideSession: (call) => runOrderActionAndRead(call, 'remark', call.body) },
  'orders.declareNoScans': (call) => runOrderActionAndRead(call, 'declareNoScans', call.body),
  'orders.remake': (call) => {
    const { tx, services, scope, params, body } = call
    createDayCheck(call)('deliveryOn', body.deliveryOn)
    return remakeOrder({ tx, scope, services }, { ...params, ...body })
  },
  'orders.listDiscarded': (call) => listDiscardedOrders(call, call.body),
  'orders.restore': (call) => restoreOrder(call, call.body.id),
  'orders.share': (call) => shareOrder(call, call.body),
  'orders.unshare': async (call) => {
    await unshareOrder(call, call.body)
    return { done: true }
  },
  'orders.listShares': (call) => readShares(call, call.params.id),
  'orders.createShareLink': (call) => createShareLink(call, call.body),
  'orders.withdrawShareLink': async (call) => {
    await withdrawShareLink(call, call.body)
    return { done: true }
  },
  'orders.takeShareLink': (call) => redeemShareLink(call, { request: call.request, code: call.body.code }),
  'orders.discard': async (call) => {
    await runOrderAction(call, 'discard', call.params)
    return { done: true }
  },
}
