import type { Handlers } from '../../platform/http/handlers.ts'
import { isNameAvailable, listJoinableOrganizations } from './organization-names.service.ts'
import { updateOrganization } from './organization-settings.service.ts'
import {
  createOrganizationWithAccount,
  getOrganization,
  registerOrganization,
} from './organizations.service.ts'

/** Handlers of the calls for the caller's own and new organizations. */
export const organizationsHandlers: Handlers<'organizations'> = {
  'organizations.register': {
    withoutTransaction: (call) => registerOrganization(call, call.body),
  },
  'organizations.createWithAccount': {
    withoutTransaction: (call) => createOrganizationWithAccount(call, call.body),
  },
  'organizations.findByName': {
    withoutTransaction: async (call) => ({ available: await isNameAvailable(call, call.body) }),
  },
  'organizations.listByName': {
    withoutTransaction: async (call) => ({ list: await listJoinableOrganizations(call, call.body) }),
  },
  'organizations.get': (call) => getOrganization(call),
  'organizations.update': (call) => updateOrganization(call, call.body),
  'organizations.updateAddress': (call) => updateOrganization(call, call.body),
}
