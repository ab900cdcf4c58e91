import { pathOf, readCallError } from '@pontic/client'
import { portal } from '../../frame/session.ts'
import type { LoadedLevel } from './decoded-levels.ts'
import { fetchStoredLevel } from './level-store.ts'
import { type PreviewKey, previewHeaders } from './preview-link.ts'
import { readBytes } from './read-bytes.ts'

/** Called with the number of bytes received so far. */
export type OnProgress = (receivedBytes: number) => void

/**
 * Loads the bytes of a case's scans. The server checks the permission for each file.
 * - `file` loads the file itself. It is undefined if the user may read only the levels.
 * - `level` loads one level. @throws CallError `file.not_found` for a level that does not exist or is not ready
 * - `picture` loads the server's picture of the scan.
 */
export type ScanSource = {
  readonly file:
    | ((fileId: string, signal: AbortSignal, onProgress?: OnProgress) => Promise<ArrayBuffer>)
    | undefined
  readonly level: (
    fileId: string,
    level: number,
    signal: AbortSignal,
    onProgress?: OnProgress,
  ) => Promise<LoadedLevel>
  readonly picture: (fileId: string, signal: AbortSignal) => Promise<Blob>
}

type Sized = { readonly id: string; readonly sizeBytes: number }

/**
 * Creates the source of a case's scans for signed-in users.
 * @param files the files of that case; a response must have the size of its file
 * @param mayDownload whether the user may read the files themselves, and not only their levels
 */
export function orderScans(orderId: string, files: readonly Sized[], mayDownload: boolean): ScanSource {
  const get = async (path: string, signal: AbortSignal) =>
    assertOk(await portal.request(path, { method: 'GET', signal }))
  const idsOf = (fileId: string) => ({ id: orderId, fileId })
  return {
    file: mayDownload
      ? async (fileId, signal, onProgress) =>
          readBytes(
            await get(pathOf('files.download', { params: idsOf(fileId) }), signal),
            sizeOf(files, fileId),
            onProgress,
          )
      : undefined,
    level: (fileId, level, signal, onProgress) =>
      loadLevel(
        pathOf('meshes.level', { params: { ...idsOf(fileId), level: String(level) } }),
        signal,
        onProgress,
      ),
    picture: async (fileId, signal) =>
      (await get(pathOf('meshes.picture', { params: { ...idsOf(fileId), size: 'large' } }), signal)).blob(),
  }
}

/** Creates the source of the scans of a preview link, which needs no sign-in. */
export function previewScans(key: PreviewKey): ScanSource {
  const headers = previewHeaders(key)
  const get = async (path: string, signal: AbortSignal) =>
    assertOk(await portal.request(path, { method: 'GET', headers, signal, isPublic: true }))
  return {
    file: undefined,
    level: async (fileId, level, signal, onProgress) =>
      readSized(
        await get(pathOf('meshes.openLevel', { params: { fileId, level: String(level) } }), signal),
        onProgress,
      ),
    picture: async (fileId, signal) =>
      (await get(pathOf('meshes.openPicture', { params: { fileId, size: 'large' } }), signal)).blob(),
  }
}

/**
 * Loads a level, or uses the stored one if the server still permits it (`fetchStoredLevel`).
 * @throws CallError for an error response
 */
export async function loadLevel(
  path: string,
  signal?: AbortSignal,
  onProgress?: OnProgress,
): Promise<LoadedLevel> {
  const get = (headers: Record<string, string>) =>
    portal.request(path, { method: 'GET', headers, ...(signal ? { signal } : {}) })
  const level = await fetchStoredLevel(path, get, signal)
  return level instanceof Response ? readLevelBytes(level, onProgress) : level
}

async function assertOk(response: Response): Promise<Response> {
  if (!response.ok) throw await readCallError(response)
  return response
}

/** Reads a level from its response. @throws CallError for an error response */
export const readLevelBytes = async (response: Response, onProgress?: OnProgress): Promise<ArrayBuffer> =>
  readSized(await assertOk(response), onProgress)

/** Reads the body of a response. Levels have no content encoding, so `content-length` is the size of the body. */
function readSized(response: Response, onProgress?: OnProgress): Promise<ArrayBuffer> {
  const sizeBytes = Number(response.headers.get('content-length'))
  return sizeBytes > 0 ? readBytes(response, sizeBytes, onProgress) : response.arrayBuffer()
}

const sizeOf = (files: readonly Sized[], fileId: string) =>
  files.find(({ id }) => id === fileId)?.sizeBytes ?? 0
