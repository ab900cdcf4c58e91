import { CallError } from '@pontic/client'

/**
 * Reads the complete body of a response into one buffer.
 * @param sizeBytes the length that the body must have
 * @param onProgress called with the number of bytes received so far
 * @throws CallError `network.invalid_reply` for another length, `network.unreachable` for a lost connection
 */
export async function readBytes(
  response: Response,
  sizeBytes: number,
  onProgress?: (receivedBytes: number) => void,
): Promise<ArrayBuffer> {
  if (!onProgress) return readWhole(response, sizeBytes)
  const bytes = new Uint8Array(sizeBytes)
  let receivedBytes = 0
  for await (const chunk of chunksOf(response)) {
    if (receivedBytes + chunk.length > sizeBytes) throw new CallError('network.invalid_reply')
    bytes.set(chunk, receivedBytes)
    receivedBytes += chunk.length
    onProgress(receivedBytes)
  }
  if (receivedBytes < sizeBytes) throw new CallError('network.invalid_reply')
  return bytes.buffer
}

/** Reads the body at once, which takes fewer turns of a busy page than reading chunks. */
async function readWhole(response: Response, sizeBytes: number): Promise<ArrayBuffer> {
  const bytes = await response.arrayBuffer().catch((error: unknown) => Promise.reject(toReadError(error)))
  if (bytes.byteLength !== sizeBytes) throw new CallError('network.invalid_reply')
  return bytes
}

async function* chunksOf(response: Response): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader()
  if (!reader) return
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } catch (error) {
    throw toReadError(error)
  } finally {
    // Stops the download if the caller has not read all chunks.
    await reader.cancel().catch(() => undefined)
  }
}

/** Returns an abort as it is. Every other error while a body is read means a lost connection. */
const toReadError = (error: unknown): unknown =>
  error instanceof DOMException && error.name === 'AbortError'
    ? error
    : new CallError('network.unreachable', {}, error)
