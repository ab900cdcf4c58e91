/**
 * Ends the app when the process that started it ends. `npm start` loads this file into the app (`node --import`) and keeps the
 * other end of descriptor 3 open. That end closes even after `kill -9`; otherwise the app would occupy its port forever.
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
