import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, type People } from '../../test/people.ts'
import { uploadFile } from '../../test/upload.ts'
import { meshJobs } from '../meshes/meshes.jobs.ts'

const rig = readFileSync(
  new URL('../../../../../demo/scans/retention-rig-top-attachment.stl', import.meta.url),
)
const rounds = process.env.PONTIC_TEST_LONG === '1' ? 12 : 4

let lastScan = 0
/** Returns a number that no earlier file had. */
function nextNumber(): number {
  lastScan += 1
  return lastScan
}

/** Creates a scan with unique bytes, because the same bytes would not be processed again. */
function scan(): Buffer {
  const own = Buffer.concat([rig])
  own.write(`scan ${nextNumber()}`, 0)
  return own
}
const broken = () =>
  Buffer.from(
    `ply\nformat ascii 1.0\ncomment ${nextNumber()}\nelement vertex 4000000000\nproperty float x\nend_header\n1\n`,
  )

let app: TestApp
let people: People
beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app.close())

/** Creates a case of alice with a deferred send to bob, which waits for files. */
async function createWaiting(): Promise<string> {
  const { id } = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
  const body = { id, labId: people.bob.organizationId }
  const sent = await as(app, people.alice).call('orders.send', { body })
  expect(sent.body.data).toMatchObject({ status: 'scanned', isSendWaiting: true })
  return id
}

const add = (id: string, name: string, bytes: Buffer, role: 'upper' | 'lower' | 'other' = 'upper') =>
  uploadFile(app, people.alice, id, { name, bytes, role })

async function read(id: string) {
  const { data } = (await as(app, people.alice).call('orders.get', { params: { id } })).body
  return { order: data.order, kinds: data.timeline.map(({ kind }) => kind) }
}

const bobSees = async (id: string) =>
  (await as(app, people.bob).call('orders.get', { params: { id } })).status === 200

