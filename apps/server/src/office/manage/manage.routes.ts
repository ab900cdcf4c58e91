import { listOrders } from '../../cases/orders/order-list.service.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { createListExport, sendListExport } from '../../platform/http/list-exports.ts'
import { zoneOfRequest } from '../../platform/http/reader-zone.ts'
import { manageExport } from './manage-export.service.ts'
import { deleteOrder, listDeletedOrders, restoreDeletedOrder, weighOrder } from './managed-orders.service.ts'
import {
  getManagedOrganization,
  listOrganizationOptions,
  listOrganizations,
  weighOrganization,
} from './managed-organizations.service.ts'
import { getUser, listOperatorCandidates, listUsers, weighUser } from './managed-users.service.ts'
import {
  banOrganization,
  deleteOrganization,
  restoreOrganization,
  unbanOrganization,
  updateManagedOrganization,
} from './organization-steps.service.ts'
import { createUser, editUser, mailUser } from './user-edits.service.ts'
import { banUser, deleteUser, resetUserTwoFactor, restoreUser, unbanUser } from './user-steps.service.ts'

const done = { done: true } as const

/** Handlers of the back office for organizations, users and orders (rules §10). */
export const manageHandlers: Handlers<'manage'> = {
  'manage.orgOptions': ({ tx, scope, query }) =>
    listOrganizationOptions(tx, scope, { words: query.words ?? '', isInUse: true }),
  'manage.allOrgOptions': ({ tx, scope, query }) =>
    listOrganizationOptions(tx, scope, { words: query.words ?? '', isInUse: false }),
  'manage.listOrganizations': ({ tx, scope, services, body }) => listOrganizations(tx, scope, services, body),
  'manage.getOrganization': ({ tx, scope, services, params }) =>
    getManagedOrganization(tx, scope, services, params.id),
  'manage.updateOrganization': (call) => updateManagedOrganization(call, call.body),
  'manage.banOrganization': (call) => banOrganization(call, call.params.id),
  'manage.unbanOrganization': (call) => unbanOrganization(call, call.params.id),
  'manage.weighOrganization': ({ tx, scope, services, params }) =>
    weighOrganization(tx, scope, services, params.id),
  'manage.deleteOrganization': async (call) => {
    await deleteOrganization(call, call.params.id)
    return done
  },
  'manage.restoreOrganization': (call) => restoreOrganization(call, call.params.id),
  'manage.listUsers': ({ tx, scope, services, body }) => listUsers(tx, scope, services, body),
  'manage.getUser': ({ tx, scope, services, params }) => getUser(tx, scope, services, params.id),
  'manage.createUser': { withoutTransaction: (call) => createUser(call, call.body) },
  'manage.updateUser': { withoutTransaction: (call) => editUser(call, call.body) },
  'manage.banUser': (call) => banUser(call, call.params.id),
  'manage.unbanUser': (call) => unbanUser(call, call.params.id),
  'manage.mailUser': async (call) => {
    await mailUser(call, call.params.id)
    return done
  },
  'manage.resetUserTwoFactor': (call) => resetUserTwoFactor(call, call.params.id),
  'manage.weighUser': ({ tx, scope, services, params }) => weighUser(tx, scope, services, params.id),
  'manage.deleteUser': async (call) => {
    await deleteUser(call, call.params.id)
    return done
  },
  'manage.restoreUser': (call) => restoreUser(call, call.params.id),
  'manage.listOperatorCandidates': ({ tx, scope }) => listOperatorCandidates(tx, scope),
  'manage.listOrders': ({ tx, scope, services, request, body }) =>
    listOrders(tx, scope, body, { zone: zoneOfRequest(request), now: services.now() }),
  'manage.listDeletedOrders': ({ tx, scope, services, body }) => listDeletedOrders(tx, scope, services, body),
  'manage.weighOrder': ({ tx, scope, params }) => weighOrder(tx, scope, params.id),
  'manage.deleteOrder': async (call) => {
    await deleteOrder(call, call.params.id)
    return done
  },
  'manage.restoreOrder': async (call) => {
    await restoreDeletedOrder(call, call.params.id)
    return done
  },
  'manage.createExport': (call) => createListExport(call, manageExport, call.body),
  'manage.export': (call) => sendListExport(call, manageExport),
}
