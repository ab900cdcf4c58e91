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

/** Handlers of the calls for members of an organization (rules §4). */
export const membersHandlers: Handlers<'members'> = {
  'members.register': { withoutTransaction: (call) => registerMember(call, call.body) },
  'members.standing': (call) => getMembership(call),
  'members.list': (call) => listMembers(call, call.body),
  'members.create': (call) => createMember(call, call.body),
  'members.update': (call) => editMember(call, call.body),
  'members.disable': (call) => disableMember(call, call.params.id),
  'members.enable': (call) => enableMember(call, call.params.id),
  'members.approve': (call) => approveMember(call, call.params.id),
  'members.refuse': async (call) => {
    await refuseMember(call, call.params.id)
    return { done: true }
  },
  'members.twoFactor': (call) => getTwoFactorRule(call),
  'members.requireTwoFactor': async (call) => {
    await setTwoFactorRequired(call, call.body.isRequired)
    await notifyMembers(call)
    return { done: true }
  },
  'members.resetTwoFactor': (call) => resetMemberTwoFactor(call, call.params.id),
}
