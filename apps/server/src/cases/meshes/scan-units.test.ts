import { readFileSync } from 'node:fs'
import type { MeshFacts, OrderFile } from '@pontic/contract'
import { decodePreview } from '@pontic/viewer/preview'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { addressOf, as, createPeople, type People, type Person } from '../../test/people.ts'
import { uploadFile } from '../../test/upload.ts'
import { catchUpMeshes } from './mesh-files.service.ts'

const scans = new URL('../../../../../demo/scans/', import.meta.url)
const rig = readFileSync(new URL('retention-rig-top-attachment.stl', scans))
/** The real arch as exported by a program that works in centimetres. */
const inCentimetres = Buffer.from(
  readFileSync(new URL('case0-lower-teeth.obj', scans), 'utf8').replaceAll(
    /^v (\S+) (\S+) (\S+)/gm,
    (_, ...point) => `v ${[0, 1, 2].map((axis) => (Number(point[axis]) / 10).toFixed(7)).join(' ')}`,
  ),
)
const sizeMm = [62.1, 11.7, 44.8]

let app: TestApp
let people: People
beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app.close())

const insertCase = (status: 'uploaded' | 'pending' | 'accepted') =>
  insertOrder(app, { clinic: people.alice, lab: people.bob, status, patientName: 'Una Unit' })
const addScan = async (orderId: string, name: string, bytes: Buffer) =>
  (await uploadFile(app, people.alice, orderId, { name, bytes, role: 'lower' })).id
const setUnit = (person: Person, fileId: string, unit: string) =>
  as(app, person).call('files.setUnit', { body: { fileId, unit } as never })
const readFile = async (orderId: string, fileId: string, person: Person): Promise<OrderFile> => {
  const { body } = await as(app, person).call('orders.get', { params: { id: orderId } })
  return body.data.files.find((file: OrderFile) => file.id === fileId) as OrderFile
}
const meshOf = async (...given: Parameters<typeof readFile>) => (await readFile(...given)).mesh as MeshFacts
const fetchAs = (person: Person, address: string) =>
  fetch(app.url + address, { headers: { authorization: `Bearer ${person.token}` } })

