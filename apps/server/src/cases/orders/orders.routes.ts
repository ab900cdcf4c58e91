import type { Handlers } from '../../platform/http/handlers.ts'
import { createListExport, sendListExport } from '../../platform/http/list-exports.ts'
import { zoneOfRequest } from '../../platform/http/reader-zone.ts'
import { dayCheckOf } from './delivery-day.shared.ts'
import { listDiscardedOrders, restoreOrder } from './discarded.service.ts'
import { readBoard } from './order-board.service.ts'
import { getOrderDetail } from './order-detail.service.ts'
import { orderExport } from './order-export.service.ts'
import { listOrders } from './order-list.service.ts'
import {
  cancelWaitingSend,
  createOrder,
  runOrderAction,
  runOrderActionAndRead,
  updateOrder,
} from './orders.service.ts'
import { remakeOrder } from './remake-order.service.ts'
import { createShareLink, takeShareLink, withdrawShareLink } from './share-links.service.ts'
import { readShares, shareOrder, unshareOrder } from './shares.service.ts'

/** Handlers of /orders (rules §5). */
export const orderHandlers: Handlers<'orders'> = {
  'orders.create': (call) => {
    const { tx, services, scope, body } = call
    dayCheckOf(call)('deliveryOn', body.deliveryOn)
    return createOrder(tx, services, scope, body)
  },
  'orders.update': (call) => updateOrder(call.tx, call.scope, call.body, dayCheckOf(call)),
  'orders.list': ({ tx, scope, services, request, body }) =>
    listOrders(tx, scope, body, { zone: zoneOfRequest(request), now: services.now() }),
  'orders.board': ({ tx, scope, services, request, body }) =>
    readBoard(tx, scope, body, { zone: zoneOfRequest(request), now: services.now() }),
  'orders.createExport': (call) => createListExport(call, orderExport, call.body),
  'orders.export': (call) => sendListExport(call, orderExport),
  // One transaction, so that status and timeline agree.
  'orders.get': ({ services, scope, params }) =>
    services.database.snapshot((tx) => getOrderDetail(tx, scope, params.id)),
  'orders.send': (call) => {
    const { tx, services, scope, body } = call
    dayCheckOf(call)('deliveryOn', body.deliveryOn)
    return runOrderActionAndRead(tx, services, scope, 'send', body)
  },
  'orders.cancelSend': ({ tx, scope, body }) => cancelWaitingSend(tx, scope, body),
  'orders.recall': ({ tx, services, scope, body }) =>
    runOrderActionAndRead(tx, services, scope, 'recall', body),
  'orders.accept': (call) => {
    const { tx, services, scope, body } = call
    dayCheckOf(call)('deliveryOn', body.deliveryOn)
    return runOrderActionAndRead(tx, services, scope, 'accept', body)
  },
  'orders.reject': ({ tx, services, scope, body }) =>
    runOrderActionAndRead(tx, services, scope, 'reject', body),
  'orders.ship': ({ tx, services, scope, body }) => runOrderActionAndRead(tx, services, scope, 'ship', body),
  'orders.complete': ({ tx, services, scope, body }) =>
    runOrderActionAndRead(tx, services, scope, 'complete', body),
  'orders.remark': ({ tx, services, scope, body }) =>
    runOrderActionAndRead(tx, services, scope, 'remark', body),
  'orders.declareNoScans': ({ tx, services, scope, body }) =>
    runOrderActionAndRead(tx, services, scope, 'declareNoScans', body),
  'orders.remake': (call) => {
    const { tx, services, scope, params, body } = call
    dayCheckOf(call)('deliveryOn', body.deliveryOn)
    return remakeOrder(tx, services, scope, { ...params, ...body })
  },
  'orders.listDiscarded': ({ tx, scope, services, body }) => listDiscardedOrders(tx, scope, services, body),
  'orders.restore': ({ tx, scope, services, body }) => restoreOrder(tx, scope, services, body.id),
  'orders.share': ({ tx, services, scope, body }) => shareOrder(tx, scope, services, body),
  'orders.unshare': async ({ tx, services, scope, body }) => {
    await unshareOrder(tx, scope, services, body)
    return { done: true }
  },
  'orders.listShares': ({ tx, scope, services, params }) => readShares(tx, scope, services, params.id),
  'orders.createShareLink': ({ tx, scope, services, body }) => createShareLink(tx, scope, services, body),
  'orders.withdrawShareLink': async ({ tx, scope, services, body }) => {
    await withdrawShareLink(tx, scope, services, body)
    return { done: true }
  },
  'orders.takeShareLink': ({ tx, scope, services, request, body }) =>
    takeShareLink(tx, scope, services, { request, code: body.code }),
  'orders.discard': async ({ tx, services, scope, params }) => {
    await runOrderAction(tx, services, scope, 'discard', params)
    return { done: true }
  },
}
