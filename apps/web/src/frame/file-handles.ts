import { limits } from '@pontic/contract'

/** Handle of a chosen or dropped file (File System Access API), with which the file can be read again after a reload. */
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
    // Private windows have no store; the user then chooses the file again.
    return undefined
  }
}

/** Keeps the handle of an announced file, so that its upload resumes with one click after a reload. */
export async function keepHandle(fileId: string, handle: KeptHandle): Promise<void> {
  await inStore('readwrite', (store) => store.put({ fileId, handle, keptAtMs: Date.now() } satisfies Kept))
  await deleteOldHandles()
}

/** Finds the handle of an announced file. */
export async function findHandle(fileId: string): Promise<KeptHandle | undefined> {
  const kept = await inStore<Kept | undefined>('readonly', (store) => store.get(fileId))
  return kept?.handle
}

/** Deletes the handle of a file that is complete or was removed. */
export async function deleteHandle(fileId: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(fileId))
}

// Older uploads can't be resumed (rules §7).
async function deleteOldHandles(): Promise<void> {
  const oldestMs = Date.now() - limits.uploadDays * 24 * 3_600_000
  const all = (await inStore<Kept[]>('readonly', (store) => store.getAll())) ?? []
  for (const kept of all) if (kept.keptAtMs < oldestMs) await deleteHandle(kept.fileId)
}

/**
 * Reads the file of a handle. Call it from a press, because the browser may ask the user for permission.
 * @returns undefined if they refused or the file is gone
 */
export async function readHandle(handle: KeptHandle): Promise<File | undefined> {
  try {
    if ((await handle.requestPermission?.({ mode: 'read' })) === 'denied') return undefined
    return await handle.getFile()
  } catch {
    return undefined
  }
}
