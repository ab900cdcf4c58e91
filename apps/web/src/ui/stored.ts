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

/** Keys of what was typed and not sent begin so; kept for the tab's session only. */
export const draftPrefix = 'pontic.draft.'

/** Forgets all drafts of this tab: whoever signs in after a sign-out must not read them. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(draftPrefix)) sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept where storage is refused.
  }
}

const area = (storage: 'local' | 'session') => (storage === 'local' ? localStorage : sessionStorage)
