import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A web server of a test, on a free port. */
export type WebPeer = {
  /** `http://127.0.0.1:<port>` */
  address: string
  /** Number of connections, including those without a request. */
  connectionCount: () => number
  close: () => Promise<void>
}

/** Starts a web server with this request listener. */
export async function openWebPeer(answer: RequestListener): Promise<WebPeer> {
  const server = createServer(answer)
  let connections = 0
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connectionCount: () => connections,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
