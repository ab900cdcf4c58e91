import { draftKey, readStored } from '../../../frame/stored.ts'

/** The storage key of a draft; without an id the prefix of the keys of all drafts of the account. */
export const caseDraftKey = (accountId: string, id = ''): string => draftKey(accountId, `newCase.${id}`)

/** Whether this tab has a draft of this id. In its own file because the case list needs it before the dialog is loaded. */
export const hasCaseDraft = (accountId: string, id: string): boolean =>
  readStored(caseDraftKey(accountId, id), 'session') !== undefined
