import { fail } from '../../platform/http/fail.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { beginPasskeySignIn } from './second-step.service.ts'
import { createSession, signOut } from './session.service.ts'

/** Handlers of the calls for sessions (rules §3). */
export const sessionHandlers: Handlers<'session'> = {
  'session.create': { withoutTransaction: (call) => createSession(call, call.body) },
  'session.createByQuery': {
    withoutTransaction: async (call) => {
      if (!call.services.config.allowsTokenByQuery) fail('session.get_switched_off')
      return createSession(call, call.query)
    },
  },
  'session.createPasskeyChallenge': { withoutTransaction: beginPasskeySignIn },
  'session.revoke': {
    withoutTransaction: async (call) => {
      await signOut(call, call.body)
      return {}
    },
  },
}
