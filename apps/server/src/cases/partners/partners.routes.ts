import type { Handlers } from '../../platform/http/handlers.ts'
import { invitePartner } from './partner-invitations.service.ts'
import { getProfile } from './partner-profile.service.ts'
import {
  answerApplication,
  applyForPartnership,
  cancelApplication,
  findPartners,
  listApplications,
  listPartnerOptions,
  listPartners,
  removePartner,
} from './partners.service.ts'

/** Handlers for partnerships (rules §8). */
export const partnersHandlers: Handlers<'partners'> = {
  // The search sets a parameter of its transaction, but handlers that only read run without a transaction.
  'partners.search': async ({ inOwnTransaction, scope, body }) => ({
    list: await inOwnTransaction((tx) => findPartners({ tx, scope }, body.words)),
  }),
  'partners.apply': (call) => applyForPartnership(call, call.body),
  'partners.listApplications': (call) => listApplications(call, call.body),
  'partners.answer': (call) => answerApplication(call, call.body),
  'partners.cancel': async (call) => {
    await cancelApplication(call, call.body.organizationId)
    return { done: true }
  },
  'partners.list': (call) => listPartners(call, call.body.words ?? '', call.body),
  'partners.remove': async (call) => {
    await removePartner(call, call.body.organizationId)
    return { done: true }
  },
  'partners.profile': (call) => getProfile(call, call.params.id),
  'partners.invite': (call) => invitePartner(call, call.body),
  'partners.listOptions': async (call) => ({ list: await listPartnerOptions(call) }),
}
