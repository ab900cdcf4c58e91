import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request that the test server has received. `body` is empty if the server does not read bodies. */
export type ReceivedRequest = {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

type Handler = (seen: ReceivedRequest, response: ServerResponse, request: IncomingMessage) => unknown

/**
 * Starts an HTTP server for edge cases of the protocol. It is closed at the end of the test.
 * @param readsBody whether the server reads the body before it calls the handler
 * @returns the server's URL and the requests it has received
 */
export async function serve(
  handler: Handler,
  readsBody = true,
): Promise<{ baseUrl: string; seen: ReceivedRequest[] }> {
  const seen: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const body = readsBody ? await readText(request) : ''
    const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body }
    seen.push(one)
    await handler(one, response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

/** Sends a JSON response. */
export function answer(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** Sends data in the envelope of a successful reply. */
export const answerData = (response: ServerResponse, data: unknown) =>
  answer(response, 200, { code: 0, message: '', data })

/** Creates a promise with its resolvers, for tests that wait for an event. */
export const createDeferred = <T = void>() => Promise.withResolvers<T>()
