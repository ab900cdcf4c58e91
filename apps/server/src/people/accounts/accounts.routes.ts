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

/** Calls of /accounts. */
export const accountsHandlers: Handlers<'accounts'> = {
  ...accountSettingHandlers,
  'accounts.readEmailUndo': ({ tx, services, body }) => getEmailUndo(tx, services, body.code),
  'accounts.undoEmailChange': async ({ tx, services, request, body }) => {
    await undoEmailChange(tx, services, request, body.code)
    return { done: true }
  },
  'accounts.reauthenticate': { withoutTransaction: (call) => reauthenticate(call, call.body) },
  'accounts.get': ({ tx, scope, services, params }) => getAccount(tx, scope, params.username, services),
  'accounts.setLanguage': async ({ tx, scope, body }) => {
    await setLanguage(tx, scope, body.language)
    return { done: true }
  },
  'accounts.checkEmailAvailable': {
    withoutTransaction: async (call) => {
      const { email, captcha } = call.body
      await guardAvailability(call, captcha)
      return { available: await call.apart((tx) => isEmailAvailable(tx, email, call.services.now())) }
    },
  },
  'accounts.sendVerifyEmailAgain': async ({ tx, body, request, services }) => {
    await requestCodeMail(tx, services, request, body.email, 'verify_email')
    return { done: true }
  },
  'accounts.verifyEmailByEmailCode': async ({ tx, body, request, services }) => {
    await verifyEmail(tx, services, request, body.code)
    return { done: true }
  },
  'accounts.sendPwdResetEmail': async ({ tx, body, request, services }) => {
    await requestCodeMail(tx, services, request, body.email, 'reset_password')
    return { done: true }
  },
  'accounts.checkPwdResetCode': ({ tx, body, request, services }) =>
    checkResetCode(tx, services, request, body.code),
  'accounts.resetPwdByEmailCode': {
    withoutTransaction: async (call) => {
      const { code, newPwd, revokeKeys = false } = call.body
      await resetPassword(call, code, newPwd, revokeKeys)
      return { done: true }
    },
  },
}
