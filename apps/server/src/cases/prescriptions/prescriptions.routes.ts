import type { Handlers } from '../../platform/http/handlers.ts'
import { readPreferences, savePreferences } from './preferences.service.ts'
import { copyPrescription, updatePrescription } from './prescriptions.service.ts'
import { readRequirements, setRequirements } from './requirements.service.ts'
import { deleteTemplate, listTemplates, saveTemplate } from './templates.service.ts'

/** Handlers for prescriptions (rules §6). */
export const prescriptionsHandlers: Handlers<'prescriptions'> = {
  'prescriptions.update': ({ tx, scope, body }) => updatePrescription(tx, scope, body),
  'prescriptions.copy': ({ tx, scope, body }) => copyPrescription(tx, scope, body),
  'prescriptions.listTemplates': async ({ tx, scope }) => ({ list: await listTemplates(tx, scope) }),
  'prescriptions.saveTemplate': ({ tx, scope, body }) => saveTemplate(tx, scope, body),
  'prescriptions.deleteTemplate': async ({ tx, scope, params }) => {
    await deleteTemplate(tx, scope, params.id)
    return { done: true }
  },
  'prescriptions.getPreferences': ({ tx, scope }) => readPreferences(tx, scope),
  'prescriptions.savePreferences': ({ tx, scope, body }) => savePreferences(tx, scope, body),
  'prescriptions.getRequirements': async ({ tx, scope, params }) => ({
    requirements: await readRequirements(tx, scope, params.id),
  }),
  'prescriptions.setRequirements': async ({ tx, scope, body }) => ({
    requirements: await setRequirements(tx, scope, body.requirements),
  }),
}
