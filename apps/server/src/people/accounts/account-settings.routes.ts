import type { accountSettingRoutes } from '@pontic/contract'
import type { Handlers } from '../../platform/http/handlers.ts'
import { updateAccount } from './account-settings.service.ts'
import { closeAccount } from './closing.service.ts'
import { changeEmail, requestEmailChange } from './email-change.service.ts'
import { sendExport } from './export.service.ts'
import { removeMobile, sendMobileCode, setMobile } from './mobile.service.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.service.ts'
import { changePassword, resetOwnPassword, sendResetCode } from './passwords.service.ts'

const done = { done: true } as const

/** Calls with which people manage their own account. */
export const accountSettingHandlers: Pick<Handlers<'accounts'>, keyof typeof accountSettingRoutes> = {
  'accounts.update': ({ tx, scope, services, body }) => updateAccount(tx, scope, services, body),
  'accounts.changePassword': {
    withoutTransaction: async (call) => {
      await changePassword(call, call.body)
      return done
    },
  },
  'accounts.sendResetCode': async ({ tx, scope, services }) => {
    await sendResetCode(tx, scope, services)
    return done
  },
  'accounts.resetPassword': {
    withoutTransaction: async (call) => {
      await resetOwnPassword(call, call.body)
      return done
    },
  },
  'accounts.sendMobileCode': async ({ tx, scope, services, body }) => {
    await sendMobileCode(tx, scope, services, body.mobile)
    return done
  },
  'accounts.setMobile': {
    withoutTransaction: async (call) => {
      await setMobile(call, call.body)
      return done
    },
  },
  'accounts.removeMobile': async ({ tx, scope, services }) => {
    await removeMobile(tx, scope, services)
    return done
  },
  'accounts.sendModifyEmailEmail': async ({ tx, scope, services, body }) => {
    await requestEmailChange(tx, scope, services, body.email)
    return done
  },
  'accounts.modifyEmailByEmailCode': ({ tx, services, request, body }) =>
    changeEmail(tx, services, request, body.code),
  'accounts.listSessions': async ({ tx, scope, services }) => ({
    list: await listOwnSessions(tx, scope, services),
  }),
  'accounts.endSession': async ({ tx, scope, services, params }) => {
    await endOwnSession(tx, scope, services, params.id)
    return done
  },
  'accounts.endOtherSessions': async ({ tx, scope, services }) => ({
    ended: await endOtherSessions(tx, scope, services),
  }),
  'accounts.export': ({ scope, services, outgoing }) => sendExport({ services, outgoing }, scope),
  'accounts.close': async ({ tx, scope, services }) => {
    await closeAccount(tx, scope, services)
    return done
  },
}
