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

/** The calls of /organizations about partnerships (rules §8). */
export const partnersHandlers: Handlers<'partners'> = {
  // The search sets its threshold for the transaction, which reads do not have otherwise.
  'partners.search': async ({ apart, scope, body }) => ({
    list: await apart((tx) => findPartners(tx, scope, body.words)),
  }),
  'partners.apply': ({ tx, scope, services, body }) => applyForPartnership(tx, scope, services, body),
  'partners.listApplications': ({ tx, scope, body }) => listApplications(tx, scope, body),
  'partners.answer': ({ tx, scope, services, body }) => answerApplication(tx, scope, services, body),
  'partners.cancel': async ({ tx, scope, services, body }) => {
    await cancelApplication(tx, scope, services, body.organizationId)
    return { done: true }
  },
  'partners.list': ({ tx, scope, body }) => listPartners(tx, scope, body.words ?? '', body),
  'partners.remove': async ({ tx, scope, services, body }) => {
    await removePartner(tx, scope, services, body.organizationId)
    return { done: true }
  },
  'partners.profile': ({ tx, scope, params }) => getProfile(tx, scope, params.id),
  'partners.invite': ({ tx, scope, services, body }) => invitePartner(tx, scope, services, body),
  'partners.listOptions': async ({ tx, scope }) => ({ list: await listPartnerOptions(tx, scope) }),
}
