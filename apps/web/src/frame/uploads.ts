import { createUploader, type Upload, type Uploader, type UploadTotals } from '@pontic/client'
import type { OrderFile } from '@pontic/contract'
import { markStale } from './cache.ts'
import { deleteHandle, type FileHandle, storeHandle } from './file-handles.ts'
import { isDownloadStarting } from './leaving.ts'
import { onSessionChange, portal } from './session.ts'
import { isOpenUpload, uploadingCases, uploadList, uploadLock } from './upload-list.ts'

/** The case of an upload, for the upload tray, which is shown on every screen. */
export type UploadCase = { readonly orderId: string; readonly number: string }

const cases = new Map<string, UploadCase>()
const settled = new Set<string>()
let uploader = startUploader()

function startUploader(): Uploader {
  const started = createUploader(portal)
  started.subscribe(() => {
    handleSettled(started.list())
    uploadList.set(uploader.list())
    publishCases()
  })
  return started
}

const locks = new Map<string, () => void>()

/** Publishes the cases with open uploads, and holds a lock for each, by which the other tabs of this browser know of them. */
function publishCases(): void {
  const open = new Set(
    uploader
      .list()
      .flatMap((upload) => (isOpenUpload(upload) ? (cases.get(upload.fileId)?.orderId ?? []) : [])),
  )
  const last = uploadingCases.get()
  if (open.size === last.size && [...open].every((orderId) => last.has(orderId))) return
  uploadingCases.set(open)
  for (const orderId of open) {
    if (last.has(orderId)) continue
    const done = new Promise<void>((resolve) => locks.set(orderId, resolve))
    // Without https the browser has no Web Locks.
    void navigator.locks?.request(`${uploadLock}${orderId}`, { mode: 'shared' }, () => done)
  }
  for (const orderId of last) if (!open.has(orderId)) locks.get(orderId)?.()
}

// Fetches cases again when a file is complete or its upload has failed. Handles each such upload once.
function handleSettled(uploads: readonly Upload[]) {
  for (const { fileId, status } of uploads) {
    if (status !== 'done' && status !== 'failed') settled.delete(fileId)
    else if (!settled.has(fileId)) {
      settled.add(fileId)
      if (status === 'done') void deleteHandle(fileId)
      markStale('orders')
    }
  }
}

// Uploads belong to one user. They stop when the user or their two-factor state changes. The user can resume them later.
onSessionChange(() => {
  uploader.dispose()
  cases.clear()
  settled.clear()
  uploader = startUploader()
  uploadList.set(uploader.list())
  publishCases()
})

addEventListener('beforeunload', (event) => {
  if (uploader.totals().openCount > 0 && !isDownloadStarting()) event.preventDefault()
})

/**
 * Starts or resumes the upload of an announced file. It continues while the user navigates.
 * @param handle stored, so that the page can read the file again after a reload
 */
export function startUpload(of: UploadCase, announced: OrderFile, file: File, handle?: FileHandle): void {
  cases.set(announced.id, of)
  if (handle) void storeHandle(announced.id, handle)
  uploader.add(file, announced)
}

/** Returns the totals of all uploads. */
export const uploadTotals = (): UploadTotals => uploader.totals()

/** Returns the case of an upload. */
export const caseOfUpload = (fileId: string): UploadCase | undefined => cases.get(fileId)

/** Pauses the upload of a file. The uploaded bytes stay on the server. */
export const pauseUpload = (fileId: string): void => uploader.pause(fileId)

/** Resumes a paused or failed upload. */
export const resumeUpload = (fileId: string): void => uploader.resume(fileId)

/** Pauses all uploads. */
export const pauseAllUploads = (): void => uploader.pauseAll()

/** Resumes all uploads. */
export const resumeAllUploads = (): void => uploader.resumeAll()

/** Removes completed and cancelled uploads from the list. */
export const clearFinishedUploads = (): void => uploader.clearFinished()

/**
 * Stops the upload of a file and removes the file from its case. The upload stops even if the removal fails.
 * @throws CallError `order.wrong_status` if the case no longer allows the removal
 */
export async function cancelUpload(fileId: string): Promise<void> {
  void deleteHandle(fileId)
  await uploader.cancel(fileId)
  markStale('orders')
}
