import { createUploader, type Upload, type Uploader, type UploadTotals } from '@pontic/client'
import type { OrderFile } from '@pontic/contract'
import { useSyncExternalStore } from 'react'
import { markStale } from './cache.ts'
import { deleteHandle, type KeptHandle, keepHandle } from './file-handles.ts'
import { onSessionChange, portal } from './session.ts'

/** The case of an upload, shown outside of the case. */
export type UploadCase = { readonly orderId: string; readonly number: string }

const cases = new Map<string, UploadCase>()
const settled = new Set<string>()
const listeners = new Set<() => void>()
let uploader = makeUploader()

function makeUploader(): Uploader {
  const made = createUploader(portal)
  made.subscribe(() => {
    settle(made.list())
    for (const listener of listeners) listener()
  })
  return made
}

// A file that is complete or was refused changes its case.
function settle(uploads: readonly Upload[]) {
  for (const { fileId, status } of uploads) {
    if (status !== 'done' && status !== 'failed') settled.delete(fileId)
    else if (!settled.has(fileId)) {
      settled.add(fileId)
      if (status === 'done') void deleteHandle(fileId)
      markStale('orders')
    }
  }
}

// Uploads belong to one user: they stop with the session and can be resumed after the next sign-in.
onSessionChange(() => {
  uploader.dispose()
  cases.clear()
  settled.clear()
  uploader = makeUploader()
  for (const listener of listeners) listener()
})

addEventListener('beforeunload', (event) => {
  if (uploader.totals().openCount > 0) event.preventDefault()
})

/**
 * Starts or resumes the upload of an announced file. It continues while the user navigates.
 * @param handle finds the file again after a reload
 */
export function startUpload(of: UploadCase, announced: OrderFile, file: File, handle?: KeptHandle): void {
  cases.set(announced.id, of)
  if (handle) void keepHandle(announced.id, handle)
  uploader.add(file, announced)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** All uploads of this page, in the order in which they were added. */
export const useUploads = (): readonly Upload[] => useSyncExternalStore(subscribe, () => uploader.list())

/** The upload of a file; undefined if it does not run in this page. */
export function useUpload(fileId: string): Upload | undefined {
  return useSyncExternalStore(subscribe, () => uploader.list().find((upload) => upload.fileId === fileId))
}

/** Totals of all uploads. */
export const uploadTotals = (): UploadTotals => uploader.totals()

/** The case of an upload. */
export const caseOfUpload = (fileId: string): UploadCase | undefined => cases.get(fileId)

/** Pauses a file; the uploaded bytes stay. */
export const pauseUpload = (fileId: string): void => uploader.pause(fileId)

/** Resumes a paused or failed file. */
export const resumeUpload = (fileId: string): void => uploader.resume(fileId)

/** Pauses all files. */
export const pauseAllUploads = (): void => uploader.pauseAll()

/** Resumes all files. */
export const resumeAllUploads = (): void => uploader.resumeAll()

/** Removes completed and cancelled uploads from the list. */
export const clearFinishedUploads = (): void => uploader.clearFinished()

/**
 * Stops a file and removes it from its case.
 * @throws CallError `order.wrong_status` if the case no longer allows it; the upload stops nevertheless
 */
export async function cancelUpload(fileId: string): Promise<void> {
  void deleteHandle(fileId)
  await uploader.cancel(fileId)
  markStale('orders')
}
