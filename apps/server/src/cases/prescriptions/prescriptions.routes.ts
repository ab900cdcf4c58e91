import type { Handlers } from '../../platform/http/handlers.ts'
import { readPreferences, savePreferences } from './preferences.service.ts'
import { copyPrescription, updatePrescription } from './prescriptions.service.ts'
import { readRequirements, setRequirements } from './requirements.service.ts'
import { deleteTemplate, listTemplates, saveTemplate } from './templates.service.ts'

/** Handlers for prescriptions (rules §6). */
export const prescriptionsHandlers: Handlers<'prescriptions'> = {
  'prescriptions.update': (call) => updatePrescription(call, call.body),
  'prescriptions.copy': (call) => copyPrescription(call, call.body),
  'prescriptions.listTemplates': async (call) => ({ list: await listTemplates(call) }),
  'prescriptions.saveTemplate': (call) => saveTemplate(call, call.body),
  'prescriptions.deleteTemplate': async (call) => {
    await deleteTemplate(call, call.params.id)
    return { done: true }
  },
  'prescriptions.getPreferences': (call) => readPreferences(call),
  'prescriptions.savePreferences': (call) => savePreferences(call, call.body),
  'prescriptions.getRequirements': async (call) => ({
    requirements: await readRequirements(call, call.params.id),
  }),
  'prescriptions.setRequirements': async (call) => ({
    requirements: await setRequirements(call, call.body.requirements),
  }),
}
