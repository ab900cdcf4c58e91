import { type Readable, Transform } from 'node:stream'
import { Refusal } from '../http/fail.ts'
import { transportLimits } from './transport.ts'

/**
 * The same bytes, up to a cap, and none too slow.
 * @param describe makes a refusal of what the source fails with
 * @returns a stream that fails with `transport.too_large` or `transport.timeout`
 */
export function capStream(source: Readable, bytesMax: number, describe: (error: unknown) => Error): Readable {
  let countBytes = 0
  let timer: NodeJS.Timeout | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(
      () => capped.destroy(new Refusal('transport.timeout')),
      transportLimits.idleTimeoutMs,
    ).unref()
  }
  const capped = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      countBytes += chunk.length
      wait()
      if (countBytes > bytesMax) done(new Refusal('transport.too_large'))
      else done(null, chunk)
    },
  })
  wait()
  source.on('error', (error) => capped.destroy(describe(error)))
  source.on('aborted', () => capped.destroy(new Refusal('transport.broken_off')))
  capped.on('close', () => {
    clearTimeout(timer)
    source.destroy()
  })
  return source.pipe(capped)
}

/** The same bytes; fails with `transport.broken_off` where they are not as many as were said. */
export function exactly(source: Readable, sizeBytes: number): Readable {
  let countBytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      countBytes += chunk.length
      done(null, chunk)
    },
    flush(done) {
      done(countBytes === sizeBytes ? null : new Refusal('transport.broken_off'))
    },
  })
  source.on('error', (error) => counted.destroy(error))
  counted.on('close', () => source.destroy())
  return source.pipe(counted)
}

/**
 * The first bytes of a stream; the rest is thrown away.
 * @throws what the stream fails with
 */
export async function readStart(source: Readable, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let countBytes = 0
  for await (const chunk of source as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    countBytes += chunk.length
    if (countBytes >= bytesMax) break
  }
  return Buffer.concat(chunks).subarray(0, bytesMax)
}
