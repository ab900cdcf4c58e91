import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy in front of a server, which a test can cut. */
export type CutProxy = {
  /** `http://127.0.0.1:<port>` */
  address: string
  /** Closes all connections and refuses new ones. */
  cut: () => void
  /** Lets connections through again. */
  mend: () => void
  close: () => Promise<void>
}

/** Opens a proxy to a port of this machine. */
export async function openCutProxy(port: number): Promise<CutProxy> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((incoming) => {
    if (isCut) return void incoming.resetAndDestroy()
    const outgoing = connect(port, '127.0.0.1')
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      socket.on('error', () => {})
    }
    incoming.pipe(outgoing).pipe(incoming)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: ownPort } = server.address() as { port: number }
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    address: `http://127.0.0.1:${ownPort}`,
    cut: () => {
      isCut = true
      destroyAll()
    },
    mend: () => {
      isCut = false
    },
    close: async () => {
      destroyAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
