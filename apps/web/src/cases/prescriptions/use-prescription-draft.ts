import {
  blankPrescription,
  type LabRequirement,
  listMissing,
  type MissingPart,
  type OrderType,
  orderTypes,
  type Preferences,
  Prescription,
  readInput,
} from '@pontic/contract'
import { useCallback, useMemo } from 'react'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'

/** The unsaved prescriptions of one case, at most one for each type of order. */
export type UnsavedPrescriptions = Partial<Record<OrderType, Prescription>>

/** A prescription that is being edited. */
export type PrescriptionDraft = {
  readonly value: Prescription
  readonly change: (next: Prescription) => void
  /** Whether there are unsaved changes. */
  readonly isTouched: boolean
  /** The values that the case still needs before it can be sent. */
  readonly missing: readonly MissingPart[]
  /** Error messages by path. A prescription with errors can't be saved. */
  readonly invalid: Readonly<Record<string, string>>
  /** Messages at the fields, by path: the errors, and after an attempt to send also the missing values. */
  readonly errors: Readonly<Record<string, string>>
}

/**
 * Edits a prescription. Each type of order has a draft of its own, so that changing the type loses no input. A new
 * prescription starts with the saved preferences.
 * @param options.saved the saved prescription of the case
 * @param options.unsaved, options.onUnsavedChange the unsaved prescriptions, and the function that changes them
 * @param options.labId the laboratory whose requirements are also checked
 * @param options.showsMissing marks missing values at their fields; true after an attempt to send
 */
export function usePrescriptionDraft(options: {
  type: OrderType
  saved: Prescription | null
  unsaved: UnsavedPrescriptions
  onUnsavedChange: (change: (before: UnsavedPrescriptions) => UnsavedPrescriptions) => void
  labId: string | null
  showsMissing: boolean
}): PrescriptionDraft {
  const { type, saved, unsaved, onUnsavedChange, labId, showsMissing } = options
  const fields = useTexts('fields')
  const preferences = useSavedPreferences(saved === null)
  const requirements = useRequirements(labId)
  const before = saved?.type === type ? saved : undefined
  const value = useMemo(
    () => unsaved[type] ?? before ?? createPrescription(type, preferences),
    [unsaved, type, before, preferences],
  )
  const change = useCallback(
    (next: Prescription) => onUnsavedChange((all) => ({ ...all, [next.type]: next })),
    [onUnsavedChange],
  )
  const missing = useMemo(() => listMissing(type, value, requirements), [type, value, requirements])
  const invalid = useMemo(() => {
    const result = readInput(Prescription, value)
    if (result.isValid) return {}
    return Object.fromEntries(Object.entries(result.fields).map(([path, name]) => [path, fields(name)]))
  }, [value, fields])
  const errors = useMemo(() => {
    const required = showsMissing ? missing.map(({ path }) => [path, fields('required')] as const) : []
    return { ...Object.fromEntries(required), ...invalid }
  }, [showsMissing, missing, invalid, fields])
  return { value, change, isTouched: unsaved[type] !== undefined, missing, invalid, errors }
}

/** Parses the prescriptions of a stored draft. Values with a wrong `type` are ignored. Other fields are not checked. */
export function parseUnsavedPrescriptions(stored: unknown): UnsavedPrescriptions {
  const values = (stored ?? {}) as Record<string, unknown>
  return Object.fromEntries(
    Object.values(orderTypes)
      .map((type) => [type, values[type]] as const)
      .filter(([type, one]) => (one as Prescription | undefined)?.type === type),
  ) as UnsavedPrescriptions
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
