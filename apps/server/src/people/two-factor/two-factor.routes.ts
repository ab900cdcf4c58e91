import type { Handlers } from '../../platform/http/handlers.ts'
import {
  beginPasskey,
  beginTotp,
  confirmPasskey,
  confirmTotp,
  getTwoFactor,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
} from './two-factor.service.ts'

/** Handlers of the calls for the caller's own two-factor sign-in (rules §3). */
export const twoFactorHandlers: Handlers<'twoFactor'> = {
  'twoFactor.get': (call) => getTwoFactor(call),
  'twoFactor.beginTotp': { withoutTransaction: beginTotp },
  'twoFactor.confirmTotp': {
    withoutTransaction: async (call) => ({ recoveryCodes: await confirmTotp(call, call.body.otp) }),
  },
  'twoFactor.removeTotp': {
    withoutTransaction: async (call) => {
      await removeTotp(call)
      return { done: true }
    },
  },
  'twoFactor.beginPasskey': { withoutTransaction: beginPasskey },
  'twoFactor.confirmPasskey': {
    withoutTransaction: async (call) => ({ recoveryCodes: await confirmPasskey(call, call.body) }),
  },
  'twoFactor.removePasskey': {
    withoutTransaction: async (call) => {
      await removePasskey(call, call.body.id)
      return { done: true }
    },
  },
  'twoFactor.makeRecoveryCodes': {
    withoutTransaction: async (call) => {
      return { recoveryCodes: await renewRecoveryCodes(call) }
    },
  },
}