describe('A deferred send', () => {
  it('a deferred send waits until the scans are processed, and then runs despite warnings', async () => {
    const id = await createWaiting()
    await add(id, 'upper.stl', scan())
    expect(await read(id)).toMatchObject({
      order: { status: 'scanned', isSendWaiting: true, filesVerified: 1 },
      kinds: ['sendWaiting'],
    })
    await app.runJobs()
    // The missing lower jaw and bite are a warning that does not block.
    expect(await read(id)).toMatchObject({
      order: { status: 'pending', isSendWaiting: false },
      kinds: ['sendWaiting', 'finishUpload', 'send'],
    })
    expect(await bobSees(id)).toBe(true)
  })

  it('a deferred send runs at once if no scan is left to process', async () => {
    const id = await createWaiting()
    await add(id, 'notes.txt', Buffer.from('as last time\n'), 'other')
    expect((await read(id)).order.status).toBe('pending')
    const [first, second] = [await createWaiting(), await createWaiting()]
    const bytes = scan()
    await add(first, 'upper.stl', bytes)
    await app.runJobs()
    await add(second, 'again.stl', bytes)
    expect((await read(second)).order.status).toBe('pending')
  })

  it('T42: a deferred send fails if a scan can’t be read; the case stays with the clinic, which is notified', async () => {
    const id = await createWaiting()
    await add(id, 'upper.stl', scan())
    const { id: bad } = await add(id, 'lower.ply', broken(), 'lower')
    await app.runJobs()
    const { order, kinds } = await read(id)
    expect(order).toMatchObject({ status: 'uploaded', isSendWaiting: false, labId: null })
    expect(kinds).toEqual(['sendWaiting', 'finishUpload', 'sendHeld'])
    expect(await bobSees(id)).toBe(false)
    const [mail] = await app.readMails()
    expect(mail).toMatchObject({ to: people.alice.email, subject: expect.stringContaining(order.number) })
    const bell = await as(app, people.alice).call('notifications.list', { body: { pageSize: 20 } })
    expect(bell.body.data.list[0]).toMatchObject({
      kind: 'order_not_sent',
      orderId: id,
      number: order.number,
    })
    await as(app, people.alice).call('files.remove', { params: { fileId: bad } })
    const body = { id, labId: people.bob.organizationId }
    expect((await as(app, people.alice).call('orders.send', { body })).body.data.status).toBe('pending')
  })

  it('a send after the upload also waits for a scan that is being processed, and can be cancelled', async () => {
    const { id } = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
    await add(id, 'upper.stl', scan())
    const body = { id, labId: people.bob.organizationId }
    const send = () => as(app, people.alice).call('orders.send', { body })
    expect((await send()).body.data).toMatchObject({ status: 'uploaded', isSendWaiting: true })
    expect(await bobSees(id)).toBe(false)
    const cancelled = await as(app, people.alice).call('orders.cancelSend', { body: { id } })
    expect(cancelled.body.data).toMatchObject({ status: 'uploaded', isSendWaiting: false })
    await send()
    await app.runJobs()
    expect(await read(id)).toMatchObject({
      order: { status: 'pending', isSendWaiting: false },
      kinds: ['finishUpload', 'sendWaiting', 'sendCanceled', 'sendWaiting', 'send'],
    })
  })

  it('T42: the clinic cannot send the case while a scan is unreadable', async () => {
    const { id } = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
    await add(id, 'upper.ply', broken())
    const body = { id, labId: people.bob.organizationId }
    await as(app, people.alice).call('orders.send', { body })
    await app.runJobs()
    const { order, kinds } = await read(id)
    expect(order).toMatchObject({ status: 'uploaded', isSendWaiting: false, labId: null })
    expect(kinds).toEqual(['finishUpload', 'sendWaiting', 'sendHeld'])
    const again = await as(app, people.alice).call('orders.send', { body })
    expect([again.status, again.body.error]).toEqual([409, 'order.not_ready'])
  })

  it('T42: a deferred send runs exactly once if the scan is processed at the moment of the send', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const isGood = round % 2 === 0
      const { id } = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
      await (isGood ? add(id, 'upper.stl', scan()) : add(id, 'upper.ply', broken()))
      const body = { id, labId: people.bob.organizationId }
      await Promise.all([app.runJobs(), as(app, people.alice).call('orders.send', { body })])
      const status = isGood ? 'pending' : 'uploaded'
      expect((await read(id)).order).toMatchObject({ status, isSendWaiting: false })
    }
  })

  it('a deferred send runs if the unreadable scan is removed while the others are processed', async () => {
    const id = await createWaiting()
    const { id: bad } = await add(id, 'lower.ply', broken(), 'lower')
    await add(id, 'upper.stl', scan())
    await as(app, people.alice).call('files.remove', { params: { fileId: bad } })
    await app.runJobs()
    expect((await read(id)).order.status).toBe('pending')
  })

  it('a deferred send fails without the scans that the laboratory requires, also if the case has no scans', async () => {
    const require = (requirements: string[]) =>
      as(app, people.bob).call('prescriptions.setRequirements', {
        body: { requirements: requirements as never },
      })
    await require(['restoration.biteScan'])
    const [scanned, bare] = [await createWaiting(), await createWaiting()]
    await add(scanned, 'upper.stl', scan())
    await app.runJobs()
    await as(app, people.alice).call('orders.declareNoScans', { body: { id: bare } })
    await require([])
    for (const id of [scanned, bare]) {
      const { order, kinds } = await read(id)
      expect(order.status).toBe('uploaded')
      expect(kinds.at(-1)).toBe('sendHeld')
    }
  })

  it('a deferred send can be cancelled while the scans are processed, and the case is uploaded afterwards', async () => {
    const id = await createWaiting()
    await add(id, 'upper.stl', scan())
    const cancelled = await as(app, people.alice).call('orders.cancelSend', { body: { id } })
    expect(cancelled.body.data.isSendWaiting).toBe(false)
    await app.runJobs()
    expect((await read(id)).kinds).toEqual(['sendWaiting', 'sendCanceled', 'finishUpload'])
  })

  it('a deferred send continues without a scan that has waited for an hour', async () => {
    const id = await createWaiting()
    await add(id, 'upper.stl', scan())
    const catchUp = () => meshJobs['meshes.catchUp']({}, app.services)
    await catchUp()
    expect((await read(id)).order.status).toBe('scanned')
    app.clock.advance({ hours: 1, minutes: 1 })
    await catchUp()
    expect((await read(id)).order.status).toBe('pending')
  })
})
