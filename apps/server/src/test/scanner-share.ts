import type { ServerResponse } from 'node:http'
import { openWebPeer } from './web-peer.ts'

/** A web server that lists folders like nginx and can pause while it sends a file. */
export type ScannerShare = {
  address: string
  /** Adds a file by its path below the URL. Its folders are then listed too. */
  put: (path: string, bytes: Buffer) => void
  /** Makes the server send half of this file and wait for `release`. */
  pause: (path: string) => void
  /** Whether half of the file has been sent. */
  isPaused: () => boolean
  /** Sends the rest of the file to connected clients and ends the pause. */
  release: () => void
  close: () => Promise<void>
}

/** Opens an empty share on a free port. */
export async function openScannerShare(): Promise<ScannerShare> {
  const files = new Map<string, Buffer>()
  let pausedPath: string | undefined
  let waiting: (() => void)[] = []
  const send = (path: string, bytes: Buffer, outgoing: ServerResponse) => {
    outgoing.writeHead(200, { 'content-length': bytes.length })
    if (path !== pausedPath) return void outgoing.end(bytes)
    const half = Math.floor(bytes.length / 2)
    outgoing.write(bytes.subarray(0, half), () => waiting.push(() => outgoing.end(bytes.subarray(half))))
  }
  const peer = await openWebPeer((request, outgoing) => {
    const path = decodeURIComponent(request.url ?? '/').slice(1)
    const bytes = files.get(path)
    if (bytes) return send(path, bytes, outgoing)
    outgoing.end(JSON.stringify(listingOf(files, path)))
  })
  return {
    address: peer.address,
    put: (path, bytes) => void files.set(path, bytes),
    pause: (path) => {
      pausedPath = path
    },
    isPaused: () => waiting.length > 0,
    release: () => {
      pausedPath = undefined
      for (const sendRest of waiting) sendRest()
      waiting = []
    },
    close: peer.close,
  }
}

/**
 * Lists a folder in the JSON format of nginx.
 * @param folder path that ends with a slash; empty for the outermost folder
 */
function listingOf(files: ReadonlyMap<string, Buffer>, folder: string) {
  const mtime = 'Mon, 02 Mar 2026 10:15:30 GMT'
  const inside = [...files].filter(([path]) => path.startsWith(folder))
  const parts = inside.map(([path, bytes]) => ({ rest: path.slice(folder.length).split('/'), bytes }))
  const folders = new Set(parts.flatMap(({ rest }) => (rest.length > 1 ? [rest[0]] : [])))
  return [
    ...[...folders].map((name) => ({ name, type: 'directory', mtime })),
    ...parts.flatMap(({ rest: [name], bytes, rest }) =>
      rest.length > 1 ? [] : [{ name, type: 'file', size: bytes.length, mtime }],
    ),
  ]
}
