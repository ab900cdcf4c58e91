/** Reads a value from the browser's storage. @returns undefined if there is none, it is unreadable, or storage is refused */
export function readStored<T>(key: string, storage: 'local' | 'session' = 'local'): T | undefined {
  try {
    const kept = area(storage).getItem(key)
    return kept === null ? undefined : (JSON.parse(kept) as T)
  } catch {
    return undefined
  }
}

/** Writes a value to the browser's storage; ignored if storage is refused. `undefined` removes it. */
export function writeStored(key: string, value: unknown, storage: 'local' | 'session' = 'local'): void {
  try {
    if (value === undefined) area(storage).removeItem(key)
    else area(storage).setItem(key, JSON.stringify(value))
  } catch {
    // Private windows and full disks refuse; the page works without storage.
  }
}

/** Lists the keys with a prefix; none if storage is refused. */
export function listStoredKeys(prefix: string, storage: 'local' | 'session' = 'local'): string[] {
  try {
    return Object.keys(area(storage)).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** Prefix of the keys of drafts, which are in session storage only. */
export const draftPrefix = 'pontic.draft.'

/** The only draft without an account: the code of a share link, kept during the sign-in. */
export const shareCodeName = 'share-code'

/** The storage key of a draft. It contains the account, so that accounts never share drafts in one tab. */
export const draftKey = (accountId: string | undefined, name: string): string =>
  `${draftPrefix}${accountId ?? ''}.${name}`

/**
 * Deletes the drafts of this tab, so that the next user can't read them.
 * @param keptAccountId keeps the drafts of this account and those without one (registration, the code of a share link)
 */
export function forgetDrafts(keptAccountId?: string): void {
  for (const key of listStoredKeys(draftPrefix, 'session')) {
    const owner = key.slice(draftPrefix.length).split('.')[0] ?? ''
    const isKept = keptAccountId !== undefined && ['', keptAccountId, shareCodeName].includes(owner)
    if (!isKept) writeStored(key, undefined, 'session')
  }
}

const area = (storage: 'local' | 'session') => (storage === 'local' ? localStorage : sessionStorage)
