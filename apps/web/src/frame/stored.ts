/** Reads a value from the browser's storage. @returns undefined if it is missing or unreadable, or storage is not available */
export function readStored<T>(key: string, storage: 'local' | 'session' = 'local'): T | undefined {
  try {
    const json = area(storage).getItem(key)
    return json === null ? undefined : (JSON.parse(json) as T)
  } catch {
    return undefined
  }
}

/** Writes a value to the browser's storage; `undefined` removes it. A failure of the storage is ignored. */
export function writeStored(key: string, value: unknown, storage: 'local' | 'session' = 'local'): void {
  try {
    if (value === undefined) area(storage).removeItem(key)
    else area(storage).setItem(key, JSON.stringify(value))
  } catch {
    // Private windows and full disks have no storage. The page works without it.
  }
}

/** Lists the keys with a prefix; none if storage is not available. */
export function listStoredKeys(prefix: string, storage: 'local' | 'session' = 'local'): string[] {
  try {
    return Object.keys(area(storage)).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** Prefix of the keys of drafts, which are in session storage only. */
export const draftPrefix = 'pontic.draft.'

/** Storage key, without the prefix, of a share link's code. The code is stored during the sign-in. */
export const shareCodeName = 'share-code'

/** Returns the storage key of a draft. It contains the account, so that accounts never share drafts in one tab. */
export const draftKey = (accountId: string | undefined, name: string): string =>
  `${draftPrefix}${accountId ?? ''}.${name}`

/**
 * Deletes the drafts of this tab, so that the next user can't read them.
 * @param keptAccountId account whose drafts stay. Drafts without an account (registration, share link) then also stay.
 */
export function deleteDrafts(keptAccountId?: string): void {
  for (const key of listStoredKeys(draftPrefix, 'session')) {
    const owner = key.slice(draftPrefix.length).split('.')[0] ?? ''
    const isKept = keptAccountId !== undefined && ['', keptAccountId, shareCodeName].includes(owner)
    if (!isKept) writeStored(key, undefined, 'session')
  }
}

const area = (storage: 'local' | 'session') => (storage === 'local' ? localStorage : sessionStorage)
