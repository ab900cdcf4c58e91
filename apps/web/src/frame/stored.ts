/** What this browser remembers. @returns undefined where nothing readable is kept, or storage is refused */
export function readStored<T>(key: string, storage: 'local' | 'session' = 'local'): T | undefined {
  try {
    const kept = area(storage).getItem(key)
    return kept === null ? undefined : (JSON.parse(kept) as T)
  } catch {
    return undefined
  }
}

/** Remembers a value; a browser that refuses storage forgets it, which is no error. `undefined` removes it. */
export function writeStored(key: string, value: unknown, storage: 'local' | 'session' = 'local'): void {
  try {
    if (value === undefined) area(storage).removeItem(key)
    else area(storage).setItem(key, JSON.stringify(value))
  } catch {
    // Private windows and full disks refuse; the page works without.
  }
}

/** The keys that begin so; none where storage is refused. */
export function listStoredKeys(prefix: string, storage: 'local' | 'session' = 'local'): string[] {
  try {
    return Object.keys(area(storage)).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** Keys of drafts begin with this; they are kept in session storage only. */
export const draftPrefix = 'pontic.draft.'

/** The one draft of no account: the code of a share link, carried through the sign-in. */
export const shareCodeName = 'share-code'

/** The storage key of an account's draft: drafts of different accounts never meet in one tab. */
export const draftKey = (accountId: string | undefined, name: string): string =>
  `${draftPrefix}${accountId ?? ''}.${name}`

/**
 * Deletes the drafts of this tab, so that the next person to sign in can't read them.
 * @param keptAccountId keeps the drafts of this account and those of nobody (registration, the code of a share link)
 */
export function forgetDrafts(keptAccountId?: string): void {
  for (const key of listStoredKeys(draftPrefix, 'session')) {
    const owner = key.slice(draftPrefix.length).split('.')[0] ?? ''
    const isKept = keptAccountId !== undefined && ['', keptAccountId, shareCodeName].includes(owner)
    if (!isKept) writeStored(key, undefined, 'session')
  }
}

const area = (storage: 'local' | 'session') => (storage === 'local' ? localStorage : sessionStorage)
