import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy in front of a server, with which a test imitates faults of the network. */
export type CutProxy = {
  /** `http://127.0.0.1:<port>` */
  address: string
  port: number
  /** Closes all connections and refuses new ones. */
  cut: () => void
  /** Keeps all connections open, accepts new ones, and passes nothing, not even that one side has closed its connection. */
  freeze: () => void
  /** Delays everything that passes by this time. */
  slow: (delayMs: number) => void
  /** Ends all faults. What a frozen proxy has received passes now. */
  mend: () => void
  close: () => Promise<void>
}

/** Opens a proxy to a port of this machine. */
export async function openCutProxy(port: number): Promise<CutProxy> {
  const sockets = new Set<Socket>()
  const state = { isCut: false, isFrozen: false, delayMs: 0 }
  const server = createServer({ allowHalfOpen: true }, (incoming) => {
    if (state.isCut) return void incoming.resetAndDestroy()
    const outgoing = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    }
    pass(incoming, outgoing, state)
    pass(outgoing, incoming, state)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: ownPort } = server.address() as { port: number }
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    address: `http://127.0.0.1:${ownPort}`,
    port: ownPort,
    cut: () => {
      state.isCut = true
      destroyAll()
    },
    freeze: () => {
      state.isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    slow: (delayMs) => {
      state.delayMs = delayMs
    },
    mend: () => {
      Object.assign(state, { isCut: false, isFrozen: false, delayMs: 0 })
      for (const socket of sockets) socket.resume()
    },
    close: async () => {
      destroyAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Passes bytes and the end of a connection on. */
function pass(from: Socket, to: Socket, state: { isFrozen: boolean; delayMs: number }): void {
  const act = (action: () => void) => {
    if (state.delayMs > 0) setTimeout(action, state.delayMs)
    else action()
  }
  from.on('data', (chunk: Buffer) =>
    act(() => {
      if (!to.destroyed && !to.write(chunk)) from.pause()
    }),
  )
  to.on('drain', () => {
    if (!state.isFrozen) from.resume()
  })
  from.on('end', () => act(() => to.end()))
  from.on('error', () => act(() => to.destroy()))
  if (state.isFrozen) from.pause()
}
