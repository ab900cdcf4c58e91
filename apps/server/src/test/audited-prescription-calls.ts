import { type AuditFixtures, caseOf } from './audited-calls.ts'
import { step } from './audited-order-calls.ts'
import { minimalPrescription } from './insert-rows.ts'
import { addOrganization, as } from './people.ts'

/** Fixtures of the calls about prescriptions. */
export const prescriptionAuditFixtures: AuditFixtures<'prescriptions'> = {
  'prescriptions.update': async (stage) => {
    const body = { prescription: minimalPrescription(0) }
    return step('alice', 'uploaded', 'prescriptions.update', body)(stage)
  },
  'prescriptions.copy': async (stage) =>
    step('alice', 'uploaded', 'prescriptions.copy', { fromId: await caseOf(stage) })(stage),
  'prescriptions.saveTemplate': async ({ people }) => ({
    by: people.alice,
    input: { body: { name: 'Crown', prescription: minimalPrescription(0) } },
    rows: ({ data }) => [{ action: 'prescriptions.saveTemplate', object: ['template', data.id] }],
  }),
  'prescriptions.deleteTemplate': async ({ app, people: { alice } }) => {
    const body = { name: 'Old crown', prescription: minimalPrescription(0) }
    const { id } = (await as(app, alice).call('prescriptions.saveTemplate', { body })).body.data
    const rows = [{ action: 'prescriptions.deleteTemplate', object: ['template', id] }] as const
    return { by: alice, input: { params: { id } }, rows }
  },
  'prescriptions.savePreferences': async ({ people: { amy } }) => ({
    by: amy,
    input: { body: { preferences: { occlusalContact: 'light' } } },
    rows: [{ action: 'prescriptions.savePreferences', object: ['account', amy.accountId] }],
  }),
  'prescriptions.setRequirements': async ({ app }) => {
    const by = await addOrganization(app, 2)
    return {
      by,
      input: { body: { requirements: ['restoration.stump'] } },
      rows: [{ action: 'prescriptions.setRequirements', object: ['organization', by.organizationId] }],
    }
  },
}
