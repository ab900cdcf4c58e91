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

/** Handlers of /pull and of /manage about pull settings (rules §10–11). */
export const pullHandlers: Handlers<'pullSettings'> = {
  'pullSettings.list': ({ tx, body }) => listSettings(tx, body),
  'pullSettings.create': ({ tx, services, scope, body }) => createSetting(tx, services, scope, body),
  'pullSettings.update': ({ tx, services, scope, body }) => updateSetting(tx, services, scope, body),
  'pullSettings.delete': async ({ tx, services, scope, params }) => {
    await deleteSetting(tx, services, scope, params.id)
    return { done: true }
  },
  'pullSettings.restore': ({ tx, services, scope, params }) => restoreSetting(tx, services, scope, params.id),
  'pullSettings.run': async ({ tx, scope, body }) => {
    await runNow(tx, scope, body.id)
    return { done: true }
  },
  'pullSettings.listRuns': ({ tx, params, body }) => listRuns(tx, { ...params, ...body }),
  'pullSettings.listItems': ({ tx, body }) => listItems(tx, body),
  'pullSettings.listOptions': ({ tx }) => listSettingOptions(tx),
  'pullSettings.assign': ({ tx, scope, body }) => assignSetting(tx, scope, body),
}
