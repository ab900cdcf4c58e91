import { randomBytes } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertOrder, insertPartnership } from '../insert-rows.ts'
import { type Installation, type Node, openInstallation } from '../nodes.ts'
import { as, createPeople, type People } from '../people.ts'
import { announceFile, hashOf, patchUpload } from '../upload.ts'

const isLong = process.env.PONTIC_TEST_LONG === '1'
const slowSenders = 300
// A client that does not read cannot see that its socket was closed, and only Linux shows the sockets of another process.
// Therefore other systems test no slow readers.
const slowReaders = process.platform !== 'linux' ? 0 : isLong ? 300 : 60
const pollEveryMs = 100
// Larger than all buffers between the server and a client that does not read.
const fileBytes = 24 * 1024 * 1024

// Long enough for the first start on a busy machine.
const setUpTimeoutMs = 180_000

let installation: Installation
let node: Node
let people: People
let caseId: string
let filePath: string
const opened: Socket[] = []

beforeAll(async () => {
  installation = await openInstallation()
  people = await createPeople(installation)
  await insertPartnership(installation, people.alice, people.bob)
  node = await installation.addNode()
  await node.start()
  caseId = (await insertOrder(installation, { clinic: people.alice, status: 'scanned' })).id
  filePath = `/restful/orders/${caseId}/files/${await uploadFile()}`
}, setUpTimeoutMs)
afterAll(async () => {
  for (const socket of opened) socket.destroy()
  await installation?.close()
})

async function uploadFile(): Promise<string> {
  const bytes = randomBytes(fileBytes)
  const sender = { app: node, person: people.alice }
  const file = await announceFile(sender, caseId, { name: 'upper.stl', sizeBytes: bytes.length })
  await patchUpload(sender, file.id, 0, bytes)
  const finish = { body: { fileId: file.id, sha256: hashOf(bytes) } }
  expect((await as(node, people.alice).call('files.finish', finish)).status).toBe(200)
  return file.id
}

function open(count: number, text: string): Socket[] {
  const { hostname, port } = new URL(node.url)
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname, () => socket.write(text))
    return socket.on('error', () => {})
  })
  opened.push(...sockets)
  return sockets
}

/** Opens connections that send this text and then nothing. Resolves when the server has closed all of them. */
const openSenders = (count: number, text: string) =>
  Promise.all(
    open(count, text).map(
      (socket) => new Promise<void>((resolve) => socket.resume().on('close', () => resolve())),
    ),
  )

/** Opens connections that send this request and stop reading after the first bytes. Resolves when all have stopped. */
const openReaders = (count: number, text: string) =>
  Promise.all(
    open(count, text).map(
      (socket) => new Promise<void>((resolve) => socket.once('data', () => resolve(void socket.pause()))),
    ),
  )

function countSockets(): number {
  const folder = `/proc/${node.pid()}/fd`
  return readdirSync(folder).filter((name) => {
    try {
      return readlinkSync(`${folder}/${name}`).startsWith('socket:')
    } catch {
      // The socket was closed between the two calls.
      return false
    }
  }).length
}

async function untilSockets(countMax: number): Promise<void> {
  while (countSockets() > countMax) await wait(pollEveryMs)
}

test('T55: connections of slow senders and slow readers are closed, and other calls do not wait for them', async () => {
  const authorization = `Authorization: Bearer ${people.alice.token}\r\n`
  const form = `${authorization}Content-Type: application/json\r\nContent-Length: 900\r\n\r\n{`
  await openReaders(slowReaders, `GET ${filePath} HTTP/1.1\r\nHost: a\r\n${authorization}\r\n`)
  const headers = openSenders(slowSenders, 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow:')
  const bodies = openSenders(slowSenders, `PUT /restful/accounts/language HTTP/1.1\r\nHost: a\r\n${form}`)
  for (let round = 0; round < 20; round++) {
    const listed = await as(node, people.bob).call('orders.list', { body: {} })
    const { body } = await as(node, people.alice).call('orders.create', {
      body: { type: 0, patientName: 'Kestrel Example' },
    })
    expect([listed.status, body.error]).toEqual([200, undefined])
  }
  const cut = await Promise.race([headers.then(() => 'headers'), bodies.then(() => 'bodies')])
  expect(cut).toBe('headers')
  await bodies
  // Connections to PostgreSQL and kept-alive connections of this test remain. They are fewer than half of the readers.
  if (slowReaders > 0) await untilSockets(slowReaders / 2)
  expect((await as(node, people.bob).call('orders.list', { body: {} })).status).toBe(200)
})
