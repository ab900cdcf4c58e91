import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** The result of a load. */
export type LoadResult = { calls: number; perSecond: number; medianMs: number }

/** Returns the bytes of the next request of a connection. */
export type NextRequest = (connection: number) => Buffer

/** Serializes a request with its headers. */
export function requestBytes(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Buffer {
  const all = { host: '127.0.0.1', ...headers }
  const more =
    body === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries({ ...all, ...more }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

/**
 * Loads a server over keep-alive connections. Each connection sends its next request after the previous response.
 * @throws Error with the first unsuccessful response
 */
export async function runLoad(
  port: number,
  connections: number,
  seconds: number,
  next: NextRequest,
): Promise<LoadResult> {
  const lines = await Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      await once(socket, 'connect')
      return { index, socket }
    }),
  )
  const times: number[] = []
  const startMs = performance.now()
  const untilMs = startMs + seconds * 1000
  const work = async ({ index, socket }: { index: number; socket: Socket }) => {
    const exchange = exchangeOn(socket)
    while (performance.now() < untilMs) {
      const sentMs = performance.now()
      await exchange(next(index))
      times.push(performance.now() - sentMs)
    }
    socket.destroy()
  }
  await Promise.all(lines.map(work))
  const passedSeconds = (performance.now() - startMs) / 1000
  times.sort((a, b) => a - b)
  return {
    calls: times.length,
    perSecond: times.length / passedSeconds,
    medianMs: times[Math.floor(times.length / 2)] ?? 0,
  }
}

const headEnd = Buffer.from('\r\n\r\n')

/**
 * Returns a function that sends a request on a connection and resolves with the body of the response. It rejects if the status
 * is neither 200 nor 204.
 */
export function exchangeOn(socket: Socket): (request: Buffer) => Promise<Buffer> {
  let waiting: { resolve: (body: Buffer) => void; reject: (error: Error) => void } | undefined
  let pending: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
    const end = pending.indexOf(headEnd)
    if (end < 0) return
    const head = pending.toString('latin1', 0, end)
    const sizeBytes = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (pending.length < end + 4 + sizeBytes) return
    const body = pending.subarray(end + 4)
    pending = Buffer.alloc(0)
    if (/^HTTP\/1\.1 20[04] /.test(head)) waiting?.resolve(body)
    else waiting?.reject(new Error(`${head.split('\r\n')[0]} ${body.toString()}`))
  })
  const fail = (error?: Error) => waiting?.reject(error ?? new Error('The connection was closed.'))
  socket.on('error', fail)
  socket.on('close', () => fail())
  return (request) =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject }
      socket.write(request)
    })
}
