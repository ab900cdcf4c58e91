import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

/** A process that listens on a port. */
export type Listener = { pid: number; name: string }

const listening = '0A'

/** Returns the inodes of the sockets that listen on a TCP port of any address. */
function listSockets(port: number): Set<string> {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const inodes = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
    read(table)
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, , state]) => local?.endsWith(wanted) && state === listening)
      .map((columns) => columns[9] ?? ''),
  )
  return new Set(inodes.map((inode) => `socket:[${inode}]`))
}

/** Finds the process that listens on a TCP port. Undefined except on Linux, and for processes of other users unless root asks. */
export function findListener(port: number): Listener | undefined {
  const sockets = listSockets(port)
  if (sockets.size === 0) return undefined
  for (const pid of list('/proc').filter((name) => /^\d+$/.test(name))) {
    const isOwner = list(`/proc/${pid}/fd`).some((fd) => sockets.has(link(`/proc/${pid}/fd/${fd}`)))
    if (isOwner) return { pid: Number(pid), name: nameOf(pid) }
  }
  return undefined
}

/** The name of the program, because Node and others rename their threads. */
const nameOf = (pid: string) => basename(link(`/proc/${pid}/exe`)) || read(`/proc/${pid}/comm`).trim()

/** Whether a process is another one or was started by it, directly or not. Linux only. */
export function isDescendant(pid: number, ancestor: number): boolean {
  for (let at = pid; at > 1; ) {
    if (at === ancestor) return true
    at = Number(/^PPid:\t(\d+)$/m.exec(read(`/proc/${at}/status`))?.[1] ?? 0)
  }
  return false
}

/** Describes who listens on a port, for a message. */
export function describeListener(port: number): string {
  const found = findListener(port)
  return found === undefined ? 'another program' : `${found.name} (process ${found.pid})`
}

// Processes end while their files are read, and those of other users cannot be read.
const quietly = <Value>(read: () => Value, otherwise: Value): Value => {
  try {
    return read()
  } catch {
    return otherwise
  }
}
const read = (path: string) => quietly(() => readFileSync(path, 'utf8'), '')
const list = (path: string) => quietly(() => readdirSync(path), [])
const link = (path: string) => quietly(() => readlinkSync(path), '')
