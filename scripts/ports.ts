import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Below what systems give to those who ask for any port, and to outgoing connections (32768 on Linux, 49152 elsewhere):
// a port from there may be taken by a stranger before its use, and on each restart of what stands on it. 27017 and
// other ports that the portal refuses to talk to lie outside too.
const firstPort = 15_000
const endPort = 27_000
const triesMax = 200

// What listens on one of them may be away for a moment.
const given = new Set<number>()

/**
 * A port of 127.0.0.1 that nobody listens on, to be used now or later: no system hands it out by itself, and this one
 * gets no port twice.
 * @throws Error where all that were tried are taken
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < triesMax; tries++) {
    const port = randomInt(firstPort, endPort)
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port)) return port
  }
  throw new Error(`No free port was found between ${firstPort} and ${endPort}.`)
}

/** Whether nobody listens on a port of 127.0.0.1. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const free = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (free) await new Promise((resolve) => server.close(resolve))
  return free
}