describe('A scan in centimetres', () => {
  let orderId: string
  let fileId: string
  let twinId: string
  beforeAll(async () => {
    orderId = (await insertCase('pending')).id
    fileId = await addScan(orderId, 'lower.obj', inCentimetres)
    twinId = await addScan((await insertCase('uploaded')).id, 'lower.obj', inCentimetres)
    await app.runJobs()
  })

  it('the scan is measured in centimetres, and its unit is shown as a guess', async () => {
    const mesh = await meshOf(orderId, fileId, people.alice)
    expect(mesh).toMatchObject({ state: 'ready', unit: 'cm', unitBy: 'guess' })
    mesh.sizeMm?.forEach((side, axis) => {
      expect(side).toBeCloseTo(sizeMm[axis]! / 10, 1)
    })
  })

  it('only the uploading side can set the unit, and only to a valid one', async () => {
    expect((await setUnit(people.erin, fileId, 'cm')).status).toBe(404)
    expect((await setUnit(people.bob, fileId, 'cm')).status).toBe(404)
    expect((await setUnit(people.alice, fileId, 'furlong')).status).toBe(400)
    expect((await meshOf(orderId, fileId, people.alice)).unitBy).toBe('guess')
  })

  it('after the unit is set, both sides get measures and levels in millimetres; the file is unchanged', async () => {
    const answer = await setUnit(people.alice, fileId, 'cm')
    expect(answer.body.data.mesh).toMatchObject({
      state: 'waiting',
      unit: 'cm',
      unitBy: 'person',
      levels: [],
    })
    await app.runJobs()
    for (const person of [people.alice, people.bob]) {
      const mesh = await meshOf(orderId, fileId, person)
      expect(mesh).toMatchObject({ state: 'ready', unit: 'cm', unitBy: 'person', hasPicture: true })
      for (const { level } of mesh.levels) {
        const params = { id: orderId, fileId, level: String(level) } as never
        const response = await fetchAs(person, addressOf('meshes.level', { params }))
        const { measure } = await decodePreview(new Uint8Array(await response.arrayBuffer()))
        measure.sizeMm.forEach((side, axis) => {
          expect(Math.abs(side - mesh.sizeMm![axis]!)).toBeLessThan(0.02)
          expect(side).toBeCloseTo(sizeMm[axis]!, 0)
        })
      }
      expect(mesh.levels.length).toBeGreaterThan(0)
      const whole = await fetchAs(person, addressOf('files.download', { params: { id: orderId, fileId } }))
      expect(Buffer.from(await whole.arrayBuffer()).equals(inCentimetres)).toBe(true)
    }
    const [row] = await app.services.database.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'files.setUnit')
      .execute()
    expect(row?.detail).toMatchObject({ before: { unit: null }, after: { unit: 'cm' } })
  })

  it('the unit stays a guess in another case with the same bytes, and the clinic can change the unit that it has set', async () => {
    const { order_id: otherId } = await app.services.database.db
      .selectFrom('order_file')
      .select('order_id')
      .where('id', '=', twinId)
      .executeTakeFirstOrThrow()
    expect(await meshOf(otherId, twinId, people.alice)).toMatchObject({ unit: 'cm', unitBy: 'guess' })
    await setUnit(people.alice, fileId, 'mm')
    await app.runJobs()
    const mesh = await meshOf(orderId, fileId, people.alice)
    expect(mesh).toMatchObject({ state: 'ready', unit: 'mm', unitBy: 'person' })
    expect(mesh.sizeMm![0]).toBeCloseTo(6.21, 1)
  })

  it('the unit cannot be changed once the laboratory works on the case, nor for a file that is no scan', async () => {
    const accepted = await insertCase('uploaded')
    const scan = await addScan(accepted.id, 'part.stl', rig)
    const note = (
      await uploadFile(app, people.alice, accepted.id, {
        name: 'note.txt',
        bytes: Buffer.from('Please call.'),
        role: 'document',
      })
    ).id
    expect((await setUnit(people.alice, note, 'cm')).body.error).toBe('file.wrong_state')
    await app.runJobs()
    await app.services.database.db
      .updateTable('orders')
      .set({ status: 'accepted', lab_id: people.bob.organizationId })
      .where('id', '=', accepted.id)
      .execute()
    expect((await setUnit(people.alice, scan, 'cm')).body.error).toBe('order.wrong_status')
  })
})

describe('Results of an older pipeline', () => {
  it('results of an older pipeline are shown until the catch-up job has rebuilt them', async () => {
    const { id } = await insertCase('uploaded')
    const fileId = await addScan(id, 'rig.stl', Buffer.concat([Buffer.alloc(80, 1), rig.subarray(80)]))
    await app.runJobs()
    const { db } = app.services.database
    const old = { version: 1, facts: JSON.stringify({ unit: 'mm', sizeMm: [1, 2, 3], holes: 9 }) }
    await db.updateTable('mesh').set(old).execute()
    expect(await meshOf(id, fileId, people.alice)).toMatchObject({
      ...{ state: 'ready', holes: 9, originMm: null, surface: null },
      levels: [{ level: 0 }],
    })
    const now = app.services.now()
    await app.services.database.transaction((tx) => catchUpMeshes(tx, now, new Date(now.getTime() - 1), 200))
    await app.runJobs()
    expect(await meshOf(id, fileId, people.alice)).toMatchObject({ state: 'ready', holes: 0, surface: 'out' })
    expect(await db.selectFrom('mesh').select('key').where('version', '<', 2).execute()).toEqual([])
    expect(await app.services.database.transaction((tx) => catchUpMeshes(tx, now, now, 200))).toBe(0)
  })
})
