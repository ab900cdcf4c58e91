import type { Handlers } from '../../platform/http/handlers.ts'
import { setTwoFactorRequired } from '../two-factor/requirement.service.ts'
import { createMember, editMember } from './member-edit.service.ts'
import {
  approveMember,
  disableMember,
  enableMember,
  getMembership,
  getTwoFactorRule,
  listMembers,
  notifyMembers,
  refuseMember,
  resetMemberTwoFactor,
} from './members.service.ts'
import { registerMember } from './registration.service.ts'

/** Calls of /accounts about members of an organization (rules §4). */
export const membersHandlers: Handlers<'members'> = {
  'members.register': { withoutTransaction: (call) => registerMember(call, call.body) },
  'members.standing': ({ tx, scope }) => getMembership(tx, scope),
  'members.list': ({ tx, scope, body }) => listMembers(tx, scope, body),
  'members.create': (call) => createMember(call, call.body),
  'members.update': (call) => editMember(call, call.body),
  'members.disable': ({ tx, scope, services, params }) => disableMember(tx, scope, services, params.id),
  'members.enable': ({ tx, scope, services, params }) => enableMember(tx, scope, services, params.id),
  'members.approve': ({ tx, scope, services, params }) => approveMember(tx, scope, services, params.id),
  'members.refuse': async ({ tx, scope, services, params }) => {
    await refuseMember(tx, scope, services, params.id)
    return { done: true }
  },
  'members.twoFactor': ({ tx, scope }) => getTwoFactorRule(tx, scope),
  'members.requireTwoFactor': async ({ tx, scope, body }) => {
    await setTwoFactorRequired(tx, scope, body.isRequired)
    await notifyMembers(tx, scope)
    return { done: true }
  },
  'members.resetTwoFactor': ({ tx, scope, services, params }) =>
    resetMemberTwoFactor(tx, scope, services, params.id),
}
