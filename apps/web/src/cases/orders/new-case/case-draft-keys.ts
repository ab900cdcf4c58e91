import { draftKey, readStored } from '../../../frame/stored.ts'

/** Returns the storage key of a draft; without an id, the prefix of the keys of all drafts of the account. */
export const caseDraftKey = (accountId: string, id = ''): string => draftKey(accountId, `newCase.${id}`)

/** Whether this tab has stored a draft with this id. This file is separate, so that the case list need not load the dialog. */
export const hasCaseDraft = (accountId: string, id: string): boolean =>
  readStored(caseDraftKey(accountId, id), 'session') !== undefined
