import type { Readable } from 'node:stream'

/** The chunks of a stream of bytes. */
export const chunksOf = (source: Readable): AsyncIterable<Buffer> => source

/** Reads a stream of bytes to its end. */
export async function readAll(source: Readable): Promise<Buffer> {
  return Buffer.concat(await source.toArray())
}
