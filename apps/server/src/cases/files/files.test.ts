import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { limits } from '@pontic/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'
import { announceFile, hashOf, patchUpload, uploadFile } from '../../test/upload.ts'

const part = readFileSync(
  new URL('../../../../../demo/scans/retention-rig-top-attachment.stl', import.meta.url),
)

let app: TestApp
let people: People
beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app.close())

const file = (sizeBytes: number, more = {}) => ({ name: 'upper.stl', role: 'upper', sizeBytes, ...more })

const announce = (person: Person, id: string, files: unknown[]) =>
  as(app, person).call('files.announce', { body: { id, files } })

async function setQuota(person: Person, quotaBytes: number) {
  await app.services.database.db
    .updateTable('organization')
    .set({ storage_quota_bytes: quotaBytes })
    .where('id', '=', person.organizationId)
    .execute()
}

const gibibyte = 1024 ** 3

async function setStorage(person: Person, storage: { quotaBytes: number; usedBytes: number }) {
  await app.services.database.db
    .updateTable('organization')
    .set({ storage_quota_bytes: storage.quotaBytes, storage_used_bytes: storage.usedBytes })
    .where('id', '=', person.organizationId)
    .execute()
}

const readUsed = async (person: Person) => {
  const row = await app.services.database.db
    .selectFrom('organization')
    .select('storage_used_bytes')
    .where('id', '=', person.organizationId)
    .executeTakeFirstOrThrow()
  return row.storage_used_bytes
}

/** Returns the total size of the files that count against an organization's quota, in bytes. */
const sumChargedBytes = async (person: Person) => {
  const row = await app.services.database.db
    .selectFrom('order_file')
    .select((on) => on.fn.sum<string>('size_bytes').as('sum'))
    .where('organization_id', '=', person.organizationId)
    .where('removed_at', 'is', null)
    .where('state', '<>', 'refused')
    .executeTakeFirstOrThrow()
  return Number(row.sum ?? 0)
}

const getOrder = async (person: Person, id: string) =>
  (await as(app, person).call('orders.get', { params: { id } })).body.data

describe('Announcing files', () => {
  it('announced files are listed with their state and counted for the case', async () => {
    const order = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
    const answer = await announce(people.alice, order.id, [
      file(10),
      file(20, { role: 'photo', name: 'face.jpg' }),
    ])
    expect(answer.status).toBe(200)
    expect(answer.body.data.files).toMatchObject([
      {
        name: 'upper.stl',
        role: 'upper',
        state: 'announced',
        sizeBytes: 10,
        receivedBytes: 0,
        party: 'clinic',
        kind: null,
      },
      { name: 'face.jpg', role: 'photo', by: 'Alice', sha256: null },
    ])
    expect((await getOrder(people.alice, order.id)).order).toMatchObject({ filesTotal: 2, bytesTotal: 30 })
  })

  it('the clinic may announce files until the laboratory accepts the case; then only the laboratory may, with its own roles', async () => {
    const tries = [
      ['scanned', 200, 404],
      ['uploaded', 200, 404],
      ['pending', 200, 409],
      ['accepted', 409, 200],
      ['shipped', 409, 409],
      ['completed', 409, 409],
      ['rejected', 200, 409],
    ] as const
    for (const [status, ofClinic, ofLab] of tries) {
      const order = await insertOrder(app, { clinic: people.alice, lab: people.bob, status })
      const byClinic = await announce(people.alice, order.id, [file(10)])
      const byLab = await announce(people.bob, order.id, [file(10, { role: 'design' })])
      expect([status, byClinic.status, byLab.status]).toEqual([status, ofClinic, ofLab])
      for (const person of [people.erin, people.carol])
        expect((await announce(person, order.id, [file(10)])).body.error).toBe('order.not_found')
    }
    const order = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'accepted' })
    const upper = await announce(people.bob, order.id, [file(1, { role: 'other' }), file(1)])
    expect([upper.status, Object.keys(upper.body.fields ?? {})]).toEqual([400, ['files.1.role']])
    expect((await announce(people.root, order.id, [file(10)])).status).toBe(403)
  })

  it('the laboratory’s timeline shows files that the clinic adds to a sent case', async () => {
    const order = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'pending' })
    await announce(people.alice, order.id, [file(10, { name: 'bite.stl', role: 'bite' })])
    const { timeline } = await getOrder(people.bob, order.id)
    expect(timeline.at(-1)).toMatchObject({ kind: 'files', from: 'pending', to: 'pending', note: 'bite.stl' })
  })

  it('announcing files refuses input that does not match the contract', async () => {
    const order = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
    const bad = [
      [file(0)],
      [file(limits.fileBytesMax + 1)],
      [file(1.5)],
      [],
      [file(1, { role: 'jaw' })],
      Array.from({ length: limits.filesPerCallMax + 1 }, () => file(1)),
    ]
    for (const files of bad) expect((await announce(people.alice, order.id, files)).status).toBe(400)
  })

  it('a case has at most 500 files, also with parallel announcements', async () => {
    const order = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
    const hundred = Array.from({ length: 100 }, () => file(1))
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => announce(people.alice, order.id, hundred)),
    )
    expect(answers.map((answer) => answer.body.error ?? 'taken').sort()).toEqual([
      'file.too_many',
      ...Array.from({ length: 5 }, () => 'taken'),
    ])
  })
})

