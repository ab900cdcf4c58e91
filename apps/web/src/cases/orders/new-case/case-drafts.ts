import { limits } from '@pontic/contract'
import * as z from 'zod/mini'
import { listStoredKeys, readStored, writeStored } from '../../../frame/stored.ts'
import {
  parseUnsavedPrescriptions,
  type UnsavedPrescriptions,
} from '../../prescriptions/use-prescription-draft.ts'
import { blankCase, type CaseValues, toCaseValues } from '../CaseFields.tsx'
import { caseDraftKey } from './case-draft-keys.ts'
import { type CaseStep, caseSteps } from './StepBar.tsx'

/** The input of a new case as it is stored. It has only the names of files, because session storage can't contain files. */
export type CaseDraftContent = {
  readonly values: CaseValues
  readonly written: UnsavedPrescriptions
  readonly labId: string | null
  readonly isWithoutScans: boolean
  readonly step: CaseStep
  readonly fileNames: readonly string[]
}

/** A stored draft of a new case. `changedAt` is ISO 8601. */
export type CaseDraft = CaseDraftContent & { readonly id: string; readonly changedAt: string }

const dayMs = 24 * 3_600_000

const Stored = z.object({
  id: z.string(),
  changedAt: z.iso.datetime(),
  values: z.record(z.string(), z.unknown()),
  written: z.unknown(),
  labId: z.nullable(z.string()),
  isWithoutScans: z.boolean(),
  step: z.enum(caseSteps),
  fileNames: z.array(z.string()),
})

/** Lists the drafts of an account in this tab, newest first, and deletes those that are expired or can't be parsed. */
export function listCaseDrafts(accountId: string, now = Date.now()): CaseDraft[] {
  const drafts = listStoredKeys(caseDraftKey(accountId), 'session').flatMap((key) => {
    const draft = readDraft(key)
    if (draft && daysLeft(draft, now) > 0) return [draft]
    writeStored(key, undefined, 'session')
    return []
  })
  return drafts.sort((one, other) => other.changedAt.localeCompare(one.changedAt))
}

/** Finds a draft by its id. An expired draft is not found. */
export const findCaseDraft = (accountId: string, id: string): CaseDraft | undefined =>
  listCaseDrafts(accountId).find((draft) => draft.id === id)

/** Stores the content of a draft with the current time. */
export const updateCaseDraft = (accountId: string, id: string, content: CaseDraftContent): void =>
  writeStored(caseDraftKey(accountId, id), { ...content, id, changedAt: new Date().toISOString() }, 'session')

export const deleteCaseDraft = (accountId: string, id: string): void =>
  writeStored(caseDraftKey(accountId, id), undefined, 'session')

/** Returns the days until a draft expires, rounded up; 0 or less for an expired draft. */
export const daysLeft = ({ changedAt }: Pick<CaseDraft, 'changedAt'>, now = Date.now()): number =>
  Math.ceil((Date.parse(changedAt) + limits.caseDraftDays * dayMs - now) / dayMs)

/** Whether the user has filled in anything. The current step does not count. */
export function isCaseFilled({ values, written, labId, isWithoutScans, fileNames }: CaseDraftContent) {
  const isTyped = JSON.stringify(values) !== JSON.stringify(blankCase)
  return (
    isTyped || Object.keys(written).length > 0 || labId !== null || isWithoutScans || fileNames.length > 0
  )
}

function readDraft(key: string): CaseDraft | undefined {
  const read = z.safeParse(Stored, readStored(key, 'session'))
  if (!read.success) return undefined
  // Removes fields that the form no longer has.
  const values = toCaseValues({ ...blankCase, ...read.data.values })
  return { ...read.data, values, written: parseUnsavedPrescriptions(read.data.written) }
}
