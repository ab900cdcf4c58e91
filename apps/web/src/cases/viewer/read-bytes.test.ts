import { describe, expect, test } from 'vitest'
import { readBytes } from './read-bytes.ts'

/** Creates a response whose body is a stream of several chunks. */
function streamedResponse(...pieces: number[][]): Response {
  const chunks = [...pieces]
  return new Response(
    new ReadableStream({
      pull(controller) {
        const next = chunks.shift()
        if (next) controller.enqueue(Uint8Array.from(next))
        else controller.close()
      },
    }),
  )
}

describe('reading a response into a buffer', () => {
  test('returns the bytes in their order and reports the progress', async () => {
    const reported: number[] = []
    const response = streamedResponse([1, 2], [3], [4, 5])
    const buffer = await readBytes(response, 5, (received) => reported.push(received))
    expect([...new Uint8Array(buffer)]).toEqual([1, 2, 3, 4, 5])
    expect(reported).toEqual([2, 3, 5])
  })

  test('refuses a response that is shorter than the file', async () => {
    await expect(readBytes(streamedResponse([1, 2]), 3)).rejects.toMatchObject({
      key: 'network.invalid_reply',
    })
  })

  test('refuses a response that is longer than the file', async () => {
    await expect(readBytes(streamedResponse([1, 2], [3, 4]), 3)).rejects.toMatchObject({
      key: 'network.invalid_reply',
    })
  })

  test('reports a lost connection as network.unreachable', async () => {
    const broken = new Response(
      new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) }),
    )
    await expect(readBytes(broken, 3)).rejects.toMatchObject({ key: 'network.unreachable' })
  })

  test('rethrows an abort error', async () => {
    const aborted = new Response(
      new ReadableStream({
        pull: (controller) => controller.error(new DOMException('aborted', 'AbortError')),
      }),
    )
    await expect(readBytes(aborted, 3)).rejects.toMatchObject({ name: 'AbortError' })
  })
})
