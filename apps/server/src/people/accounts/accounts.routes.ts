import { guardAvailability } from '../../platform/captcha/captcha.service.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { reauthenticate } from '../session/reauthentication.service.ts'
import { accountSettingHandlers } from './account-settings.routes.ts'
import {
  checkResetCode,
  getAccount,
  isEmailAvailable,
  requestCodeMail,
  resetPassword,
  setLanguage,
  verifyEmail,
} from './accounts.service.ts'
import { getEmailUndo, undoEmailChange } from './email-undo.service.ts'

/** Handlers of the calls for accounts. */
export const accountsHandlers: Handlers<'accounts'> = {
  ...accountSettingHandlers,
  'accounts.readEmailUndo': (call) => getEmailUndo(call, call.body.code),
  'accounts.undoEmailChange': async (call) => {
    await undoEmailChange(call, call.body.code)
    return { done: true }
  },
  'accounts.reauthenticate': { withoutTransaction: (call) => reauthenticate(call, call.body) },
  'accounts.get': (call) => getAccount(call, call.params.username),
  'accounts.setLanguage': async (call) => {
    await setLanguage(call, call.body.language)
    return { done: true }
  },
  'accounts.checkEmailAvailable': {
    withoutTransaction: async (call) => {
      const { email, captcha } = call.body
      await guardAvailability(call, captcha)
      return {
        available: await call.inOwnTransaction((tx) => isEmailAvailable(tx, email, call.services.now())),
      }
    },
  },
  'accounts.sendVerifyEmailAgain': async (call) => {
    await requestCodeMail(call, call.body.email, 'verify_email')
    return { done: true }
  },
  'accounts.verifyEmailByEmailCode': async (call) => {
    await verifyEmail(call, call.body.code)
    return { done: true }
  },
  'accounts.sendPwdResetEmail': async (call) => {
    await requestCodeMail(call, call.body.email, 'reset_password')
    return { done: true }
  },
  'accounts.checkPwdResetCode': (call) => checkResetCode(call, call.body.code),
  'accounts.resetPwdByEmailCode': {
    withoutTransaction: async (call) => {
      const { code, newPwd, revokeKeys = false } = call.body
      await resetPassword(call, code, newPwd, revokeKeys)
      return { done: true }
    },
  },
}
