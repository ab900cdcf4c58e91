const prefix = 'pontic-levels-'

/** Returns the name of the cache (Cache API) with the levels of scans that an account has opened in this browser. */
export const storedLevelsName = (accountId: string): string => prefix + accountId

/** Whether an account has opened scans in this browser whose levels are stored. */
export const hasStoredLevels = async (accountId: string): Promise<boolean> =>
  typeof caches !== 'undefined' && (await caches.has(storedLevelsName(accountId)).catch(() => false))

/** Deletes the stored levels of all accounts, except those of the signed-in one. */
export function deleteStoredLevels(keptAccountId?: string): void {
  // Browsers have the Cache API only on https and loopback.
  if (typeof caches === 'undefined') return
  const remove = async () => {
    for (const name of await caches.keys())
      if (name.startsWith(prefix) && name !== storedLevelsName(keptAccountId ?? '')) await caches.delete(name)
  }
  // Without storage, as in some private windows, there is nothing to delete.
  remove().catch(() => undefined)
}
