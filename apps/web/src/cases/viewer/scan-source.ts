import { failureOfResponse, pathOf } from '@pontic/client'
import { portal } from '../../frame/session.ts'
import { headersOf, type PreviewKey } from './preview-link.ts'
import { readBytes } from './read-bytes.ts'

/** Hears the bytes received so far. */
export type OnProgress = (receivedBytes: number) => void

/**
 * Where the bytes of a case's scans come from. Each call is judged by the server for that file.
 * - `whole`: the file itself; the viewer takes the buffer over. Undefined for who may only look: its levels are all there is.
 * - `level`: one level of its preview. @throws CallError `file.not_found` for one that is not made (yet)
 * - `picture`: the server's picture of it.
 */
export type ScanSource = {
  readonly whole:
    | ((fileId: string, signal: AbortSignal, onProgress?: OnProgress) => Promise<ArrayBuffer>)
    | undefined
  readonly level: (
    fileId: string,
    level: number,
    signal: AbortSignal,
    onProgress?: OnProgress,
  ) => Promise<ArrayBuffer>
  readonly picture: (fileId: string, signal: AbortSignal) => Promise<Blob>
}

type Sized = { readonly id: string; readonly sizeBytes: number }

/**
 * The scans of a case for who sees it.
 * @param files of that case; their sizes are what the answers are held against
 * @param mayDownload whether the reader gets the files themselves
 */
export function orderScans(orderId: string, files: readonly Sized[], mayDownload: boolean): ScanSource {
  const get = async (path: string, signal: AbortSignal) =>
    needGood(await portal.request(path, { method: 'GET', signal }))
  const of = (fileId: string) => ({ id: orderId, fileId })
  return {
    whole: mayDownload
      ? async (fileId, signal, onProgress) =>
          readBytes(
            await get(pathOf('files.download', { params: of(fileId) }), signal),
            sizeOf(files, fileId),
            onProgress,
          )
      : undefined,
    level: async (fileId, level, signal, onProgress) =>
      readTold(
        await get(pathOf('meshes.level', { params: { ...of(fileId), level: String(level) } }), signal),
        onProgress,
      ),
    picture: async (fileId, signal) =>
      (await get(pathOf('meshes.picture', { params: { ...of(fileId), size: 'large' } }), signal)).blob(),
  }
}

/** The scans that a preview link opens; nobody needs to be signed in. */
export function previewScans(key: PreviewKey): ScanSource {
  const headers = headersOf(key)
  const get = async (path: string, signal: AbortSignal) =>
    needGood(await portal.request(path, { method: 'GET', headers, signal, isPublic: true }))
  return {
    whole: undefined,
    level: async (fileId, level, signal, onProgress) =>
      readTold(
        await get(pathOf('meshes.openLevel', { params: { fileId, level: String(level) } }), signal),
        onProgress,
      ),
    picture: async (fileId, signal) =>
      (await get(pathOf('meshes.openPicture', { params: { fileId, size: 'large' } }), signal)).blob(),
  }
}

async function needGood(response: Response): Promise<Response> {
  if (!response.ok) throw await failureOfResponse(response)
  return response
}

/** Reads an answer as long as it says it is: levels are compressed already, and sent as they are. */
function readTold(response: Response, onProgress?: OnProgress): Promise<ArrayBuffer> {
  const told = Number(response.headers.get('content-length'))
  return told > 0 ? readBytes(response, told, onProgress) : response.arrayBuffer()
}

const sizeOf = (files: readonly Sized[], fileId: string) =>
  files.find(({ id }) => id === fileId)?.sizeBytes ?? 0
