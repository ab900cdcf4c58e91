import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { requestBytes } from './load.ts'

/** Sends a body in one request. @returns the response, and the milliseconds from connecting to the end of the response */
export function sendBody(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): Promise<{ ms: number; text: string }> {
  const startMs = performance.now()
  return new Promise((resolve, reject) => {
    const all = { ...headers, 'content-length': body.length }
    const outgoing = request(url, { method, headers: all, agent: false }, (incoming) => {
      let text = ''
      incoming.setEncoding('utf8')
      incoming.on('data', (part: string) => (text += part))
      incoming.on('error', reject)
      incoming.on('end', () => {
        if ((incoming.statusCode ?? 500) < 300) resolve({ ms: performance.now() - startMs, text })
        else reject(new Error(`${method} ${url}: ${incoming.statusCode} ${text}`))
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/**
 * Fetches a body as fast as Node can read a socket and discards it.
 * @returns the milliseconds from the request to the last byte
 * @throws Error unless the response has the status 200 and exactly `sizeBytes`
 */
export async function fetchBody(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
  sizeBytes: number,
): Promise<number> {
  let seenBytes = 0
  let head = ''
  let bodyBytes = Number.POSITIVE_INFINITY
  const socket = connect({
    port,
    host: '127.0.0.1',
    onread: {
      buffer: Buffer.alloc(1024 * 1024),
      callback: (count, buffer) => {
        seenBytes += count
        if (!head.includes('\r\n\r\n')) {
          head += Buffer.from(buffer.buffer, buffer.byteOffset, count).toString('latin1')
          const end = head.indexOf('\r\n\r\n')
          const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
          if (end >= 0) bodyBytes = end + 4 + Number(length)
        }
        if (seenBytes >= bodyBytes) socket.destroy()
        return true
      },
    },
  })
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  const startMs = performance.now()
  socket.write(requestBytes('GET', path, headers))
  await closed
  const ms = performance.now() - startMs
  const wantedBytes = head.indexOf('\r\n\r\n') + 4 + sizeBytes
  if (!head.startsWith('HTTP/1.1 200') || seenBytes !== wantedBytes)
    throw new Error(`GET ${path}: ${head.split('\r\n')[0]}, ${seenBytes} bytes instead of ${wantedBytes}`)
  return ms
}
