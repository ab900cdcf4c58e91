/**
 * Program that does only the necessary work for uploads and downloads. PUT writes a body to `FOLDER` and computes SHA-256 and
 * CRC-32. GET sends a file in chunks of 1 MiB. It has no permissions, checks or resuming. Listens on `PORT`.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'

const stepBytes = 1024 * 1024
const folder = process.env.FOLDER ?? ''

async function receive(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
  const hash = createHash('sha256')
  let checksum = 0
  const hashing = new Transform({
    highWaterMark: stepBytes,
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      checksum = crc32(chunk, checksum)
      done(null, chunk)
    },
  })
  await pipeline(request, hashing, createWriteStream(path, { highWaterMark: stepBytes }))
  response.writeHead(200).end(`${hash.digest('hex')} ${checksum}`)
}

async function send(response: ServerResponse, path: string): Promise<void> {
  response.writeHead(200, { 'content-length': statSync(path).size })
  await pipeline(createReadStream(path, { highWaterMark: stepBytes }), response)
}

const server = createServer((request, response) => {
  const path = join(folder, basename(request.url ?? ''))
  const work = request.method === 'PUT' ? receive(request, response, path) : send(response, path)
  work.catch((error: Error) => {
    if (!response.headersSent) response.writeHead(500).end(error.message)
  })
})
server.listen(Number(process.env.PORT), '127.0.0.1')
