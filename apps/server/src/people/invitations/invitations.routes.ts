import type { Handlers } from '../../platform/http/handlers.ts'
import {
  createInvitation,
  getOffer,
  listInvitations,
  renewInvitation,
  withdrawInvitation,
} from './invitations.service.ts'

/** Handlers of the calls for invitations (rules §4). */
export const invitationsHandlers: Handlers<'invitations'> = {
  'invitations.create': (call) => createInvitation(call, { kind: 'member', email: call.body.email ?? null }),
  'invitations.list': (call) => listInvitations(call, call.body),
  'invitations.renew': (call) => renewInvitation(call, call.params.id),
  'invitations.withdraw': async (call) => {
    await withdrawInvitation(call, call.params.id)
    return { done: true }
  },
  'invitations.read': (call) => getOffer(call, call.body.code),
}
