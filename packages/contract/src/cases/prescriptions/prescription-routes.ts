import * as z from 'zod/mini'
import { Done, Id, line, Time } from '../../fields.ts'
import type { RouteTable } from '../../route.ts'
import { Order } from '../orders/orders.ts'
import { listTypeProblems } from './case-prescriptions.ts'
import { blankPrescription, MorePrescriptions, Prescription } from './prescription.ts'
import { blankPreferences, checkProblems, Preferences } from './prescription-fields.ts'
import { labRequirements } from './prescription-requirements.ts'

/** The additional requirements of a laboratory. */
export const Requirements = z.array(z.enum(labRequirements)).check(
  z.maxLength(labRequirements.length, 'too_long'),
  z.overwrite((list) => [...new Set(list)]),
)

/** A prescription that is stored for later cases. */
export const PrescriptionTemplate = z.strictObject({
  id: Id,
  /** Name of the template. @example "Single crown, zirconia" */
  name: z.string(),
  /** Whether all members of the organization can use it. */
  isShared: z.boolean(),
  /** Name of its author. @example "Alice Moreau" */
  by: z.string(),
  /** Whether the caller may change and delete it. */
  mayWrite: z.boolean(),
  /** Time of the last change. */
  updatedAt: Time,
  prescription: Prescription,
  /** Prescriptions of other types that belong to the template. */
  morePrescriptions: MorePrescriptions,
})
export type PrescriptionTemplate = z.output<typeof PrescriptionTemplate>

/** Default preferences for new cases: the caller's own and those of the organization. */
export const KeptPreferences = z.strictObject({
  /** Preferences of the caller, null if none are stored. */
  own: z.nullable(Preferences),
  /** Preferences of the organization, null if none are stored. */
  shared: z.nullable(Preferences),
})
export type KeptPreferences = z.output<typeof KeptPreferences>

/** Id of the case, and its version, so that nobody overwrites changes that they have not seen. */
const target = {
  id: Id,
  /** Version of the case that you read; `order.changed` if the case has changed since. */
  version: z.optional(z.int()),
}

const editErrors = ['order.not_found', 'order.wrong_status', 'order.changed'] as const

const exampleId = '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f'

/** An example crown for the API document. */
const example = {
  ...blankPrescription(0),
  items: [
    {
      tooth: '16',
      work: 'crown',
      material: 'zirconia_multilayer',
      shade: { guide: 'vita_classical', body: 'A3', stump: 'ND3' },
    },
  ],
}
const examplePreferences = { ...blankPreferences, occlusalContact: 'light', proximalContact: 'medium' }

const listBodyProblems = (body: {
  prescription: Prescription
  morePrescriptions?: readonly Prescription[] | undefined
}) => listTypeProblems(body.prescription.type, body.morePrescriptions ?? [])

/** Routes of prescriptions (rules §6), their templates, and the requirements of laboratories. */
export const prescriptionRoutes = {
  'prescriptions.update': {
    method: 'PUT',
    path: '/orders/prescription',
    permission: 'order.create',
    audit: 'prescriptions.update',
    summary: 'Set the prescriptions of a case that is still with the clinic',
    body: z
      .strictObject({
        ...target,
        /** Prescription of the case’s type. */
        prescription: Prescription,
        /** All further prescriptions, each of another type. Without this field they stay as they are. */
        morePrescriptions: z.optional(MorePrescriptions),
      })
      .check(checkProblems(listBodyProblems)),
    reply: Order,
    errors: [...editErrors, 'prescription.wrong_type', 'prescription.incomplete'],
    example: { body: { id: exampleId, prescription: example } },
  },
  'prescriptions.copy': {
    method: 'PUT',
    path: '/orders/prescription/copy',
    permission: 'order.create',
    audit: 'prescriptions.copy',
    summary: 'Copy the prescriptions of an earlier case of the clinic',
    body: z.strictObject({
      ...target,
      fromId: Id,
    }),
    reply: Order,
    errors: [...editErrors, 'prescription.not_found', 'prescription.wrong_type', 'prescription.incomplete'],
    example: { body: { id: exampleId, fromId: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e10' } },
  },
  'prescriptions.listTemplates': {
    method: 'GET',
    path: '/prescriptions/templates',
    permission: 'order.create',
    reads: true,
    summary: 'List the templates of the caller and of the organization, by name',
    reply: z.strictObject({
      /** Templates of the caller and of the organization. */
      list: z.array(PrescriptionTemplate),
    }),
    errors: [],
  },
  'prescriptions.saveTemplate': {
    method: 'POST',
    path: '/prescriptions/templates',
    permission: 'order.create',
    audit: 'prescriptions.saveTemplate',
    summary: 'Save a prescription as a template; replaces a template with the same name and owner',
    body: z
      .strictObject({
        /** Name of the template. @example "Single crown, zirconia" */
        name: line(1, 60),
        /** Whether all members of the organization can use it. */
        isShared: z._default(z.boolean(), false),
        prescription: Prescription,
        /** Prescriptions of other types that belong to the template. */
        morePrescriptions: z._default(MorePrescriptions, []),
      })
      .check(checkProblems(listBodyProblems)),
    reply: PrescriptionTemplate,
    errors: ['prescription.too_many'],
    example: { body: { name: 'Posterior crown', isShared: true, prescription: example } },
  },
  'prescriptions.deleteTemplate': {
    method: 'DELETE',
    path: '/prescriptions/templates/:id',
    permission: 'order.create',
    audit: 'prescriptions.deleteTemplate',
    summary: 'Delete a template of the caller, or a shared one as an administrator',
    params: z.strictObject({ id: Id }),
    reply: Done,
    errors: ['prescription.template_not_found'],
  },
  'prescriptions.getPreferences': {
    method: 'GET',
    path: '/prescriptions/preferences',
    permission: 'order.create',
    reads: true,
    summary: 'Get the preferences for new cases: the caller’s and the organization’s',
    reply: KeptPreferences,
    errors: [],
  },
  'prescriptions.savePreferences': {
    method: 'PUT',
    path: '/prescriptions/preferences',
    permission: 'order.create',
    audit: 'prescriptions.savePreferences',
    summary: 'Save preferences for new cases, for the caller or for the organization; null deletes them',
    body: z.strictObject({
      /** Whether to store the preferences of the organization; false stores the caller’s own. */
      isShared: z._default(z.boolean(), false),
      /** The preferences, null to delete them. */
      preferences: z.nullable(Preferences),
    }),
    reply: KeptPreferences,
    errors: [],
    example: { body: { preferences: examplePreferences } },
  },
  'prescriptions.getRequirements': {
    method: 'GET',
    path: '/laboratories/:id/requirements',
    permission: 'organization.read',
    reads: true,
    summary: 'Get the additional requirements of the caller’s laboratory or of a partner',
    params: z.strictObject({ id: Id }),
    reply: z.strictObject({
      requirements: Requirements,
    }),
    errors: ['partner.not_found'],
  },
  'prescriptions.setRequirements': {
    method: 'PUT',
    path: '/laboratories/requirements',
    permission: 'requirement.manage',
    audit: 'prescriptions.setRequirements',
    summary: 'Set the additional requirements of the caller’s laboratory',
    body: z.strictObject({
      requirements: Requirements,
    }),
    reply: z.strictObject({
      requirements: Requirements,
    }),
    errors: [],
    example: {
      body: { requirements: ['restoration.stump'] },
    },
  },
} as const satisfies RouteTable
