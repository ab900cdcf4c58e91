import { readFileSync } from 'node:fs'
import { parseMesh, weldMesh } from '@pontic/viewer/mesh'
import { writeScanFormats } from '@pontic/viewer/scan-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, type People } from '../../test/people.ts'
import { uploadFile } from '../../test/upload.ts'

const scans = new URL('../../../../../demo/scans/', import.meta.url)
const rig = readFileSync(new URL('retention-rig-top-attachment.stl', scans))
const upper = readFileSync(new URL('case0-upper-teeth.obj', scans))
const formats = writeScanFormats(weldMesh(parseMesh(rig)), upper)

let app: TestApp
let people: People
beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app.close())

/** Uploads a file to a new case, processes it, and sends the case. */
async function sendWith(name: string, bytes: Buffer) {
  const alice = as(app, people.alice)
  const order = await insertOrder(app, { clinic: people.alice, status: 'uploaded' })
  await uploadFile(app, people.alice, order.id, { name, bytes, role: 'upper' })
  await app.runJobs()
  const { body } = await alice.call('orders.get', { params: { id: order.id } })
  const sent = await alice.call('orders.send', {
    body: { id: order.id, labId: people.bob.organizationId },
  })
  return { file: body.data.files.find((file) => file.name === name)!, sent }
}

describe('A damaged scan blocks the send', () => {
  it.each(formats)('T42: the first half of %s blocks the send', async (name, bytes) => {
    const half = Buffer.from(bytes.subarray(0, Math.floor(bytes.length / 2)))
    const { file, sent } = await sendWith(name, half)
    expect(file.mesh).toMatchObject({ state: 'failed', reason: 'mesh.truncated' })
    expect(sent.body).toMatchObject({ error: 'order.not_ready' })
  })

  it('T42: other content under the name of a scan blocks the send', async () => {
    const { file, sent } = await sendWith('upper.stl', Buffer.from('%PDF-1.7\n'))
    expect(file).toMatchObject({ kind: 'stl', mesh: { state: 'failed', reason: 'mesh.not_a_mesh' } })
    expect(sent.body).toMatchObject({ error: 'order.not_ready' })
  })

  it('T42: half a binary STL blocks the send under any name', async () => {
    const { file, sent } = await sendWith('upper', rig.subarray(0, rig.length / 2))
    expect(file).toMatchObject({ kind: 'stl', mesh: { state: 'failed', reason: 'mesh.truncated' } })
    expect(sent.body).toMatchObject({ error: 'order.not_ready' })
  })
})

it('a binary STL with two bytes after its last triangle is a valid scan', async () => {
  const { file, sent } = await sendWith('upper.stl', Buffer.concat([rig, Buffer.alloc(2)]))
  expect(file).toMatchObject({ kind: 'stl', mesh: { state: 'ready' } })
  expect(sent.status).toBe(200)
})
