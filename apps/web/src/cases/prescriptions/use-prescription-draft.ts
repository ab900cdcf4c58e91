import {
  blankPrescription,
  type CaseMissingPart,
  type CasePrescriptions,
  type LabRequirement,
  listMissingOfCase,
  type OrderType,
  orderTypes,
  type Preferences,
  Prescription,
  readInput,
} from '@pontic/contract'
import { useCallback, useMemo } from 'react'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'

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

/** The prescriptions of a case that are being edited. */
export type PrescriptionDraft = {
  /** The prescription of the case's type. */
  readonly value: Prescription
  /** Further prescriptions, each of another type. */
  readonly more: readonly Prescription[]
  /** Changes the prescription of the type of `next`. */
  readonly change: (next: Prescription) => void
  /** Adds a prescription of another type. If the user has removed that type before, their entries come back. */
  readonly addType: (type: OrderType) => void
  /** Removes the further prescription of a type. */
  readonly removeType: (type: OrderType) => void
  /** Replaces prescriptions with those of a template or of another case, and adds their types. */
  readonly fill: (given: CasePrescriptions) => void
  /** Whether there are unsaved changes. */
  readonly isTouched: boolean
  /** The values that the case still needs before it can be sent. */
  readonly missing: readonly CaseMissingPart[]
  /** Error messages by path in the case, such as `prescription.items.0.work`. A case with errors can't be saved. */
  readonly invalid: Readonly<Record<string, string>>
  /** Returns the messages at the fields of a prescription: the errors, and after an attempt to send also the missing values. */
  readonly errorsOf: (type: OrderType) => Readonly<Record<string, string>>
}

const noMore: readonly Prescription[] = []

/**
 * Edits the prescriptions of a case. Each type of order has a draft of its own, so that changing the type loses no input. A new
 * prescription starts with the saved preferences.
 * @param options.saved, options.savedMore the saved prescriptions of the case
 * @param options.unsaved, options.onUnsavedChange the unsaved prescriptions, and the function that changes them
 * @param options.labId the laboratory whose requirements are also checked
 * @param options.showsMissing marks missing values at their fields; true after an attempt to send
 */
export function usePrescriptionDraft(options: {
  type: OrderType
  saved: Prescription | null
  savedMore?: readonly Prescription[]
  unsaved: UnsavedPrescriptions
  onUnsavedChange: (change: (before: UnsavedPrescriptions) => UnsavedPrescriptions) => void
  labId: string | null
  showsMissing: boolean
}): PrescriptionDraft {
  const { type, saved, savedMore = noMore, unsaved, onUnsavedChange, labId, showsMissing } = options
  const fields = useTexts('fields')
  const all = useValues({ type, saved, savedMore, unsaved })
  const { value, more } = all
  const moreTypes = listMoreTypes(type, unsaved, savedMore)
  const edits = useEdits({ type, savedMore, onUnsavedChange })
  const requirements = useRequirements(labId)
  const missing = useMemo(
    () => listMissingOfCase(type, { prescription: value, morePrescriptions: more }, requirements),
    [type, value, more, requirements],
  )
  const invalid = useMemo(() => {
    const wrong = [value, ...more].flatMap((one, at) => {
      const result = readInput(Prescription, one)
      if (result.isValid) return []
      return Object.entries(result.fields).map(
        ([path, name]) => [`${pathOf(at)}.${path}`, fields(name)] as const,
      )
    })
    return Object.fromEntries(wrong)
  }, [value, more, fields])
  const errorsOf = useCallback(
    (of: OrderType) => {
      const prefix = `${pathOf([value, ...more].findIndex((one) => one.type === of))}.`
      const required = showsMissing
        ? missing
            .filter((part) => part.type === of)
            .map(({ casePath }) => [casePath, fields('required')] as const)
        : []
      return Object.fromEntries(
        Object.entries({ ...Object.fromEntries(required), ...invalid })
          .filter(([path]) => path.startsWith(prefix))
          .map(([path, text]) => [path.slice(prefix.length), text]),
      )
    },
    [value, more, showsMissing, missing, invalid, fields],
  )
  const isTouched = [type, ...moreTypes].some((one) => unsaved[one] !== undefined) || hasOtherTypes(all)
  return { value, more, ...edits, isTouched, missing, invalid, errorsOf }
}

