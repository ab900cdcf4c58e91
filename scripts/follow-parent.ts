/**
 * Ends the app when the process that started it ends. `npm start` loads this file into the app (`node --import`) and keeps the
 * other end of descriptor 3 open. The system closes that end even after `kill -9` of `npm start`. Without this file the app would
 * then run on and occupy its port.
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
