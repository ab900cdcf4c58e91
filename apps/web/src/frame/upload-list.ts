import type { Upload } from '@pontic/client'
import { useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

/**
 * The uploads since the page was loaded, in the order in which they were added. `uploads.ts` sets them. The list has a module
 * of its own, so that a page without uploads does not load the uploader.
 */
export const uploadList = createStore<readonly Upload[]>([])

/** Returns all uploads. */
export const useUploads = uploadList.useValue

/** Returns the upload of a file; undefined if it was not started since the page was loaded. */
export function useUpload(fileId: string): Upload | undefined {
  return useSyncExternalStore(uploadList.subscribe, () =>
    uploadList.get().find((upload) => upload.fileId === fileId),
  )
}
