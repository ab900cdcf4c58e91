import { guardAvailability } from '../captcha/captcha.service.ts'
import type { Handlers } from '../http/handlers.ts'
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

/** The calls of /accounts (portal.md §7 Accounts). */
export const accountsHandlers: Handlers<'accounts'> = {
  ...accountSettingHandlers,
  'accounts.get': ({ tx, scope, params }) => getAccount(tx, scope, params.username),
  'accounts.setLanguage': async ({ tx, scope, body }) => {
    await setLanguage(tx, scope, body.language)
    return { done: true }
  },
  'accounts.checkEmailAvailable': {
    withoutTransaction: async (call) => {
      const { email, captcha } = call.body
      await guardAvailability(call, captcha)
      return { available: await call.apart((tx) => isEmailAvailable(tx, email)) }
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
  'accounts.checkPwdResetCode': async ({ tx, body, request, services }) => {
    await checkResetCode(tx, services, request, body.code)
    return { done: true }
  },
  'accounts.resetPwdByEmailCode': {
    withoutTransaction: async (call) => {
      await resetPassword(call, call.body.code, call.body.newPwd)
      return { done: true }
    },
  },
}
