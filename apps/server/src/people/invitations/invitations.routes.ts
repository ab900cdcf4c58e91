import type { Handlers } from '../../platform/http/handlers.ts'
import {
  createInvitation,
  getOffer,
  listInvitations,
  renewInvitation,
  withdrawInvitation,
} from './invitations.service.ts'

/** Calls of invitations (rules §4). */
export const invitationsHandlers: Handlers<'invitations'> = {
  'invitations.create': ({ tx, scope, services, body }) =>
    createInvitation(tx, scope, services, { kind: 'member', email: body.email ?? null }),
  'invitations.list': ({ tx, scope, services, body }) => listInvitations(tx, scope, services, body),
  'invitations.renew': ({ tx, scope, services, params }) => renewInvitation(tx, scope, services, params.id),
  'invitations.withdraw': async ({ tx, scope, services, params }) => {
    await withdrawInvitation(tx, scope, services, params.id)
    return { done: true }
  },
  'invitations.read': ({ tx, services, request, body }) => getOffer(tx, services, request, body.code),
}
