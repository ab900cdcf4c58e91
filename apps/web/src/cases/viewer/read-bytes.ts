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
  const bytes = new Uint8Array(sizeBytes)
  let receivedBytes = 0
  for await (const chunk of chunksOf(response)) {
    if (receivedBytes + chunk.length > sizeBytes) throw new CallError('network.invalid_reply')
    bytes.set(chunk, receivedBytes)
    receivedBytes += chunk.length
    onProgress?.(receivedBytes)
  }
  if (receivedBytes < sizeBytes) throw new CallError('network.invalid_reply')
  return bytes.buffer
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
    // Only an abort is rethrown. Every other error of a reader means a lost connection.
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new CallError('network.unreachable', {}, error)
  } finally {
    // Stops the download if the caller has not read all chunks.
    await reader.cancel().catch(() => undefined)
  }
}
