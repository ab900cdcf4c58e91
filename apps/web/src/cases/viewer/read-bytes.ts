import { CallError } from '@pontic/client'

/**
 * Reads an answer whole into memory that is taken once.
 * @param sizeBytes what the answer has to hold, no more and no less
 * @param onProgress hears the bytes received so far
 * @throws CallError `network.invalid_reply` for an answer of another length, `network.unreachable` for a cut connection
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
    // An abort keeps its own reason; anything else is a connection that broke.
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new CallError('network.unreachable', {}, error)
  } finally {
    // What was not read is not wanted: without this the connection would go on.
    await reader.cancel().catch(() => undefined)
  }
}
