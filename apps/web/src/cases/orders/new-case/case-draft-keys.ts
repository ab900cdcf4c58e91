import { draftKey, readStored } from '../../../frame/stored.ts'

/** The storage key of a draft of a new case; without an id what the keys of all of the account's drafts begin with. */
export const caseDraftKey = (accountId: string, id = ''): string => draftKey(accountId, `newCase.${id}`)

/** Whether the account has a draft of this id in this tab. The case list asks before the dialog is fetched. */
export const hasCaseDraft = (accountId: string, id: string): boolean =>
  readStored(caseDraftKey(accountId, id), 'session') !== undefined
