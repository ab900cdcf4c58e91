import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Below the ephemeral ports of all systems (32768 on Linux, 49152 elsewhere), which other processes could take before the port
// is used, or during a restart of its server. 27017 and other ports that the portal refuses to connect to are outside the range
// too.
const firstPort = 15_000
const endPort = 27_000
const triesMax = 200

// A port may be free for a moment while its server restarts.
const given = new Set<number>()

/**
 * A free port of 127.0.0.1, to be used now or later: no system assigns it to others, and this process never gets it twice.
 * @throws Error if all tried ports are in use
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
