import * as z from 'zod/mini'
import {
  appliances,
  materials,
  prescriptionChoices,
  removableKinds,
} from '../prescriptions/prescription-codes.ts'
import { Tooth } from '../prescriptions/teeth.ts'

const code = <const Codes extends readonly [string, ...string[]]>(codes: Codes) => z.nullable(z.enum(codes))

/** One part of what a case orders, as codes: the teeth, the work, its material and its shade. The type is `WorkPart`. */
export const Work = z.strictObject({
  /** Teeth, from the patient’s right to left; empty for appliances and for dentures that name none. */
  teeth: z.array(Tooth),
  /** A bridge, or the code of a work, an appliance or a denture. */
  work: z.discriminatedUnion('kind', [
    z.strictObject({
      /** A bridge of restorations. */
      kind: z.literal('bridge'),
    }),
    z.strictObject({
      /** A work of a restoration or an implant. */
      kind: z.literal('work'),
      /** Code of the work. @example "crown" */
      code: z.string(),
    }),
    z.strictObject({
      /** An orthodontic appliance. */
      kind: z.literal('appliance'),
      /** Code of the appliance. */
      code: z.enum(appliances),
    }),
    z.strictObject({
      /** A denture or another removable work. */
      kind: z.literal('removable'),
      /** Code of its kind. */
      code: z.enum(removableKinds),
    }),
  ]),
  /** Arch of an appliance or a denture. */
  arch: code(prescriptionChoices.arch),
  /** Null if not chosen, or if the teeth have different ones. */
  material: code(materials),
  /** Material of a denture’s base. */
  base: code(prescriptionChoices.base),
  /** Shade of the middle third. Null if not chosen, or if the teeth have different ones. @example "A2" */
  shade: z.nullable(z.string()),
})
