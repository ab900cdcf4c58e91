/** Worker that loads a portal as one organization until it receives a message: with exports, or with uploads of large scans. */
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { callPortal, createCase, type Sender, uploadInOnePatch } from './portal-files.ts'

/** What the worker does. `scan` is the scan that it uploads eight times, each time with other bytes. */
export type Load = { sender: Sender; kind: 'exports' | 'scans'; scan: Uint8Array; salt: number }

const exportsAtOnce = 4
const scanCount = 8
const { sender, kind, scan, salt }: Load = workerData
// Lowers the priority of this thread, because the sender of a load uses another machine.
setPriority(10)
let isOver = false
parentPort?.once('message', () => {
  isOver = true
})

async function exportAgain(): Promise<void> {
  while (!isOver) {
    const { path } = await callPortal<{ path: string }>(sender, 'orders.createExport', {})
    const { body } = await fetch(sender.url + path)
    const reader = body!.getReader()
    for (let part = await reader.read(); !part.done && !isOver; part = await reader.read());
    await reader.cancel()
  }
}

async function uploadScans(): Promise<void> {
  const orderId = await createCase(sender)
  for (let number = 0; number < scanCount; number += 1) {
    const bytes = Buffer.from(scan)
    // The header of an STL differs, and so does the content.
    bytes.write(`scan ${salt} ${number}`, 0, 'latin1')
    await uploadInOnePatch(sender, orderId, `large ${number}.stl`, bytes)
  }
}

if (kind === 'exports') await Promise.all(Array.from({ length: exportsAtOnce }, exportAgain))
else await uploadScans()
parentPort?.postMessage('done')
