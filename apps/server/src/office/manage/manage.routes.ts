import { listOrders } from '../../cases/orders/order-list.service.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { createListExport, sendListExport } from '../../platform/http/list-exports.ts'
import { zoneOfRequest } from '../../platform/http/reader-zone.ts'
import { manageExport } from './manage-export.service.ts'
import { deleteOrder, listDeletedOrders, restoreDeletedOrder, weighOrder } from './managed-orders.service.ts'
import {
  getOrganizationDetail,
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
  'manage.orgOptions': (call) =>
    listOrganizationOptions(call, { words: call.query.words ?? '', isInUse: true }),
  'manage.allOrgOptions': (call) =>
    listOrganizationOptions(call, { words: call.query.words ?? '', isInUse: false }),
  'manage.listOrganizations': { fromReplica: (call) => listOrganizations(call, call.body) },
  'manage.getOrganization': (call) => getOrganizationDetail(call, call.params.id),
  'manage.updateOrganization': (call) => updateManagedOrganization(call, call.body),
  'manage.banOrganization': (call) => banOrganization(call, call.params.id),
  'manage.unbanOrganization': (call) => unbanOrganization(call, call.params.id),
  'manage.weighOrganization': (call) => weighOrganization(call, call.params.id),
  'manage.deleteOrganization': async (call) => {
    await deleteOrganization(call, call.params.id)
    return done
  },
  'manage.restoreOrganization': (call) => restoreOrganization(call, call.params.id),
  'manage.listUsers': { fromReplica: (call) => listUsers(call, call.body) },
  'manage.getUser': (call) => getUser(call, call.params.id),
  'manage.createUser': { withoutTransaction: (call) => createUser(call, call.body) },
  'manage.updateUser': { withoutTransaction: (call) => editUser(call, call.body) },
  'manage.banUser': (call) => banUser(call, call.params.id),
  'manage.unbanUser': (call) => unbanUser(call, call.params.id),
  'manage.mailUser': async (call) => {
    await mailUser(call, call.params.id)
    return done
  },
  'manage.resetUserTwoFactor': (call) => resetUserTwoFactor(call, call.params.id),
  'manage.weighUser': (call) => weighUser(call, call.params.id),
  'manage.deleteUser': async (call) => {
    await deleteUser(call, call.params.id)
    return done
  },
  'manage.restoreUser': (call) => restoreUser(call, call.params.id),
  'manage.listOperatorCandidates': (call) => listOperatorCandidates(call),
  'manage.listOrders': (call) =>
    listOrders(call, call.body, {
      accountId: call.scope.account.id,
      zone: zoneOfRequest(call.request),
      now: call.services.now(),
    }),
  'manage.listDeletedOrders': (call) => listDeletedOrders(call, call.body),
  'manage.weighOrder': (call) => weighOrder(call, call.params.id),
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
