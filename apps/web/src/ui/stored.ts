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

const area = (storage: 'local' | 'session') => (storage === 'local' ? localStorage : sessionStorage)
