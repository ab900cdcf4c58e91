/**
 * Loaded into the app by `npm start` (`node --import`). The starter holds the other end of descriptor 3; when that end closes,
 * the starter has ended, perhaps by `kill -9`, and without this the app would hold the port forever.
 */
import { Socket } from 'node:net'

const lifeline = new Socket({ fd: 3, readable: true, writable: false })
lifeline.on('error', () => {})
lifeline.on('close', () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 20_000).unref()
})
lifeline.resume()
lifeline.unref()
