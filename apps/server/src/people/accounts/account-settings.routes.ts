import type { accountSettingRoutes } from '@pontic/contract'
import type { Handlers } from '../../platform/http/handlers.ts'
import { zoneOfRequest } from '../../platform/http/reader-zone.ts'
import { updateAccount } from './account-settings.service.ts'
import { closeAccount } from './closing.service.ts'
import { changeEmail, requestEmailChange } from './email-change.service.ts'
import { sendExport } from './export.service.ts'
import { removeMobile, sendMobileCode, setMobile } from './mobile.service.ts'
import { endOtherSessions, listOwnSessions, revokeOwnSession } from './own-sessions.service.ts'
import { changePassword, resetOwnPassword, sendResetCode } from './passwords.service.ts'

const done = { done: true } as const

/** Handlers of the calls with which users manage their own account. */
export const accountSettingHandlers: Pick<Handlers<'accounts'>, keyof typeof accountSettingRoutes> = {
  'accounts.update': (call) => updateAccount(call, call.body, zoneOfRequest(call.request)),
  'accounts.changePassword': {
    withoutTransaction: async (call) => {
      await changePassword(call, call.body)
      return done
    },
  },
  'accounts.sendResetCode': async (call) => {
    await sendResetCode(call)
    return done
  },
  'accounts.resetPassword': {
    withoutTransaction: async (call) => {
      await resetOwnPassword(call, call.body)
      return done
    },
  },
  'accounts.sendMobileCode': async (call) => {
    await sendMobileCode(call, call.body.mobile)
    return done
  },
  'accounts.setMobile': {
    withoutTransaction: async (call) => {
      await setMobile(call, call.body)
      return done
    },
  },
  'accounts.removeMobile': async (call) => {
    await removeMobile(call)
    return done
  },
  'accounts.sendModifyEmailEmail': async (call) => {
    await requestEmailChange(call, call.body.email)
    return done
  },
  'accounts.modifyEmailByEmailCode': (call) => changeEmail(call, call.body.code),
  'accounts.listSessions': async (call) => ({
    list: await listOwnSessions(call),
  }),
  'accounts.endSession': async (call) => {
    await revokeOwnSession(call, call.params.id)
    return done
  },
  'accounts.endOtherSessions': async (call) => ({
    ended: await endOtherSessions(call),
  }),
  'accounts.export': (call) => sendExport(call),
  'accounts.close': async (call) => {
    await closeAccount(call)
    return done
  },
}
