import { type Readable, Transform } from 'node:stream'
import { Refusal } from '../http/fail.ts'
import { chunksOf } from '../streams.ts'
import { transportLimits } from './transport.ts'

/**
 * Passes bytes through, with a size limit and an idle timeout.
 * @param describe maps the source's failure to a refusal
 * @returns a stream that fails with `transport.too_large`, `transport.timeout`, `transport.broken_off`, or
 *   the refusal for the source's failure
 */
export function limitStream(
  source: Readable,
  bytesMax: number,
  describe: (error: unknown) => Error,
): Readable {
  let countBytes = 0
  let timer: NodeJS.Timeout | undefined
  const restartTimer = () => {
    clearTimeout(timer)
    timer = setTimeout(
      () => capped.destroy(new Refusal('transport.timeout')),
      transportLimits.idleTimeoutMs,
    ).unref()
  }
  const capped = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      countBytes += chunk.length
      restartTimer()
      if (countBytes > bytesMax) done(new Refusal('transport.too_large'))
      else done(null, chunk)
    },
  })
  restartTimer()
  source.on('error', (error) => capped.destroy(describe(error)))
  source.on('aborted', () => capped.destroy(new Refusal('transport.broken_off')))
  capped.on('close', () => {
    clearTimeout(timer)
    source.destroy()
  })
  return source.pipe(capped)
}

/** Passes bytes through and fails with `transport.broken_off` if their number differs from `sizeBytes`. */
export function requireLength(source: Readable, sizeBytes: number): Readable {
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

/** Reads the first bytes of a stream and discards the rest. @throws the error of the stream */
export async function readStart(source: Readable, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let countBytes = 0
  for await (const chunk of chunksOf(source)) {
    chunks.push(chunk)
    countBytes += chunk.length
    if (countBytes >= bytesMax) break
  }
  return Buffer.concat(chunks).subarray(0, bytesMax)
}
