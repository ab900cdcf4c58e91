import type { Upload } from '@pontic/client'
import { useEffect, useState, useSyncExternalStore } from 'react'
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

/** Whether an upload is in this tab and neither complete nor cancelled. It may be paused or have failed. */
export const isOpenUpload = ({ status }: Upload) => status !== 'done' && status !== 'cancelled'

/** The cases with open uploads in this tab. `uploads.ts` sets it. */
export const uploadingCases = createStore<ReadonlySet<string>>(new Set())

/** Prefix of the Web Locks that a tab holds for the cases with open uploads. */
export const uploadLock = 'pontic.upload.'

const lockCheckMs = 2_000

/**
 * Returns the cases to which any tab of this browser uploads. Without Web Locks, which need https, only this tab is known.
 * @param isEnabled false does not look at other tabs
 */
export function useUploadingCases(isEnabled: boolean): ReadonlySet<string> {
  const here = uploadingCases.useValue()
  const [elsewhere, setElsewhere] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (!isEnabled || !('locks' in navigator)) return
    const check = async () => {
      const { held = [] } = await navigator.locks.query()
      const names = held.map(({ name = '' }) => name).filter((name) => name.startsWith(uploadLock))
      const next = new Set(names.map((name) => name.slice(uploadLock.length)))
      setElsewhere((last) => ([...last].join() === [...next].join() ? last : next))
    }
    void check()
    const timer = setInterval(() => void check(), lockCheckMs)
    return () => clearInterval(timer)
  }, [isEnabled])
  return here.size === 0 ? elsewhere : new Set([...here, ...elsewhere])
}
