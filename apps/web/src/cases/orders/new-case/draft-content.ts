import {
  type DraftContent,
  type DraftStep,
  limits,
  orderTypes,
  Prescription,
  readInput,
} from '@pontic/contract'
import type { UnsavedPrescriptions } from '../../prescriptions/use-prescription-draft.ts'
import { blankCase, type CaseValues, toCaseValues } from '../CaseFields.tsx'

/** What the user has filled in for a new case. Files that are not announced yet are stored by name only. */
export type CaseInput = {
  readonly values: CaseValues
  readonly written: UnsavedPrescriptions
  readonly labId: string | null
  readonly isWithoutScans: boolean
  readonly step: DraftStep
  readonly fileNames: readonly string[]
}

/** The values with which an empty new case starts. */
export type CaseDefaults = Pick<CaseValues, 'doctor' | 'equipmentNumber' | 'softwareVersion'> & {
  readonly labId: string | null
}

export const noDefaults: CaseDefaults = { doctor: '', equipmentNumber: '', softwareVersion: '', labId: null }

/** The input of an empty new case. */
export const blankInput: CaseInput = {
  values: blankCase,
  written: {},
  labId: null,
  isWithoutScans: false,
  step: 'case',
  fileNames: [],
}

const listWritten = (written: UnsavedPrescriptions) =>
  Object.values(orderTypes).flatMap((type) => written[type] ?? [])

const isValid = (prescription: Prescription) => readInput(Prescription, prescription).isValid

/** Whether the server can store everything. It stores no prescriptions with contradictions, such as two works that exclude each other. */
export const isStorable = ({ written }: CaseInput): boolean => listWritten(written).every(isValid)

/** Maps the input to the content of a draft. Leaves out empty values, and what the server cannot store. */
export function toDraftContent(input: CaseInput): DraftContent {
  const { values, written, labId, isWithoutScans, step, fileNames } = input
  const filled = Object.entries(values).filter(([, value]) => value !== '' && value !== null)
  return {
    values: Object.fromEntries(filled),
    prescriptions: listWritten(written).filter(isValid).slice(0, limits.draftPrescriptionsMax),
    moreTypes: [...(written.more ?? [])],
    labId,
    isWithoutScans,
    step,
    fileNames: fileNames
      .map((name) => name.slice(0, limits.fileNameLengthMax))
      .slice(0, limits.filesPerOrderMax),
  }
}

/** Maps the content of a draft to the input of the form. */
export function toCaseInput({ values, prescriptions, moreTypes, ...rest }: DraftContent): CaseInput {
  const written: UnsavedPrescriptions = {
    ...Object.fromEntries(prescriptions.map((one) => [one.type, one])),
    ...(moreTypes.length > 0 ? { more: moreTypes } : {}),
  }
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return { ...rest, values: toCaseValues({ ...blankCase, ...Object.fromEntries(given) }), written }
}

/** Whether the user has filled in anything beyond the defaults. The current step does not count. */
export function isCaseFilled(input: CaseInput, { labId, ...texts }: CaseDefaults): boolean {
  const untouched: CaseValues = { ...blankCase, ...texts }
  return (
    Object.entries(input.values).some(([name, value]) => value !== untouched[name as keyof CaseValues]) ||
    Object.keys(input.written).length > 0 ||
    (input.labId !== labId && input.labId !== null) ||
    input.isWithoutScans ||
    input.fileNames.length > 0
  )
}
