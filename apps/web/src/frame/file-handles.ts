import { limits } from '@pontic/contract'

/** What a browser with the File System Access API gives for a chosen or dropped file: it can be read again after a reload. */
export type KeptHandle = FileSystemFileHandle & {
  requestPermission?: (wanted: { mode: 'read' }) => Promise<PermissionState>
}

type Kept = { fileId: string; handle: KeptHandle; keptAtMs: number }

const storeName = 'handles'
let opened: Promise<IDBDatabase> | undefined

function openStore(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('pontic-files', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'fileId' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return opened
}

async function inStore<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const store = (await openStore()).transaction(storeName, mode).objectStore(storeName)
    return await new Promise<T>((resolve, reject) => {
      const request = act(store)
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  } catch {
    // Private windows refuse the store; the file is then dropped again by hand.
    return undefined
  }
}

/** Remembers where an announced file came from, so that its upload goes on with one click after a reload. */
export async function keepHandle(fileId: string, handle: KeptHandle): Promise<void> {
  await inStore('readwrite', (store) => store.put({ fileId, handle, keptAtMs: Date.now() } satisfies Kept))
  await forgetOldHandles()
}

/** Where an announced file came from, if this browser still knows. */
export async function findHandle(fileId: string): Promise<KeptHandle | undefined> {
  const kept = await inStore<Kept | undefined>('readonly', (store) => store.get(fileId))
  return kept?.handle
}

/** Forgets a file that is complete or was taken out. */
export async function forgetHandle(fileId: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(fileId))
}

// An upload that is older than this can't be resumed any more (rules §7).
async function forgetOldHandles(): Promise<void> {
  const oldestMs = Date.now() - limits.uploadDays * 24 * 3_600_000
  const all = (await inStore<Kept[]>('readonly', (store) => store.getAll())) ?? []
  for (const kept of all) if (kept.keptAtMs < oldestMs) await forgetHandle(kept.fileId)
}

/**
 * Reads the file behind a handle; the browser may ask the user first, so call it from a press.
 * @returns undefined when he refused, or the file is gone
 */
export async function readHandle(handle: KeptHandle): Promise<File | undefined> {
  try {
    if ((await handle.requestPermission?.({ mode: 'read' })) === 'denied') return undefined
    return await handle.getFile()
  } catch {
    return undefined
  }
}
