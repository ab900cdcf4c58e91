import { limits } from '@pontic/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'
import { announceFile, hashOf, patchUpload, uploadFile } from '../../test/upload.ts'

let app: TestApp
let people: People
beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app.close())

const list = async (person: Person, id?: string) =>
  (await as(app, person).call('files.listUnfinished', { query: id === undefined ? {} : { id } })).body.data
    .list

/** Sets all times of a case's files to ten minutes ago. */
const setQuiet = (orderId: string) =>
  sql`update order_file set created_at = now() - interval '10 minutes', progressed_at = now() - interval '10 minutes',
    verified_at = verified_at - (verified_at - (now() - interval '10 minutes'))
    where order_id = ${orderId}::uuid`.execute(app.services.database.db)

it('each side lists the cases with its own unfinished uploads, and since when nothing has arrived', async () => {
  const { alice, amy, bob, erin } = people
  const { id, number } = await insertOrder(app, { clinic: alice, lab: bob, status: 'pending' })
  const bytes = Buffer.alloc(2048, 7)
  await uploadFile(app, alice, id, { name: 'done.dat', bytes })
  const announced = await announceFile({ app, person: alice }, id, { name: 'upper.stl', sizeBytes: 2048 })
  await announceFile({ app, person: amy }, id, { name: 'lower.stl', sizeBytes: 2048 })
  await setQuiet(id)
  const [before] = await list(alice)
  expect(before).toMatchObject({ orderId: id, number, filesUnfinished: 2, filesTotal: 3, isOwn: true })
  expect(before!.quietSeconds).toBeGreaterThan(limits.uploadQuietSeconds)

  await patchUpload({ app, person: alice }, announced.id, 0, bytes.subarray(0, 1024))
  const [after] = await list(amy, id)
  expect(after!.quietSeconds).toBeLessThan(limits.uploadQuietSeconds)
  expect(await list(bob)).toEqual([])
  expect(await list(erin, id)).toEqual([])
  expect(await list(alice, announced.id)).toEqual([])
})

it('the digest of the bytes that have arrived is readable for the uploading side only', async () => {
  const { alice, bob, erin } = people
  const { id } = await insertOrder(app, { clinic: alice, lab: bob, status: 'pending' })
  const bytes = Buffer.alloc(limits.uploadHeadBytes + 4096, 9)
  const begun = await announceFile({ app, person: alice }, id, { name: 'upper.stl', sizeBytes: bytes.length })
  await announceFile({ app, person: alice }, id, { name: 'lower.stl', sizeBytes: 2048 })
  const heads = async (person: Person) =>
    (await as(app, person).call('files.listHeads', { query: { id } })).body.data.list
  expect(await heads(alice)).toEqual([])
  await patchUpload({ app, person: alice }, begun.id, 0, bytes.subarray(0, 1000))
  expect(await heads(alice)).toEqual([
    { fileId: begun.id, sizeBytes: 1000, sha256: hashOf(bytes.subarray(0, 1000)) },
  ])
  await patchUpload({ app, person: alice }, begun.id, 1000, bytes.subarray(1000, limits.uploadHeadBytes + 10))
  expect(await heads(alice)).toEqual([
    {
      fileId: begun.id,
      sizeBytes: limits.uploadHeadBytes,
      sha256: hashOf(bytes.subarray(0, limits.uploadHeadBytes)),
    },
  ])
  expect([await heads(bob), await heads(erin)]).toEqual([[], []])
})
