import type { Handlers } from '../http/handlers.ts'
import { getOrganization, isNameAvailable, registerOrganization } from './organizations.service.ts'

/** The calls of /organizations about one's own and new organizations (portal.md §7 Organizations). */
export const organizationsHandlers: Handlers<'organizations'> = {
  'organizations.register': {
    withoutTransaction: async (call) => ({ organizationId: await registerOrganization(call, call.body) }),
  },
  'organizations.findByName': async ({ tx, services, request, body }) => ({
    available: await isNameAvailable(tx, services, request, body.name),
  }),
  'organizations.get': ({ tx, scope }) => getOrganization(tx, scope),
}
