/**
 * Gives the memory of a chunk that nobody needs any more back at once. Left to the garbage collector, 200 MB of chunks send
 * it through the whole heap seven times. A chunk that shares its memory with others is left alone.
 */
export function freeMemory(chunk: Buffer): void {
  if (chunk.buffer instanceof ArrayBuffer && chunk.length === chunk.buffer.byteLength)
    chunk.buffer.transfer(0)
}
