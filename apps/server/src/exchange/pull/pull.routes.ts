import type { Handlers } from '../../platform/http/handlers.ts'
import {
  assignSetting,
  createSetting,
  deleteSetting,
  listItems,
  listRuns,
  listSettingOptions,
  listSettings,
  restoreSetting,
  runNow,
  updateSetting,
} from './pull-settings.service.ts'

/** Handlers of pull settings and their log (rules §10–11). */
export const pullHandlers: Handlers<'pullSettings'> = {
  'pullSettings.list': ({ tx, body }) => listSettings(tx, body),
  'pullSettings.create': (call) => createSetting(call, call.body),
  'pullSettings.update': (call) => updateSetting(call, call.body),
  'pullSettings.delete': async (call) => {
    await deleteSetting(call, call.params.id)
    return { done: true }
  },
  'pullSettings.restore': (call) => restoreSetting(call, call.params.id),
  'pullSettings.run': async (call) => {
    await runNow(call, call.body.id)
    return { done: true }
  },
  'pullSettings.listRuns': ({ tx, params, body }) => listRuns(tx, { ...params, ...body }),
  'pullSettings.listItems': ({ tx, body }) => listItems(tx, body),
  'pullSettings.listOptions': ({ tx }) => listSettingOptions(tx),
  'pullSettings.assign': (call) => assignSetting(call, call.body),
}
