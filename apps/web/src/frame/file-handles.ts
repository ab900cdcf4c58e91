import { limits } from '@pontic/contract'

/** Handle of a chosen or dropped file (File System Access API), with which the page can read the file again after a reload. */
export type FileHandle = FileSystemFileHandle & {
  requestPermission?: (wanted: { mode: 'read' }) => Promise<PermissionState>
}

type Row = { fileId: string; handle: FileHandle; keptAtMs: number }

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

async function requestStore<T>(
  mode: IDBTransactionMode,
  toRequest: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const store = (await openStore()).transaction(storeName, mode).objectStore(storeName)
    return await new Promise<T>((resolve, reject) => {
      const request = toRequest(store)
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  } catch {
    // IndexedDB can be missing in private windows. The user then chooses the file again.
    return undefined
  }
}

/** Stores the handle of an announced file in IndexedDB, so that its upload resumes with one click after a reload. */
export async function storeHandle(fileId: string, handle: FileHandle): Promise<void> {
  const row: Row = { fileId, handle, keptAtMs: Date.now() }
  await requestStore('readwrite', (store) => store.put(row))
  await deleteOldHandles()
}

/** Finds the stored handle of an announced file. */
export async function findHandle(fileId: string): Promise<FileHandle | undefined> {
  const row = await requestStore<Row | undefined>('readonly', (store) => store.get(fileId))
  return row?.handle
}

/** Deletes the stored handle of a file. */
export async function deleteHandle(fileId: string): Promise<void> {
  await requestStore('readwrite', (store) => store.delete(fileId))
}

// An upload that is older than `uploadDays` can't be resumed (rules §7).
async function deleteOldHandles(): Promise<void> {
  const oldestMs = Date.now() - limits.uploadDays * 24 * 3_600_000
  const all = (await requestStore<Row[]>('readonly', (store) => store.getAll())) ?? []
  for (const row of all) if (row.keptAtMs < oldestMs) await deleteHandle(row.fileId)
}

/**
 * Reads the file of a handle. Call it from a click handler, because the browser may ask the user for permission.
 * @returns undefined if the user refused or the file no longer exists
 */
export async function readHandle(handle: FileHandle): Promise<File | undefined> {
  try {
    if ((await handle.requestPermission?.({ mode: 'read' })) === 'denied') return undefined
    return await handle.getFile()
  } catch {
    return undefined
  }
}
