import { describe, expect, test } from 'vitest'
import { readBytes } from './read-bytes.ts'

/** An answer that comes in pieces. */
function answer(...pieces: number[][]): Response {
  const waiting = [...pieces]
  return new Response(
    new ReadableStream({
      pull(controller) {
        const next = waiting.shift()
        if (next) controller.enqueue(Uint8Array.from(next))
        else controller.close()
      },
    }),
  )
}

describe('reading a file whole', () => {
  test('gives the bytes in their order and tells how far it is', async () => {
    const told: number[] = []
    const buffer = await readBytes(answer([1, 2], [3], [4, 5]), 5, (received) => told.push(received))
    expect([...new Uint8Array(buffer)]).toEqual([1, 2, 3, 4, 5])
    expect(told).toEqual([2, 3, 5])
  })

  test('refuses an answer that ends early', async () => {
    await expect(readBytes(answer([1, 2]), 3)).rejects.toMatchObject({ key: 'network.invalid_reply' })
  })

  test('refuses an answer that goes on beyond the file, without keeping it', async () => {
    await expect(readBytes(answer([1, 2], [3, 4]), 3)).rejects.toMatchObject({ key: 'network.invalid_reply' })
  })

  test('takes a cut connection for one', async () => {
    const broken = new Response(
      new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) }),
    )
    await expect(readBytes(broken, 3)).rejects.toMatchObject({ key: 'network.unreachable' })
  })

  test('passes on that the reader has left', async () => {
    const left = new Response(
      new ReadableStream({
        pull: (controller) => controller.error(new DOMException('left', 'AbortError')),
      }),
    )
    await expect(readBytes(left, 3)).rejects.toMatchObject({ name: 'AbortError' })
  })
})
