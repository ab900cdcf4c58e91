import { draftSteps } from '@pontic/contract'
import * as z from 'zod/mini'
import { draftKey, readStored, writeStored } from '../../../frame/stored.ts'
import { parseUnsavedPrescriptions } from '../../prescriptions/use-prescription-draft.ts'
import { blankCase, toCaseValues } from '../CaseFields.tsx'
import type { CaseInput } from './draft-content.ts'

/** Input that is not on the server yet. `version` is the version of the draft that it changes, 0 for a new draft. */
export type LocalDraft = { readonly version: number; readonly input: CaseInput }

const Stored = z.object({
  version: z.int(),
  input: z.object({
    values: z.record(z.string(), z.unknown()),
    written: z.unknown(),
    labId: z.nullable(z.string()),
    isWithoutScans: z.boolean(),
    step: z.enum(draftSteps),
    fileNames: z.array(z.string()),
  }),
})

const keyOf = (accountId: string, id: string) => draftKey(accountId, `newCase.${id}`)

/** Finds input of this tab that is not on the server yet. */
export function findLocalDraft(accountId: string, id: string): LocalDraft | undefined {
  const read = z.safeParse(Stored, readStored(keyOf(accountId, id), 'session'))
  if (!read.success) return undefined
  const { version, input } = read.data
  // Removes fields that the form no longer has.
  const values = toCaseValues({ ...blankCase, ...input.values })
  return { version, input: { ...input, values, written: parseUnsavedPrescriptions(input.written) } }
}

/** Stores input in this tab until it is on the server; `undefined` deletes it. */
export const writeLocalDraft = (accountId: string, id: string, draft: LocalDraft | undefined): void =>
  writeStored(keyOf(accountId, id), draft, 'session')
