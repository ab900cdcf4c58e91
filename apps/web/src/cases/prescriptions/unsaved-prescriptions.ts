import {
  blankPrescription,
  type CasePrescriptions,
  type OrderType,
  orderTypes,
  type Prescription,
} from '@pontic/contract'

/**
 * The unsaved prescriptions of one case, at most one for each type, and the types that the user has added to the type of the case.
 * Those of other types are kept, because the user may choose or add their type again. `more` is undefined until a type was added
 * or removed.
 */
export type UnsavedPrescriptions = Partial<Record<OrderType, Prescription>> & {
  readonly more?: readonly OrderType[]
}

/** Parses the prescriptions of a stored draft. Values with a wrong `type` are ignored. Fields that are newer get their default. */
export function parseUnsavedPrescriptions(stored: unknown): UnsavedPrescriptions {
  const { more, ...values } = (stored ?? {}) as Record<string, unknown>
  const prescriptions = Object.fromEntries(
    Object.values(orderTypes)
      .map((type) => [type, values[type]] as const)
      .filter(([type, one]) => (one as Prescription | undefined)?.type === type)
      .map(([type, one]) => [type, { ...blankPrescription(type), ...(one as Prescription) }]),
  ) as UnsavedPrescriptions
  if (!Array.isArray(more)) return prescriptions
  return { ...prescriptions, more: Object.values(orderTypes).filter((type) => more.includes(type)) }
}

/** Lists the types of the further prescriptions of a case of this type: the unsaved list, else those that are saved. */
export const listMoreTypes = (
  type: OrderType,
  unsaved: UnsavedPrescriptions,
  saved: readonly Prescription[],
): OrderType[] => (unsaved.more ?? saved.map((one) => one.type)).filter((one) => one !== type)

/** Adds the prescriptions of a template or of another case. Further ones of other types stay. */
export function fillPrescriptions(
  unsaved: UnsavedPrescriptions,
  { prescription, morePrescriptions }: CasePrescriptions,
  moreTypes: readonly OrderType[],
): UnsavedPrescriptions {
  const all = prescription === null ? morePrescriptions : [prescription, ...morePrescriptions]
  const added = morePrescriptions.map((one) => one.type).filter((type) => !moreTypes.includes(type))
  return {
    ...unsaved,
    ...Object.fromEntries(all.map((one) => [one.type, one])),
    ...(added.length === 0 ? {} : { more: [...moreTypes, ...added] }),
  }
}
