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
  /** Delays everything that passes by this time. @param bytesPerSecond what each direction of a connection passes at most */
  slow: (delayMs: number, bytesPerSecond?: number) => void
  /** Answers what a client sends with this text instead of passing it on, and closes the connection. */
  answer: (text: string) => void
  /** Ends all faults. What a frozen proxy has received passes now. */
  mend: () => void
  close: () => Promise<void>
}

type State = {
  isCut: boolean
  isFrozen: boolean
  delayMs: number
  bytesPerSecond: number
  answer: string | undefined
}

const noFault: State = {
  isCut: false,
  isFrozen: false,
  delayMs: 0,
  bytesPerSecond: Number.POSITIVE_INFINITY,
  answer: undefined,
}

/** Opens a proxy to a port of this machine. */
export async function openCutProxy(port: number): Promise<CutProxy> {
  const sockets = new Set<Socket>()
  const state = { ...noFault }
  const server = createServer({ allowHalfOpen: true }, (incoming) => {
    if (state.isCut) return void incoming.resetAndDestroy()
    if (state.answer !== undefined) return answerWith(incoming, state.answer)
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
    slow: (delayMs, bytesPerSecond = Number.POSITIVE_INFINITY) => {
      Object.assign(state, { delayMs, bytesPerSecond })
    },
    answer: (text) => {
      state.answer = text
      destroyAll()
    },
    mend: () => {
      Object.assign(state, noFault)
      for (const socket of sockets) socket.resume()
    },
    close: async () => {
      destroyAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Answers the first bytes of a client. Reads the rest of them, so that the client reads the answer. */
function answerWith(incoming: Socket, text: string): void {
  incoming.on('error', () => {})
  incoming.once('data', () => incoming.end(text))
  incoming.on('end', () => incoming.destroy())
  incoming.resume()
}

/** Passes bytes and the end of a connection on. */
function pass(from: Socket, to: Socket, state: State): void {
  const act = (action: () => void) => {
    if (state.delayMs > 0) setTimeout(action, state.delayMs)
    else action()
  }
  let isThrottled = false
  const resume = () => {
    if (!state.isFrozen && !isThrottled && !to.writableNeedDrain) from.resume()
  }
  from.on('data', (chunk: Buffer) => {
    const throttledMs = (chunk.length / state.bytesPerSecond) * 1000
    if (throttledMs > 0) {
      isThrottled = true
      from.pause()
      setTimeout(() => {
        isThrottled = false
        resume()
      }, throttledMs)
    }
    act(() => {
      if (!to.destroyed && !to.write(chunk)) from.pause()
    })
  })
  to.on('drain', resume)
  from.on('end', () => act(() => to.end()))
  from.on('error', () => act(() => to.destroy()))
  if (state.isFrozen) from.pause()
}
