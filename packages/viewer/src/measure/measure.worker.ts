import { createMeasureHost, type HostMessage, type HostPort } from './measure-host.ts'

// TypeScript's DOM types declare `postMessage` of a window, which differs from that of a worker.
const receive = createMeasureHost(globalThis as unknown as HostPort)
globalThis.addEventListener('message', ({ data }: MessageEvent<HostMessage>) => void receive(data))
