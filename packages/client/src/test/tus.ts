import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OrderFile } from '@pontic/contract'
import { answer, answerData, serve } from './http.ts'

/**
 * A fault of the next PATCH.
 * - `cutAfterBytes`: the server stores that many bytes and disconnects.
 * - `storesOnlyBytes`: the server stores that many bytes but acknowledges all.
 * - `status`, `key`: the server refuses the request without reading its body.
 */
type Fault = { cutAfterBytes?: number; storesOnlyBytes?: number; status?: number; key?: string }

type StoredUpload = { sizeBytes: number; bytes: Buffer }

/** Starts a server that receives tus 1.0 uploads and stores them in memory. Each PATCH uses the next of the `faults`. */
export async function serveUploads() {
  const files = new Map<string, StoredUpload>()
  const faults: Fault[] = []
  const offsets: number[] = []
  const state = { isDown: false, open: 0, mostOpen: 0, onPatch: (_fileId: string) => undefined as unknown }

  const patch = async (fileId: string, request: IncomingMessage, response: ServerResponse) => {
    const file = files.get(fileId)
    if (!file) return answer(response, 404, { code: 7001, error: 'file.not_found', message: 'Gone.' })
    const { status, key, cutAfterBytes = Number.POSITIVE_INFINITY, storesOnlyBytes } = faults.shift() ?? {}
    offsets.push(Number(request.headers['upload-offset']))
    state.onPatch(fileId)
    if (status) return answer(response, status, { error: key, message: 'Refused.' })
    if (Number(request.headers['upload-offset']) !== file.bytes.length)
      return answer(response, 409, { error: 'file.offset_conflict', message: 'Elsewhere.' })
    let receivedBytes = 0
    for await (const part of request as AsyncIterable<Buffer>) {
      const fitting = part.subarray(0, cutAfterBytes - receivedBytes)
      file.bytes = Buffer.concat([file.bytes, fitting])
      receivedBytes += fitting.length
      if (receivedBytes >= cutAfterBytes) return request.destroy()
    }
    response.writeHead(204, { 'tus-resumable': '1.0.0', 'upload-offset': file.bytes.length }).end()
    if (storesOnlyBytes !== undefined) file.bytes = file.bytes.subarray(0, storesOnlyBytes)
  }

  const finish = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { fileId, sha256 } = JSON.parse(Buffer.concat(parts).toString()) as {
      fileId: string
      sha256: string
    }
    const file = files.get(fileId)
    const found = createHash('sha256')
      .update(file?.bytes ?? '')
      .digest('hex')
    if (file?.bytes.length !== file?.sizeBytes) return answer(response, 409, { error: 'file.not_finished' })
    if (found !== sha256) return answer(response, 422, { error: 'file.digest_mismatch', message: 'Differs.' })
    answerData(response, { id: fileId, state: 'verified', sha256 })
  }

  const portal = await serve(async ({ method, path }, response, request) => {
    if (state.isDown) return request.destroy()
    const fileId = path.split('/').at(-1) ?? ''
    if (method === 'HEAD') {
      const file = files.get(fileId)
      if (!file) return response.writeHead(404).end()
      return response
        .writeHead(200, {
          'tus-resumable': '1.0.0',
          'upload-offset': file.bytes.length,
          'upload-length': file.sizeBytes,
        })
        .end()
    }
    if (method === 'DELETE') {
      files.delete(fileId)
      return answerData(response, { done: true })
    }
    if (method === 'PUT') return finish(request, response)
    state.open += 1
    state.mostOpen = Math.max(state.mostOpen, state.open)
    await patch(fileId, request, response).catch(() => undefined)
    state.open -= 1
  }, false)

  /** Announces a file like `files.announce`. */
  const announce = (id: string, sizeBytes: number): Pick<OrderFile, 'id' | 'name' | 'receivedBytes'> => {
    files.set(id, { sizeBytes, bytes: Buffer.alloc(0) })
    return { id, name: `${id}.stl`, receivedBytes: 0 }
  }
  return { ...portal, files, faults, offsets, state, announce }
}

/** Creates non-repeating bytes, which are the same in each run. */
export function createScan(sizeBytes: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(sizeBytes)
  for (let at = 0, word = 1; at + 4 <= sizeBytes; at += 4) {
    word = (Math.imul(word, 1664525) + 1013904223) >>> 0
    bytes.writeUInt32LE(word, at)
  }
  return bytes
}
