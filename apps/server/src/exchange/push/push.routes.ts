import type { Handlers } from '../../platform/http/handlers.ts'
import {
  getDelivery,
  giveUpDeliveries,
  listDeliveries,
  replayDeliveries,
  testSetting,
} from './deliveries.service.ts'
import { listSettingOptions } from './push-settings.queries.ts'
import {
  assignSetting,
  changeSetting,
  createSetting,
  deleteSetting,
  listSettings,
  restoreSetting,
} from './push-settings.service.ts'

/** Handlers of push settings and the delivery log (rules §11). */
export const pushSettingHandlers: Handlers<'pushSettings'> = {
  'pushSettings.list': ({ tx, body }) => listSettings(tx, body),
  'pushSettings.create': ({ tx, services, scope, body }) => createSetting(tx, services, scope, body),
  'pushSettings.update': ({ tx, services, scope, body }) => changeSetting(tx, services, scope, body),
  'pushSettings.delete': async ({ tx, services, scope, params }) => {
    await deleteSetting(tx, services, scope, params.id)
    return { done: true }
  },
  'pushSettings.restore': ({ tx, services, scope, params }) => restoreSetting(tx, services, scope, params.id),
  'pushSettings.listOptions': async ({ tx }) => ({ list: await listSettingOptions(tx) }),
  'pushSettings.assign': ({ tx, scope, body }) => assignSetting(tx, scope, body),
  // Runs outside a transaction, because the receiver may be slow.
  'pushSettings.test': {
    withoutTransaction: ({ services, scope, params, request }) =>
      testSetting(services, scope, request.language, params.id),
  },
  'pushSettings.listDeliveries': ({ tx, body, request }) => listDeliveries(tx, request.language, body),
  'pushSettings.getDelivery': ({ tx, params, request }) => getDelivery(tx, request.language, params.id),
  'pushSettings.replay': async ({ tx, services, scope, body }) => ({
    replayed: await replayDeliveries(tx, services, scope, body.ids),
  }),
  'pushSettings.drop': async ({ tx, services, scope, body }) => ({
    dropped: await giveUpDeliveries(tx, services, scope, body.ids),
  }),
}
