import { createUploader, type Upload, type Uploader, type UploadTotals } from '@pontic/client'
import type { OrderFile } from '@pontic/contract'
import { useSyncExternalStore } from 'react'
import { markStale } from './cache.ts'
import { forgetHandle, type KeptHandle, keepHandle } from './file-handles.ts'
import { onSessionChange, portal } from './session.ts'

/** The case that an upload belongs to, for the places that show it outside of the case. */
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

// A file that is complete, or that the server refused, has changed its case.
function settle(uploads: readonly Upload[]) {
  for (const { fileId, status } of uploads) {
    if (status !== 'done' && status !== 'failed') settled.delete(fileId)
    else if (!settled.has(fileId)) {
      settled.add(fileId)
      if (status === 'done') void forgetHandle(fileId)
      markStale('orders')
    }
  }
}

// What one person sends is not the next one's: everything stops, and can be resumed after his sign-in.
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
 * Sends an announced file, or goes on with it. It runs on while the user moves through the portal.
 * @param handle where the browser can find the file again after a reload
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

/** All uploads of this page, in the order they were added; drawn anew as they move. */
export const useUploads = (): readonly Upload[] => useSyncExternalStore(subscribe, () => uploader.list())

/** The upload of one file in this page; undefined when it does not run here (or no longer). */
export function useUpload(fileId: string): Upload | undefined {
  return useSyncExternalStore(subscribe, () => uploader.list().find((upload) => upload.fileId === fileId))
}

/** All uploads together. */
export const uploadTotals = (): UploadTotals => uploader.totals()

/** The case of an upload. */
export const caseOfUpload = (fileId: string): UploadCase | undefined => cases.get(fileId)

/** Stops a file; what has arrived stays. */
export const pauseUpload = (fileId: string): void => uploader.pause(fileId)

/** Goes on with a paused or failed file. */
export const resumeUpload = (fileId: string): void => uploader.resume(fileId)

/** Stops all files. */
export const pauseAllUploads = (): void => uploader.pauseAll()

/** Goes on with all files. */
export const resumeAllUploads = (): void => uploader.resumeAll()

/** Drops what is done or cancelled from the list. */
export const clearFinishedUploads = (): void => uploader.clearFinished()

/**
 * Stops a file and takes it out of its case.
 * @throws CallError `order.wrong_status` when the case no longer allows it; the upload is stopped all the same
 */
export async function cancelUpload(fileId: string): Promise<void> {
  void forgetHandle(fileId)
  await uploader.cancel(fileId)
  markStale('orders')
}
