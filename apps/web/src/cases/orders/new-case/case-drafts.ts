import { limits } from '@pontic/contract'
import * as z from 'zod/mini'
import { listStoredKeys, readStored, writeStored } from '../../../frame/stored.ts'
import { readWritten, type WrittenPrescriptions } from '../../prescriptions/use-prescription-draft.ts'
import { blankCase, type CaseValues } from '../CaseFields.tsx'
import { caseDraftKey } from './case-draft-keys.ts'
import { type CaseStep, caseSteps } from './StepBar.tsx'

/** What is filled in of a new case. Files are not in it: session storage can't hold them, only their names. */
export type CaseDraftContent = {
  readonly values: CaseValues
  readonly written: WrittenPrescriptions
  readonly labId: string | null
  readonly isWithoutScans: boolean
  readonly step: CaseStep
  readonly fileNames: readonly string[]
}

/** A new case of one patient that is not registered yet. `changedAt` is ISO 8601. */
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

/** The drafts of an account in this tab, the latest first; those without a change for too long are deleted. */
export function listCaseDrafts(accountId: string, now = Date.now()): CaseDraft[] {
  const drafts = listStoredKeys(caseDraftKey(accountId), 'session').flatMap((key) => {
    const draft = readDraft(key)
    if (draft && daysLeft(draft, now) > 0) return [draft]
    writeStored(key, undefined, 'session')
    return []
  })
  return drafts.sort((one, other) => other.changedAt.localeCompare(one.changedAt))
}

/** @returns undefined where there is no such draft */
export const findCaseDraft = (accountId: string, id: string): CaseDraft | undefined =>
  listCaseDrafts(accountId).find((draft) => draft.id === id)

export const updateCaseDraft = (accountId: string, id: string, content: CaseDraftContent): void =>
  writeStored(caseDraftKey(accountId, id), { ...content, id, changedAt: new Date().toISOString() }, 'session')

export const deleteCaseDraft = (accountId: string, id: string): void =>
  writeStored(caseDraftKey(accountId, id), undefined, 'session')

/** Whole days until a draft is deleted if nobody changes it; 0 or less: its time has passed. */
export const daysLeft = ({ changedAt }: Pick<CaseDraft, 'changedAt'>, now = Date.now()): number =>
  Math.ceil((Date.parse(changedAt) + limits.caseDraftDays * dayMs - now) / dayMs)

/** Whether anything was filled in at all. The step alone is nothing. */
export function isCaseFilled({ values, written, labId, isWithoutScans, fileNames }: CaseDraftContent) {
  const isTyped = JSON.stringify(values) !== JSON.stringify(blankCase)
  return (
    isTyped || Object.keys(written).length > 0 || labId !== null || isWithoutScans || fileNames.length > 0
  )
}

function readDraft(key: string): CaseDraft | undefined {
  const read = z.safeParse(Stored, readStored(key, 'session'))
  if (!read.success) return undefined
  // Fields that the form no longer has are left behind.
  const values = Object.fromEntries(
    Object.keys(blankCase).map((name) => [
      name,
      read.data.values[name] ?? blankCase[name as keyof CaseValues],
    ]),
  ) as CaseValues
  return { ...read.data, values, written: readWritten(read.data.written) }
}