const pathOf = (at: number) => (at <= 0 ? 'prescription' : `morePrescriptions.${at - 1}`)

type Stored = {
  type: OrderType
  saved: Prescription | null
  savedMore: readonly Prescription[]
  unsaved: UnsavedPrescriptions
}

/** Returns the prescriptions that the form shows: the unsaved ones, else the saved ones, else new ones. */
function useValues({ type, saved, savedMore, unsaved }: Stored) {
  const preferences = useSavedPreferences(saved === null || unsaved.more !== undefined)
  return useMemo(() => {
    const all = saved === null ? savedMore : [saved, ...savedMore]
    const prescriptionOf = (one: OrderType) =>
      unsaved[one] ?? all.find((before) => before.type === one) ?? createPrescription(one, preferences)
    const moreTypes = listMoreTypes(type, unsaved, savedMore)
    return { value: prescriptionOf(type), more: moreTypes.map(prescriptionOf), savedMore }
  }, [type, saved, savedMore, unsaved, preferences])
}

const hasOtherTypes = ({ more, savedMore }: ReturnType<typeof useValues>) =>
  more.map((one) => one.type).join() !== savedMore.map((one) => one.type).join()

function useEdits({
  type,
  savedMore,
  onUnsavedChange,
}: {
  type: OrderType
  savedMore: readonly Prescription[]
  onUnsavedChange: (change: (before: UnsavedPrescriptions) => UnsavedPrescriptions) => void
}) {
  return useMemo(() => {
    const setMore = (edit: (types: OrderType[]) => OrderType[]) =>
      onUnsavedChange((all) => ({ ...all, more: edit(listMoreTypes(type, all, savedMore)) }))
    return {
      change: (next: Prescription) => onUnsavedChange((all) => ({ ...all, [next.type]: next })),
      addType: (added: OrderType) => setMore((types) => [...types.filter((one) => one !== added), added]),
      removeType: (removed: OrderType) => setMore((types) => types.filter((one) => one !== removed)),
      fill: (given: CasePrescriptions) =>
        onUnsavedChange((all) => fillPrescriptions(all, given, listMoreTypes(type, all, savedMore))),
    }
  }, [type, savedMore, onUnsavedChange])
}

/** Lists the types of the further prescriptions of a case of this type: the unsaved list, else those that are saved. */
const listMoreTypes = (
  type: OrderType,
  unsaved: UnsavedPrescriptions,
  saved: readonly Prescription[],
): OrderType[] => (unsaved.more ?? saved.map((one) => one.type)).filter((one) => one !== type)

/** Adds the prescriptions of a template or of another case. Further ones of other types stay. */
function fillPrescriptions(
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

function createPrescription(type: OrderType, preferences: Preferences | null): Prescription {
  const blank = blankPrescription(type)
  return preferences && 'preferences' in blank ? { ...blank, preferences } : blank
}

/** Reads the preferences of new cases: the user's own, else the clinic's. */
function useSavedPreferences(isEnabled: boolean): Preferences | null {
  const { data } = useRead('prescriptions.getPreferences', {}, { isEnabled })
  return data?.own ?? data?.shared ?? null
}

const nothing: readonly LabRequirement[] = []

/** Reads which data a laboratory requires; an empty list without a laboratory or while the list loads. */
export function useRequirements(labId: string | null): readonly LabRequirement[] {
  const { data } = useRead(
    'prescriptions.getRequirements',
    { params: { id: labId ?? '' } },
    { isEnabled: labId !== null, isFresh: true },
  )
  return (labId !== null && data?.requirements) || nothing
}
