import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

const processFile = fileURLToPath(new URL('s3-process.ts', import.meta.url))

/** An HTTP server that answers with the S3 server of this run as JSON, and starts it at the first request. */
export type S3Starter = { address: string; stop: () => Promise<void> }

/** Opens the starter on a free port. Its S3 server runs in a process of its own, because its start blocks a process for seconds. */
export async function openS3Starter(): Promise<S3Starter> {
  let child: ChildProcess | undefined
  let started: Promise<string> | undefined
  const start = () =>
    new Promise<string>((resolve, reject) => {
      child = spawn(process.execPath, [processFile], { stdio: ['pipe', 'pipe', 'pipe'] })
      let [line, errors] = ['', '']
      child.stdout?.on('data', (text: Buffer) => {
        line += text
        if (line.endsWith('\n')) resolve(line)
      })
      child.stderr?.on('data', (text: Buffer) => {
        errors += text
      })
      child.once('error', reject)
      child.once('exit', (code) => reject(new Error(`The S3 server ended with ${code}: ${errors}`)))
    })
  const server = createServer((_, response) => {
    started ??= start()
    started.then(
      (line) => response.setHeader('content-type', 'application/json').end(line),
      (error: unknown) => {
        response.statusCode = 500
        response.end(String(error))
      },
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      const gone = new Promise((resolve) => child?.once('exit', resolve))
      child.stdin?.end()
      await gone
    },
  }
}
