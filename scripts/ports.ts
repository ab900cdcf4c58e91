import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// The range is below the ephemeral ports (from 32768 on Linux, from 49152 elsewhere), which the system could assign to other
// processes. It also excludes 27017 and other ports to which the portal refuses to connect.
const firstPort = 15_000
const endPort = 27_000
const triesMax = 200

// Ports that this process has tried. They are not tried again, because a port looks free while its server restarts.
const tried = new Set<number>()

/**
 * Finds a free port of 127.0.0.1. It stays available for later use, because no system assigns it to other processes and this
 * function never returns it twice.
 * @throws Error if all tried ports are in use
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < triesMax; tries++) {
    const port = randomInt(firstPort, endPort)
    if (tried.has(port)) continue
    tried.add(port)
    if (await isFree(port)) return port
  }
  throw new Error(`No free port was found between ${firstPort} and ${endPort}.`)
}

/** Whether another program listens on a port. False for all other reasons why a server could not listen there. */
export async function isPortTaken(port: number, host: string): Promise<boolean> {
  const probe = createServer()
  return await new Promise((resolve) => {
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE'))
    probe.listen(port, host, () => probe.close(() => resolve(false)))
  })
}

/** Whether a port of 127.0.0.1 is free. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const free = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (free) await new Promise((resolve) => server.close(resolve))
  return free
}