describe('Names of files that start a program on a double click', () => {
  const names = ['menu.hta', 'upper.stl.LNK', 'x.bat.', 'x.bat::$DATA', 'x.b\u200bat', 'tool.com', 'scan.iso']

  it.each(names)('T42: %j is refused before its first byte, with an error that names it', async (name) => {
    const order = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
    const answer = await announce(people.alice, order.id, [file(10), file(20, { name })])
    expect([answer.status, answer.body.error]).toEqual([415, 'file.name_refused'])
    expect(answer.body.message).toBe(
      `${name} is not accepted because files of this type can run programs. Add the scan, picture or document itself.`,
    )
    expect((await getOrder(people.alice, order.id)).files).toEqual([])
  })

  it('T42: the names of a laboratory’s files are checked too, and only the last extension counts', async () => {
    const order = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'accepted' })
    const add = (name: string) => announce(people.bob, order.id, [file(10, { name, role: 'design' })])
    expect((await add('crown.js')).body.error).toBe('file.name_refused')
    expect((await add('crown www.lab.com.stl')).status).toBe(200)
  })
})

describe('The quota', () => {
  afterEach(async () => {
    for (const person of [people.alice, people.bob, people.erin])
      await setStorage(person, {
        quotaBytes: limits.storageQuotaBytes,
        usedBytes: await sumChargedBytes(person),
      })
  })

  beforeEach(() => setQuota(people.erin, limits.storageQuotaBytes))

  it('T45: twenty parallel announcements never exceed the quota, and used storage equals the size of all files', async () => {
    const orders = await Promise.all(
      Array.from({ length: 20 }, () => insertOrder(app, { clinic: people.erin, status: 'scanned' })),
    )
    const used = await readUsed(people.erin)
    await setQuota(people.erin, used + 7 * 1_000_000)
    const answers = await Promise.all(
      orders.map((order) => announce(people.erin, order.id, [file(1_000_000)])),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(7)
    for (const answer of answers.filter((one) => one.status !== 200))
      expect([answer.status, answer.body.error]).toEqual([413, 'file.quota_full'])
    expect(await readUsed(people.erin)).toBe(used + 7_000_000)
    expect(await readUsed(people.erin)).toBe(await sumChargedBytes(people.erin))
  })

  it('T45: with a full quota new cases get no files, and running cases get files only within the margin', async () => {
    const { alice, bob } = people
    for (const [person, status] of [
      [alice, 'uploaded'],
      [alice, 'pending'],
      [bob, 'accepted'],
    ] as const) {
      const running = await insertOrder(app, { clinic: alice, lab: bob, status })
      const add = (sizeBytes: number) => announce(person, running.id, [file(sizeBytes, { role: 'design' })])
      const quotaBytes = 20 * gibibyte
      await setStorage(person, { quotaBytes, usedBytes: quotaBytes })
      const fresh = await insertOrder(app, { clinic: alice, status: 'scanned' })
      if (person === alice)
        expect((await announce(alice, fresh.id, [file(1)])).body.error).toBe('file.quota_full')
      expect((await add(1)).status).toBe(200)
      await setStorage(person, { quotaBytes, usedBytes: quotaBytes + 5 * gibibyte - 10 })
      const beyond = await add(11)
      expect([beyond.status, beyond.body.error]).toEqual([413, 'file.quota_full'])
      expect(beyond.body.message).toContain('ask the platform for more')
      expect((await add(10)).status).toBe(200)
      expect((await add(1)).status).toBe(413)
    }
  })

  it('T45: the margin of a large quota is a tenth of the quota', async () => {
    const { alice } = people
    const running = await insertOrder(app, { clinic: alice, status: 'uploaded' })
    const quotaBytes = 100 * gibibyte
    await setStorage(alice, { quotaBytes, usedBytes: quotaBytes + 10 * gibibyte - 10 })
    expect((await announce(alice, running.id, [file(11)])).status).toBe(413)
    expect((await announce(alice, running.id, [file(10)])).status).toBe(200)
  })

  it('T45: twenty parallel announcements to running cases never exceed the margin together', async () => {
    const { alice, bob } = people
    const orders = await Promise.all(
      Array.from({ length: 20 }, () => insertOrder(app, { clinic: alice, lab: bob, status: 'accepted' })),
    )
    const quotaBytes = 20 * gibibyte
    const boundBytes = quotaBytes + 5 * gibibyte
    await setStorage(bob, { quotaBytes, usedBytes: boundBytes - 7_500 })
    const answers = await Promise.all(
      orders.map((order) => announce(bob, order.id, [file(1_000, { role: 'design' })])),
    )
    const statuses = answers.map((answer) => answer.status).sort()
    expect(statuses).toEqual([...Array(7).fill(200), ...Array(13).fill(413)])
    expect(await readUsed(bob)).toBe(boundBytes - 500)
  })

  it('T45: an upload that was not announced, or is longer than announced, is refused and reserves no storage', async () => {
    const { erin } = people
    await setQuota(erin, (await readUsed(erin)) + 1_000)
    const order = await insertOrder(app, { clinic: erin, status: 'scanned' })
    const sender = { app, person: erin }
    const upload = await announceFile(sender, order.id, { name: 'a.stl', sizeBytes: 1_000 })
    const metadata = Buffer.from(upload.id).toString('base64')
    const create = (sizeBytes: number, id = metadata) =>
      fetch(`${app.url}/restful/uploads`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${erin.token}`,
          'tus-resumable': '1.0.0',
          'upload-length': String(sizeBytes),
          'upload-metadata': `uploadId ${id}`,
        },
      })
    expect((await create(1_001)).status).toBe(409)
    expect((await create(1_000, Buffer.from(randomUUID()).toString('base64'))).status).toBe(404)
    expect((await create(1_000)).status).toBe(201)
    const longer = await patchUpload(sender, upload.id, 0, Buffer.alloc(1_001, 'a'))
    expect(longer.status).toBe(413)
    expect(await readUsed(erin)).toBe(await sumChargedBytes(erin))
  })

  it('T45: the storage of a file is freed when it is removed, and when it is refused as a program', async () => {
    const order = await insertOrder(app, { clinic: people.erin, status: 'scanned' })
    const sender = { app, person: people.erin }
    const before = await readUsed(people.erin)
    const whole = await uploadFile(app, people.erin, order.id, { name: 'a.stl', bytes: part })
    const program = await announceFile(sender, order.id, { name: 'b.stl', sizeBytes: 9 })
    await patchUpload(sender, program.id, 0, Buffer.from('#!/bin/sh'))
    const half = await announceFile(sender, order.id, { name: 'c.stl', sizeBytes: part.length })
    await patchUpload(sender, half.id, 0, part.subarray(0, 100_000))
    expect(await readUsed(people.erin)).toBe(before + 2 * part.length)
    for (const { id } of [whole, program, half]) {
      const answer = await as(app, people.erin).call('files.remove', { params: { fileId: id } })
      expect(answer.status).toBe(200)
      const again = await as(app, people.erin).call('files.remove', { params: { fileId: id } })
      expect(again.status).toBe(404)
    }
    expect(await readUsed(people.erin)).toBe(before)
    expect((await getOrder(people.erin, order.id)).files).toEqual([])
  })

  it('the administrators get one mail when 80 % of the storage is used, and one at 95 %', async () => {
    const order = await insertOrder(app, { clinic: people.erin, status: 'scanned' })
    const used = await readUsed(people.erin)
    const quotaBytes = 1000 * (used + 1)
    await setQuota(people.erin, quotaBytes)
    const listWarnings = async () => {
      const mails = await app.readMails()
      return mails.filter((mail) => mail.to === people.erin.email).map((mail) => mail.subject)
    }
    const before = await listWarnings()
    const fillTo = async (percent: number) => {
      const sizeBytes = Math.ceil((quotaBytes * percent) / 100) - (await readUsed(people.erin))
      expect((await announce(people.erin, order.id, [file(sizeBytes)])).status).toBe(200)
    }
    for (const percent of [50, 79, 80, 85, 96, 97]) await fillTo(percent)
    const after = await listWarnings()
    expect(after.slice(0, after.length - before.length)).toEqual([
      'The storage of Meadow Dental is 95 % full',
      'The storage of Meadow Dental is 80 % full',
    ])
  })
})

describe('Finishing and changing files', () => {
  it('finishing the last file sets the case to `uploaded`, and a repeated call changes nothing', async () => {
    const order = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
    const sender = { app, person: people.alice }
    const ids: string[] = []
    for (const name of ['a.stl', 'b.stl', 'c.stl']) {
      const announced = await announceFile(sender, order.id, { name, sizeBytes: part.length })
      ids.push(announced.id)
      await patchUpload(sender, announced.id, 0, part)
    }
    const finish = (fileId: string) =>
      as(app, people.alice).call('files.finish', { body: { fileId, sha256: hashOf(part) } })
    const answers = await Promise.all([...ids, ...ids, ...ids].map(finish))
    for (const answer of answers) expect(answer.body.data).toMatchObject({ state: 'verified', kind: 'stl' })
    const detail = await getOrder(people.alice, order.id)
    expect(detail.order).toMatchObject({
      status: 'uploaded',
      filesTotal: 3,
      filesVerified: 3,
      bytesReceived: 3 * part.length,
    })
    expect(detail.timeline.filter((entry) => entry.kind === 'finishUpload')).toHaveLength(1)
  })

  it('removing the only unfinished file sets the case to `uploaded`', async () => {
    const order = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
    await announceFile({ app, person: people.alice }, order.id, { name: 'never.stl', sizeBytes: 5 })
    await uploadFile(app, people.alice, order.id, { name: 'a.stl', bytes: part })
    const { order: before, files } = await getOrder(people.alice, order.id)
    expect(before.status).toBe('scanned')
    await as(app, people.alice).call('files.remove', { params: { fileId: files[0]!.id } })
    expect((await getOrder(people.alice, order.id)).order.status).toBe('uploaded')
  })

  it('shared content is stored until the last file that uses it is removed', async () => {
    const order = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
    const bytes = Buffer.from(`v 1 2 3\n# ${order.id}\n`)
    const one = await uploadFile(app, people.alice, order.id, { name: 'one.obj', bytes })
    const two = await uploadFile(app, people.alice, order.id, { name: 'two.obj', bytes })
    for (const [gone, left] of [
      [one.id, bytes.length],
      [two.id, undefined],
    ] as const) {
      await as(app, people.alice).call('files.remove', { params: { fileId: gone } })
      await app.runJobs()
      expect(await app.services.storage.findFileSize(hashOf(bytes))).toBe(left)
    }
  })

  it('verified files can be removed only while the side that uploaded them has the case', async () => {
    const order = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'pending' })
    const whole = await uploadFile(app, people.alice, order.id, { name: 'a.stl', bytes: part })
    const half = await announceFile({ app, person: people.alice }, order.id, { name: 'b.stl', sizeBytes: 5 })
    const remove = (person: Person, fileId: string) =>
      as(app, person).call('files.remove', { params: { fileId } })
    expect((await remove(people.alice, whole.id)).body.error).toBe('order.wrong_status')
    expect((await remove(people.bob, whole.id)).body.error).toBe('file.not_found')
    expect((await remove(people.alice, half.id)).status).toBe(200)
    expect((await getOrder(people.bob, order.id)).files).toMatchObject([{ id: whole.id, state: 'verified' }])
  })

  it('the role of a file can be changed by its own side while the status allows it', async () => {
    const order = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'uploaded' })
    const { id } = await uploadFile(app, people.alice, order.id, { name: 'a.stl', bytes: part })
    const setRole = (person: Person, role: string) =>
      as(app, person).call('files.setRole', { body: { fileId: id, role } })
    expect((await setRole(people.alice, 'lower')).body.data).toMatchObject({ id, role: 'lower' })
    expect((await setRole(people.erin, 'upper')).status).toBe(404)
    await app.services.database.db
      .updateTable('orders')
      .set({ status: 'completed', lab_id: people.bob.organizationId })
      .where('id', '=', order.id)
      .execute()
    expect((await setRole(people.alice, 'upper')).body.error).toBe('order.wrong_status')
  })
})
