import { type ErrorKey, errors } from '@pontic/contract'
import { CallError, type ResponseParts, toCallError } from './call-error.ts'
import { type Client, readCallError } from './client.ts'

/** Returns the path of an upload (rules §7). The id of an upload is the id of its file. */
export const uploadPath = (fileId: string): string => `/restful/uploads/${encodeURIComponent(fileId)}`

const protocol = { 'tus-resumable': '1.0.0' }

// A response to HEAD has no body, so the key follows from the status.
const keyOfHead: Readonly<Record<number, ErrorKey>> = {
  404: 'file.not_found',
  409: 'file.offset_conflict',
  410: 'file.upload_gone',
  412: 'file.protocol',
  423: 'file.offset_conflict',
}

/**
 * Returns the number of bytes of a file that the server has stored (tus 1.0 HEAD).
 * @throws CallError the keys of `keyOfHead`, other errors of the route, `network.*`
 */
export async function findOffset(client: Client, fileId: string, signal: AbortSignal): Promise<number> {
  const response = await client.request(uploadPath(fileId), { method: 'HEAD', headers: protocol, signal })
  const key = keyOfHead[response.status]
  if (key) throw new CallError(key, { status: response.status, code: errors[key].code })
  if (!response.ok) throw await readCallError(response)
  return parseOffset(response.headers.get('upload-offset'))
}

/** A chunk of a file. `offset`: its position in the file. `onSent`: receives the number of bytes of the chunk that are sent so far. */
export type Chunk = {
  fileId: string
  offset: number
  bytes: Blob
  onSent: (sentBytes: number) => void
  signal: AbortSignal
}

/**
 * Sends one chunk (tus 1.0 PATCH).
 * @returns the offset after the chunk, as acknowledged by the server
 * @throws CallError `file.offset_conflict`, other errors of the route, `network.*`
 */
export async function sendChunk(client: Client, chunk: Chunk): Promise<number> {
  const answer = await client.authorized((bearer) => {
    const headers = {
      ...bearer,
      ...protocol,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(chunk.offset),
    }
    return typeof XMLHttpRequest === 'undefined'
      ? patchByFetch(client, chunk, headers)
      : patchByXhr(client, chunk, headers)
  })
  if (answer.status !== 204 && answer.status !== 200) throw toCallError(answer)
  return parseOffset(answer.header('upload-offset'))
}

function parseOffset(header: string | null): number {
  if (header === null || !/^\d{1,15}$/.test(header)) throw new CallError('network.invalid_reply')
  return Number(header)
}

async function patchByFetch(
  client: Client,
  chunk: Chunk,
  headers: Record<string, string>,
): Promise<ResponseParts> {
  const { bytes, signal } = chunk
  const parts = { method: 'PATCH', headers, body: bytes, signal, isPublic: true }
  const response = await client.request(uploadPath(chunk.fileId), parts)
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    text: await response.text(),
  }
}

// A request is aborted if no byte is sent for this long, or no response arrives this long after the last byte.
const silenceMs = 60_000

/** Sends a chunk with XMLHttpRequest, which reports upload progress. fetch does not. */
function patchByXhr(client: Client, chunk: Chunk, headers: Record<string, string>): Promise<ResponseParts> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout>
    const resetTimer = () => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), silenceMs)
    }
    const stop = () => request.abort()
    request.open('PATCH', `${client.baseUrl}${uploadPath(chunk.fileId)}`)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => {
      resetTimer()
      chunk.onSent(event.loaded)
    }
    request.onload = () =>
      resolve({
        status: request.status,
        header: (name) => request.getResponseHeader(name),
        text: request.responseText,
      })
    request.onerror = () => reject(new CallError('network.unreachable'))
    request.onabort = () =>
      reject(chunk.signal.aborted ? chunk.signal.reason : new CallError('network.timeout'))
    request.onloadend = () => {
      clearTimeout(timer)
      chunk.signal.removeEventListener('abort', stop)
    }
    chunk.signal.addEventListener('abort', stop)
    resetTimer()
    request.send(chunk.bytes)
  })
}
