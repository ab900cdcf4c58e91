import { failureOfResponse, pathOf } from '@pontic/client'
import { previewTokenHeader } from '@pontic/contract'
import { portal } from '../session.ts'
import type { DrawnBy } from './drawn-by.ts'
import { readBytes } from './read-bytes.ts'
import type { LoadFile } from './scan-loader.ts'

type Sized = { readonly id: string; readonly sizeBytes: number }

/**
 * Fetches the scans of a case for who sees it.
 * @param files of that case; their sizes are what the answers are held against
 * @param by the call that is open to the reader, of `useDrawnBy`
 */
export function orderScans(orderId: string, files: readonly Sized[], by: DrawnBy): LoadFile {
  return async (fileId, signal, onProgress) => {
    const path = pathOf(by, { params: { id: orderId, fileId } })
    const response = await portal.request(path, { method: 'GET', signal })
    return readGood(response, sizeOf(files, fileId), onProgress)
  }
}

/** Fetches the scans that a preview link opens (`previews.download`); nobody needs to be signed in. */
export function previewScans(token: string, files: readonly Sized[]): LoadFile {
  return async (fileId, signal, onProgress) => {
    const path = pathOf('previews.download', { params: { fileId } })
    const headers = { [previewTokenHeader]: token }
    const response = await portal.request(path, { method: 'GET', headers, signal, isPublic: true })
    return readGood(response, sizeOf(files, fileId), onProgress)
  }
}

async function readGood(response: Response, sizeBytes: number, onProgress?: (receivedBytes: number) => void) {
  if (!response.ok) throw await failureOfResponse(response)
  return readBytes(response, sizeBytes, onProgress)
}

const sizeOf = (files: readonly Sized[], fileId: string) =>
  files.find(({ id }) => id === fileId)?.sizeBytes ?? 0
