import type { Readable } from 'node:stream'

/** Types the chunks of a byte stream as buffers. */
export const chunksOf = (source: Readable): AsyncIterable<Buffer> => source

/** Reads all bytes of a stream into one buffer. */
export async function readAll(source: Readable): Promise<Buffer> {
  return Buffer.concat(await source.toArray())
}

/** Joins the chunks of a stream or a generator into one buffer. */
export async function joinChunks(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}
