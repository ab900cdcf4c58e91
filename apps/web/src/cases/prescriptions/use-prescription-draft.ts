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

/** Prescriptions that are being written, at most one for each type of order. */
export type WrittenPrescriptions = Partial<Record<OrderType, Prescription>>

/** A prescription while it is written. */
export type PrescriptionDraft = {
  readonly value: Prescription
  readonly change: (next: Prescription) => void
  /** Whether anything was said here that is not saved yet. */
  readonly isTouched: boolean
  /** What is missing for sending. */
  readonly missing: readonly MissingPart[]
  /** What its rules refuse, by path: sentences. While there is one it cannot be saved. */
  readonly wrong: Readonly<Record<string, string>>
  /** What stands at the fields: what is refused, and once sending was tried what is missing. */
  readonly errors: Readonly<Record<string, string>>
}

/**
 * A prescription that is being written: one for each type of order, so that another choice of type loses nothing. A new one
 * begins with the kept preferences.
 * @param options.saved what the case says already
 * @param options.written, options.onWrite what was written so far, and where a change of it goes
 * @param options.labId the laboratory it may go to: what that one asks for is missing too
 * @param options.isAsked sending was tried: what is missing stands at its field
 */
export function usePrescriptionDraft(options: {
  type: OrderType
  saved: Prescription | null
  written: WrittenPrescriptions
  onWrite: (change: (before: WrittenPrescriptions) => WrittenPrescriptions) => void
  labId: string | null
  isAsked: boolean
}): PrescriptionDraft {
  const { type, saved, written, onWrite, labId, isAsked } = options
  const fields = useTexts('fields')
  const preferences = useKeptPreferences(saved === null)
  const requirements = useRequirements(labId)
  const before = saved?.type === type ? saved : undefined
  const value = useMemo(
    () => written[type] ?? before ?? beginWith(type, preferences),
    [written, type, before, preferences],
  )
  const change = useCallback(
    (next: Prescription) => onWrite((all) => ({ ...all, [next.type]: next })),
    [onWrite],
  )
  const missing = useMemo(() => listMissing(type, value, requirements), [type, value, requirements])
  const wrong = useMemo(() => {
    const judged = readInput(Prescription, value)
    if (judged.isValid) return {}
    return Object.fromEntries(Object.entries(judged.fields).map(([path, name]) => [path, fields(name)]))
  }, [value, fields])
  const errors = useMemo(() => {
    const asked = isAsked ? missing.map(({ path }) => [path, fields('required')] as const) : []
    return { ...Object.fromEntries(asked), ...wrong }
  }, [isAsked, missing, wrong, fields])
  return { value, change, isTouched: written[type] !== undefined, missing, wrong, errors }
}

/** The prescriptions of a stored draft; nothing of a shape that is no prescription any more. */
export function readWritten(stored: unknown): WrittenPrescriptions {
  const kept = (stored ?? {}) as Record<string, unknown>
  return Object.fromEntries(
    Object.values(orderTypes)
      .map((type) => [type, kept[type]] as const)
      .filter(([type, one]) => (one as Prescription | undefined)?.type === type),
  ) as WrittenPrescriptions
}

function beginWith(type: OrderType, preferences: Preferences | null): Prescription {
  const blank = blankPrescription(type)
  return preferences && 'preferences' in blank ? { ...blank, preferences } : blank
}

/** Preferences that new cases begin with: one's own, else the clinic's. */
export function useKeptPreferences(isEnabled: boolean): Preferences | null {
  const { data } = useRead('prescriptions.getPreferences', {}, { isEnabled })
  return data?.own ?? data?.shared ?? null
}

const nothing: readonly LabRequirement[] = []

/** What a laboratory asks for beside what every case needs; nothing while no laboratory is known. */
export function useRequirements(labId: string | null): readonly LabRequirement[] {
  const { data } = useRead(
    'prescriptions.getRequirements',
    { params: { id: labId ?? '' } },
    {
      isEnabled: labId !== null,
      isFresh: true,
    },
  )
  return (labId !== null && data?.requirements) || nothing
}
