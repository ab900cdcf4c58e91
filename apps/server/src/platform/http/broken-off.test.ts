import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder } from '../../test/insert-rows.ts'
import { as, createPeople, type People } from '../../test/people.ts'
import { announceFile } from '../../test/upload.ts'

let app: TestApp
let people: People
let uploadPath: string
beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  const order = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
  const sender = { app, person: people.alice }
  const { id } = await announceFile(sender, order.id, { name: 'upper.stl', sizeBytes: 90_000 })
  uploadPath = `/restful/uploads/${id}`
})
afterAll(() => app.close())

/** How a client disconnects: it closes the connection, or resets it. */
const ways = {
  closed: (socket: Socket) => socket.destroy(),
  reset: (socket: Socket) => socket.resetAndDestroy(),
}

const upload = {
  'Tus-Resumable': '1.0.0',
  'Upload-Offset': '0',
  'Content-Type': 'application/offset+octet-stream',
}
const json = { 'Content-Type': 'application/json' }
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const requests = [
  { name: 'session.create', line: () => 'POST /oauth/token', headers: form, hasSession: false },
  { name: 'members.register', line: () => 'POST /restful/accounts', headers: json, hasSession: false },
  { name: 'orders.create', line: () => 'POST /restful/orders', headers: json, hasSession: false },
  { name: 'orders.create', line: () => 'POST /restful/orders', headers: json, hasSession: true },
  {
    name: 'images.create',
    line: () => 'POST /restful/images/avatar',
    headers: { 'Content-Type': 'application/octet-stream' },
    hasSession: true,
  },
  { name: 'uploads.write', line: () => `PATCH ${uploadPath}`, headers: upload, hasSession: false },
  { name: 'uploads.write', line: () => `PATCH ${uploadPath}`, headers: upload, hasSession: true },
] as const
type Sent = (typeof requests)[number]

/** Makes a complete call as another client. When its response arrives, the server has processed all earlier requests. */
const callOnce = async () =>
  expect((await as(app, people.bob).call('orders.list', { body: {} })).status).toBe(200)

/** Announces 90,000 bytes, sends two when the server is ready, and disconnects. */
async function breakOff({ line, headers, hasSession }: Sent, leave: (socket: Socket) => void): Promise<void> {
  const { hostname, port, host } = new URL(app.url)
  const all = {
    Host: host,
    ...headers,
    'Content-Length': '90000',
    // The interim response shows that the server has received the request.
    Expect: '100-continue',
    ...(hasSession ? { Authorization: `Bearer ${people.alice.token}` } : {}),
  }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const socket = connect(Number(port), hostname)
  socket.write(`${line()} HTTP/1.1\r\n${head.join('')}\r\n`)
  await once(socket, 'data')
  socket.write('{"')
  await callOnce()
  leave(socket)
  await once(socket, 'close')
}

type Line = { level: number; msg?: string }
const readLines = () => app.logLines.map((line) => JSON.parse(line) as Line)
const errorLevel = 50

describe('A request whose client disconnects in the middle of the body', () => {
  for (const [way, leave] of Object.entries(ways))
    for (const sent of requests)
      it(`${sent.name} ${sent.hasSession ? 'with' : 'without'} a session logs no error if its connection is ${way}`, async () => {
        await callOnce()
        app.logLines.length = 0
        await breakOff(sent, leave)
        await callOnce()
        expect(readLines().filter(({ level }) => level >= errorLevel)).toEqual([])
      })
})
