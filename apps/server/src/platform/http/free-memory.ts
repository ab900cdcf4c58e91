/**
 * Releases the memory of an unused chunk at once. Left to the garbage collector, 200 MB of chunks cause seven full
 * collections. A chunk that shares its memory with others is left alone.
 */
export function freeMemory(chunk: Buffer): void {
  if (chunk.buffer instanceof ArrayBuffer && chunk.length === chunk.buffer.byteLength)
    chunk.buffer.transfer(0)
}
