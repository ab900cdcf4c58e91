import type { Handlers } from '../../platform/http/handlers.ts'
import {
  dropDeliveries,
  getDelivery,
  listDeliveries,
  replayDeliveries,
  testSetting,
} from './deliveries.service.ts'
import { listSettingOptions } from './push-settings.queries.ts'
import {
  assignSetting,
  createSetting,
  deleteSetting,
  listSettings,
  restoreSetting,
  updateSetting,
} from './push-settings.service.ts'

/** Handlers of push settings and the delivery log (rules §11). */
export const pushSettingHandlers: Handlers<'pushSettings'> = {
  'pushSettings.list': (call) => listSettings(call, call.body),
  'pushSettings.create': (call) => createSetting(call, call.body),
  'pushSettings.update': (call) => updateSetting(call, call.body),
  'pushSettings.delete': async (call) => {
    await deleteSetting(call, call.params.id)
    return { done: true }
  },
  'pushSettings.restore': (call) => restoreSetting(call, call.params.id),
  'pushSettings.listOptions': async ({ tx }) => ({ list: await listSettingOptions(tx) }),
  'pushSettings.assign': (call) => assignSetting(call, call.body),
  // Runs outside a transaction, because the receiver may be slow.
  'pushSettings.test': {
    withoutTransaction: (call) => testSetting(call, call.request.language, call.params.id),
  },
  'pushSettings.listDeliveries': (call) => listDeliveries(call, call.request.language, call.body),
  'pushSettings.getDelivery': (call) => getDelivery(call, call.request.language, call.params.id),
  'pushSettings.replay': async (call) => ({
    replayed: await replayDeliveries(call, call.body.ids),
  }),
  'pushSettings.drop': async (call) => ({
    dropped: await dropDeliveries(call, call.body.ids),
  }),
}
