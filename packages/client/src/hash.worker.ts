import { type HashReply, type HashRequest, hashFile } from './hash.ts'

/** Running requests by id. The worker replies to each `HashRequest` with a `HashReply`, unless the request is stopped first. */
const running = new Map<number, AbortController>()

addEventListener('message', async ({ data: { id, file } }: MessageEvent<HashRequest>) => {
  if (file === null) return running.get(id)?.abort()
  const stop = new AbortController()
  running.set(id, stop)
  const sha256 = await hashFile(file, stop.signal).catch(() => null)
  running.delete(id)
  if (!stop.signal.aborted) postMessage({ id, sha256 } satisfies HashReply)
})
