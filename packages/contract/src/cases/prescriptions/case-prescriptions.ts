import type { OrderType } from '../orders/order-types.ts'
import type { Prescription } from './prescription.ts'
import { listMissing, type MissingPart } from './prescription-missing.ts'
import type { LabRequirement } from './prescription-requirements.ts'
import type { PrescriptionProblem } from './prescription-rules.ts'

/** The prescriptions of a case: that of the case’s type, and further ones, each of another type (rules §6). */
export type CasePrescriptions = {
  readonly prescription: Prescription | null
  readonly morePrescriptions: readonly Prescription[]
}

/** Lists the further prescriptions that have the type of the case or of another prescription before them. */
export function listTypeProblems(
  type: OrderType,
  morePrescriptions: readonly Prescription[],
): PrescriptionProblem[] {
  const types = [type, ...morePrescriptions.map((one) => one.type)]
  return morePrescriptions.flatMap((one, at) =>
    types.indexOf(one.type) === at + 1
      ? []
      : [{ path: ['morePrescriptions', at, 'type'], key: 'choice' as const }],
  )
}

/** Lists all prescriptions of a case, beginning with that of the case’s type. */
export const listPrescriptions = ({ prescription, morePrescriptions }: CasePrescriptions): Prescription[] =>
  prescription === null ? [...morePrescriptions] : [prescription, ...morePrescriptions]

/** A required field that is empty, the type of its prescription, and its path in the case. */
export type CaseMissingPart = MissingPart & { type: OrderType; casePath: string }

/** Lists the required fields that are empty in all prescriptions of a case, as `listMissing`. */
export function listMissingOfCase(
  type: OrderType,
  { prescription, morePrescriptions }: CasePrescriptions,
  requirements: readonly LabRequirement[] = [],
): CaseMissingPart[] {
  const first = listMissing(type, prescription, requirements).map((part) => ({
    ...part,
    type,
    casePath: `prescription.${part.path}`,
  }))
  const more = morePrescriptions.flatMap((one, at) =>
    listMissing(one.type, one, requirements).map((part) => ({
      ...part,
      type: one.type,
      casePath: `morePrescriptions.${at}.${part.path}`,
    })),
  )
  return [...first, ...more]
}
