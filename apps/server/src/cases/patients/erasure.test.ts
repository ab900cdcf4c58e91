import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { limits, type OrderDocument } from '@pontic/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findImportedOrder } from '../../exchange/pull/import-case.ts'
import type { PullSettingRow } from '../../exchange/pull/pull-settings.queries.ts'
import { imageJobs } from '../../people/images/images.jobs.ts'
import { newId } from '../../platform/db/ids.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { findFaults } from '../../test/consistency.ts'
import { insertFile, insertOrder, insertPartnership, minimalPrescription } from '../../test/insert-rows.ts'
import { as, createPeople, extendSessions, type People, type Person } from '../../test/people.ts'
import { hashOf } from '../../test/upload.ts'
import { fileJobs } from '../files/files.jobs.ts'
import { runDueErasures } from './due-erasures.service.ts'
import { replaceName } from './traces.queries.ts'

const name = 'Kestrelina Wintersprung'
const address = 'kestrelina.wintersprung@patients.example'
const scan = Buffer.from('solid upper\nfacet normal 0 0 1\nendsolid upper\n')
let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
  await extendSessions(app)
})
afterAll(() => app.close())

const call = (by: Person) => as(app, by).call
const ok = async <T>(answer: Promise<{ status: number; body: { data: T; error?: string } }>): Promise<T> => {
  const { status, body } = await answer
  expect([status, body.error]).toEqual([200, undefined])
  return body.data
}

/** Finds a text in every table, in the job queue, in every file of the data folder, and in the log. */
async function findEverywhere(text: string): Promise<string[]> {
  const { pool } = app.services.database
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where (schemaname = 'public' and tablename not in (select inhrelid::regclass::text from pg_inherits))
       or (schemaname = 'graphile_worker' and tablename = '_private_jobs')`,
  )
  const found: string[] = []
  for (const table of tables) {
    const { rows } = await pool.query<{ hit: string }>(
      `select to_jsonb(t)::text as hit from ${table.name} t where to_jsonb(t)::text ilike $1`,
      [`%${text}%`],
    )
    found.push(...rows.map(({ hit }) => `${table.name}: ${hit.slice(0, 200)}`))
  }
  for (const path of await readdir(app.dataFolder, { recursive: true, withFileTypes: true })) {
    if (!path.isFile()) continue
    const file = join(path.parentPath, path.name)
    if (path.name.includes(text) || (await readFile(file)).includes(text)) found.push(file)
  }
  return found.concat(app.logLines.filter((line) => line.toLowerCase().includes(text.toLowerCase())))
}

/** Stores a photo with its row, as an upload does. */
async function insertPhoto(by: Person, bytes: Buffer): Promise<string> {
  const sha256 = hashOf(bytes)
  await app.services.storage.putFile(sha256, Readable.from([bytes]))
  const id = newId()
  await app.services.database.db
    .insertInto('image')
    .values({
      id,
      purpose: 'message',
      kind: 'png',
      sha256: Buffer.from(sha256, 'hex'),
      size_bytes: bytes.length,
      width_px: 4,
      height_px: 4,
      account_id: by.accountId,
      organization_id: by.organizationId,
      created_at: app.clock.now(),
    })
    .execute()
  return id
}

/** Creates a shipped order of the patient for bob's laboratory, with a text in every field that can have one. */
async function insertWholeCase(): Promise<{ id: string; number: string; photo: Buffer }> {
  const { alice, bob } = people
  const order = await insertOrder(app, { clinic: alice, patientName: name })
  const { id } = order
  const scanOfHer = Buffer.concat([scan, Buffer.from(`scanned for ${name}`)])
  await insertFile(app, { orderId: id, by: alice, bytes: scanOfHer, name: `${name} upper.stl` })
  await app.services.database.db
    .updateTable('prescription')
    .set({
      body: JSON.stringify({ ...minimalPrescription(0), note: `${name} wants it light` }),
      more: JSON.stringify([{ ...minimalPrescription(7), toothMould: `as ${name} had` }]),
    })
    .where('order_id', '=', id)
    .execute()
  const version = async () => (await ok(call(alice)('orders.get', { params: { id } }))).order.version
  await ok(call(alice)('orders.remark', { body: { id, version: await version(), remark: `Call ${name}` } }))
  await ok(call(alice)('orders.send', { body: { id, version: await version(), labId: bob.organizationId } }))
  const accept = { id, version: await version(), deliveryOn: '2031-04-04' }
  await ok(call(bob)('orders.accept', { body: accept }))
  const photo = Buffer.from(`a photo of ${name}`)
  const photoId = await insertPhoto(bob, photo)
  const said = { orderId: id, text: `Is ${name} in on Friday?`, imageIds: [photoId] }
  await ok(call(bob)('conversation.post', { body: said }))
  const design = Buffer.from('solid design\nendsolid design\n')
  await insertFile(app, {
    orderId: id,
    by: bob,
    bytes: design,
    name: `design ${name}.stl`,
    role: 'design',
    party: 'lab',
  })
  await ok(call(alice)('orders.share', { body: { id, email: address, download: true } }))
  await ok(call(bob)('orders.ship', { body: { id, version: await version(), withoutNumber: true } }))
  const [fileId] = (await ok(call(bob)('orders.get', { params: { id } }))).files.map((file) => file.id)
  const response = await fetch(`${app.url}/restful/orders/${id}/files/${fileId}`, {
    headers: { authorization: `Bearer ${bob.token}` },
  })
  expect(Buffer.from(await response.arrayBuffer()).toString()).toContain(name)
  return { ...order, photo }
}

/** Saves a draft of a new case. @returns its id */
async function insertDraft(by: Person, values: { patientName: string; doctor?: string; remark?: string }) {
  const body = { id: newId(), version: 0, content: { values } }
  return (await ok(call(by)('drafts.save', { body }))).id
}

const search = async (by: Person, words = 'kestrelina winter') =>
  (await ok(call(by)('patients.search', { body: { words } }))).list
const getPatient = (by: Person) => ok(call(by)('patients.get', { body: { name } }))
const erase = (by: Person, orderIds: readonly string[]) =>
  call(by)('erasures.create', { body: { name, orderIds } })

/** Creates push and pull records of an order: a response of a receiver, and the path and id of a pulled case. */
async function createPushAndPullRecords(orderId: string): Promise<{ settingId: string; sourceId: string }> {
  const { pool } = app.services.database
  const [pushId, deliveryId, pullId] = [newId(), newId(), newId()]
  const sourceId = `2026-03-04_${name}`
  await pool.query(
    `insert into push_setting (id, name, kind, address, folder, secret_names, events, format, includes_files, is_enabled,
       created_at, updated_at) values ($1, $2, 'webhook', '', '', '{}', '{ship}', 'pontic', false, true, now(), now())`,
    [pushId, `push ${pushId}`],
  )
  await pool.query(
    `insert into push_delivery (id, setting_id, organization_id, order_id, order_event_id, event, state, created_at,
       retry_until, ended_at)
     select $1, $2, $3, $4, e.id, 'ship', 'delivered', now(), now(), now() from order_event e where order_id = $4 limit 1`,
    [deliveryId, pushId, people.bob.organizationId, orderId],
  )
  await pool.query(`insert into push_attempt values ($1, 1, now(), 5, 200, null, '{}', $2)`, [
    deliveryId,
    `{"patient": "${name}"}`,
  ])
  await pool.query(
    `insert into pull_setting (id, name, clinic_id, kind, address, folder, secret_names, format, interval_minutes,
       is_enabled, created_at, next_run_at) values ($1, $2, $3, 'folder', '', '', '{}', 'any', 60, true, now(), now())`,
    [pullId, `pull ${pullId}`, people.alice.organizationId],
  )
  await pool.query(`insert into pull_case values ($1, 'exocad', $2, $3, now())`, [pullId, sourceId, orderId])
  await pool.query(
    `insert into pull_item (id, setting_id, path, state, fingerprint, head_fingerprint, order_id, first_seen_at,
       unchanged_since, seen_at) values ($1, $2, $3, 'taken', '', '', $4, now(), now(), now())`,
    [newId(), pullId, `cases/${sourceId}`, orderId],
  )
  return { settingId: pullId, sourceId }
}

/** Advances the clock by 31 days and runs the jobs that are due then. */
async function passMonth(): Promise<void> {
  app.clock.advance({ days: limits.patientErasureDays + 1 })
  await runDueErasures(app.services)
  await app.runJobs()
  await imageJobs['images.sweep']({}, app.services)
  await fileJobs['files.expire']({}, app.services)
  await app.runJobs()
}

describe('An administrator of a clinic has a patient erased', () => {
  test('T64: after 30 days database, queue, mails, storage and log contain no trace; the case stays under a code', async () => {
    const { alice, bob } = people
    const order = await insertWholeCase()
    const transfers = await createPushAndPullRecords(order.id)
    const other = await insertOrder(app, {
      clinic: alice,
      lab: bob,
      status: 'shipped',
      patientName: 'Another Patient',
    })
    await ok(
      call(bob)('conversation.post', {
        body: { orderId: other.id, text: `The same shade as ${name}?`, imageIds: [] },
      }),
    )
    await ok(
      call(bob)('views.create', {
        body: { name: 'Her cases', content: { filters: { words: name } } },
      }),
    )
    await ok(call(alice)('orders.createExport', { body: { words: name } }))
    const ownDraft = await insertDraft(alice, { patientName: name.toUpperCase(), doctor: 'Dr. Moreau' })
    const otherDraft = await insertDraft(alice, { patientName: 'Another', remark: `Sister of ${name}` })
    expect(await search(alice)).toMatchObject([{ name, cases: 1 }])

    const before = await getPatient(alice)
    expect(before.cases).toMatchObject([
      { number: order.number, files: 2, messages: 1, shares: 1, labHolding: 'case', downloads: 2 },
    ])
    const erasure = await ok(erase(alice, [order.id]))
    expect(erasure).toMatchObject({
      state: 'waiting',
      patientName: name,
      copies: [{ labName: 'Northlight Lab', cases: 1, shipped: 1, downloads: 2 }],
    })
    expect((await findEverywhere(name)).length).toBeGreaterThan(6)
    const ordered = (await app.readMails()).find(
      ({ to, text }) => to === alice.email && text.includes('erasure'),
    )
    expect(ordered?.text).not.toContain(name)
    const counted = await ok(call(bob)('orders.list', { body: {} }))

    await passMonth()
    expect(await findEverywhere(name)).toEqual([])
    expect(await findEverywhere(name.split(' ')[1] ?? '')).toEqual([])
    expect(await findEverywhere(address)).toEqual([])
    const { rows: drafts } = await app.services.database.pool.query<{ id: string; content: unknown }>(
      'select id, content from case_draft where id = any($1)',
      [[ownDraft, otherDraft]],
    )
    const remark = `Sister of ${erasure.code}`
    expect(drafts).toMatchObject([{ id: otherDraft, content: { values: { remark } } }])
    expect(await app.services.storage.findFileSize(hashOf(order.photo))).toBeUndefined()
    expect(await search(alice)).toEqual([])
    expect((await call(alice)('patients.get', { body: { name } })).status).toBe(404)

    // A pull still recognizes the case by its source id, although the stored id no longer contains the name.
    const importedId = await findImportedOrder(
      { services: app.services, setting: { id: transfers.settingId } as PullSettingRow },
      { source: { system: 'exocad', id: transfers.sourceId } } as OrderDocument,
    )
    expect(importedId).toBe(order.id)

    // The laboratory's accounting still has number, dates, status and type, under a code.
    const list = await ok(call(bob)('orders.list', { body: {} }))
    expect(list.total).toBe(counted.total)
    expect(list.counts).toEqual(counted.counts)
    const kept = await ok(call(bob)('orders.get', { params: { id: order.id } }))
    expect(kept.order).toMatchObject({
      number: order.number,
      status: 'shipped',
      type: 0,
      patientName: erasure.code,
      remark: '',
      deliveryOn: '2031-04-04',
    })
    expect(kept.files.map(({ name: file, state }) => [file, state])).toEqual([
      ['upper.stl', 'released'],
      ['design.stl', 'released'],
    ])
    expect(JSON.stringify(kept.prescription)).toContain('zirconia')
    expect(kept.morePrescriptions).toMatchObject([{ kind: 'full', toothMould: '' }])
    const conversation = await ok(call(bob)('conversation.list', { body: { orderId: other.id } }))
    expect(JSON.stringify(conversation)).toContain(`The same shade as ${erasure.code}?`)
    // Inserted orders have no complete timeline, so faults of orders are ignored. Stored counts and storage must be right.
    const faults = await findFaults(app.services.database)
    expect(faults.filter((fault) => !fault.startsWith('order '))).toEqual([])

    // The list of erasures shows the outcome, and a mail to the laboratory names the erased orders.
    const [done] = (await ok(call(alice)('erasures.list', { body: {} }))).list
    expect(done).toMatchObject({ state: 'done', patientName: null, numbers: [order.number] })
    const notice = (await app.readMails()).find(
      ({ to, text }) => to === bob.email && text.includes(order.number),
    )
    expect(notice?.subject).toContain('Brookside Dental has erased')
  })

  test('T64: after the database is restored to an earlier day, the patient is erased again', async () => {
    const { alice, bob } = people
    const order = await insertWholeCase()
    const { db } = app.services.database
    const row = await db.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow()
    const erasure = await ok(erase(alice, [order.id]))
    await passMonth()
    expect(await findEverywhere(name)).toEqual([])
    // Restores the state of a backup: the row from before, without the erasure.
    await db.deleteFrom('erasure').where('id', '=', erasure.id).execute()
    await db
      .updateTable('orders')
      .set({ patient_name: row.patient_name, remark: row.remark, erased_at: null })
      .where('id', '=', order.id)
      .execute()
    await db
      .insertInto('order_message')
      .values({
        id: newId(),
        order_id: order.id,
        lab_id: bob.organizationId,
        at: app.clock.now(),
        kind: 'message',
        party: 'lab',
        account_id: bob.accountId,
        body: `${name} again`,
      })
      .execute()
    const { replayErasures } = await import('./replay.service.ts')
    expect(await replayErasures(app.services)).toEqual({ cases: 1, accounts: 0 })
    expect(await findEverywhere(name)).toEqual([])
    const again = await ok(call(bob)('orders.get', { params: { id: order.id } }))
    expect(again.order.patientName).toBe(erasure.code)
    expect(await replayErasures(app.services)).toEqual({ cases: 0, accounts: 0 })
  })

  test('an undone erasure deletes nothing', async () => {
    const { alice } = people
    const order = await insertOrder(app, { clinic: alice, status: 'uploaded', patientName: name })
    const erasure = await ok(erase(alice, [order.id]))
    const running = await erase(alice, [order.id])
    expect([running.status, running.body.error]).toEqual([409, 'erasure.running'])
    const undone = await ok(call(alice)('erasures.undo', { body: { id: erasure.id } }))
    expect(undone).toMatchObject({ state: 'undone', endedBy: 'Alice' })
    await passMonth()
    expect(await search(alice)).toMatchObject([{ cases: 1 }])
    const late = await call(alice)('erasures.undo', { body: { id: erasure.id } })
    expect([late.status, late.body.error]).toEqual([409, 'erasure.ended'])
  })

  test('an erased case that was never produced is removed from the list, and cannot be restored', async () => {
    const { alice } = people
    const order = await insertOrder(app, { clinic: alice, status: 'uploaded', patientName: name })
    const all = (await getPatient(alice)).cases.map(({ id }) => id)
    await ok(erase(alice, all))
    await passMonth()
    expect((await call(alice)('orders.get', { params: { id: order.id } })).status).toBe(404)
    expect((await call(alice)('orders.restore', { body: { id: order.id } })).status).toBe(404)
    const discarded = await ok(call(alice)('orders.listDiscarded', { body: {} }))
    expect(discarded.list.map(({ id }) => id)).not.toContain(order.id)
    expect(await findEverywhere(name)).toEqual([])
  })

  test('an erasure is refused for a case in production, and delayed by a case that enters production later', async () => {
    const { alice, bob } = people
    const order = await insertOrder(app, { clinic: alice, lab: bob, status: 'accepted', patientName: name })
    const refused = await erase(alice, [order.id])
    expect([refused.status, refused.body.error]).toEqual([409, 'erasure.in_production'])
    expect(refused.body.message).toContain(order.number)
    const { db } = app.services.database
    const set = (status: 'accepted' | 'shipped') =>
      db.updateTable('orders').set({ status }).where('id', '=', order.id).execute()
    await set('shipped')
    const erasure = await ok(erase(alice, [order.id]))
    await set('accepted')
    await passMonth()
    const find = async () =>
      (await ok(call(alice)('erasures.list', { body: {} }))).list.find(({ id }) => id === erasure.id)
    expect(await find()).toMatchObject({ state: 'held', heldNumbers: [order.number] })
    expect(await search(alice)).toHaveLength(1)
    await set('shipped')
    await runDueErasures(app.services)
    expect(await find()).toMatchObject({ state: 'done' })
    expect(await search(alice)).toEqual([])
  })

  test('T64: another clinic finds and changes nothing; members, laboratories and the platform are refused', async () => {
    const { alice, erin, amy, bob, root } = people
    const order = await insertOrder(app, { clinic: alice, status: 'uploaded', patientName: name })
    const body = { name, orderIds: [order.id] }
    expect(await search(erin)).toEqual([])
    for (const route of ['patients.get', 'patients.createExport', 'erasures.create'] as const) {
      const input = route === 'patients.get' ? { body: { name } } : { body }
      const foreign = await as(app, erin).call(route, input)
      expect([route, foreign.status, foreign.body.error]).toEqual([route, 404, 'patient.not_found'])
      for (const person of [amy, bob, root])
        expect([route, (await as(app, person).call(route, input)).status]).toEqual([route, 403])
    }
    // An erasure cannot include an order of another clinic, even if a patient there has the same name.
    const own = await insertOrder(app, { clinic: erin, status: 'uploaded', patientName: name })
    const mixed = await as(app, erin).call('erasures.create', {
      body: { name, orderIds: [own.id, order.id] },
    })
    expect([mixed.status, mixed.body.error]).toEqual([409, 'patient.changed'])
    const erasure = await ok(erase(alice, [order.id]))
    const undo = await as(app, erin).call('erasures.undo', { body: { id: erasure.id } })
    expect([undo.status, undo.body.error]).toEqual([404, 'erasure.not_found'])
    expect((await ok(call(erin)('erasures.list', { body: {} }))).list).toEqual([])
  })
})

test('the search of a clinic’s texts for a name may take longer than other statements', async () => {
  const { alice } = people
  const { database } = app.services
  const order = await insertOrder(app, { clinic: alice, patientName: 'Another Patient' })
  await sql`update orders set remark = ${`Same shade as for ${name}`} where id = ${order.id}`.execute(
    database.db,
  )
  const holder = await database.pool.connect()
  await holder.query('begin')
  await holder.query('select from orders where id = $1 for update', [order.id])
  const limitMs = 100
  const replaced = database.transaction(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(limitMs)}`.execute(tx)
    const scope = { clinicId: alice.organizationId, organizationIds: [alice.organizationId] }
    await replaceName(tx, scope, name, 'P-3')
  })
  const countLate = async () => {
    const { rows } = await holder.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database()
         and wait_event_type = 'Lock' and clock_timestamp() - query_start > $1 * interval '2 milliseconds'`,
      [limitMs],
    )
    return rows[0]!.count
  }
  // A failure before the statement waits ends the test at once.
  try {
    await Promise.race([replaced, expect.poll(countLate).toBe(1)])
  } finally {
    await holder.query('commit')
    holder.release()
  }
  await replaced
  const { remark } = (await ok(call(alice)('orders.get', { params: { id: order.id } }))).order
  expect(remark).toBe('Same shade as for P-3')
})

describe('An administrator of a clinic exports a patient', () => {
  test('the export is a ZIP with all texts and files, and its ticket expires', async () => {
    const { alice, erin } = people
    const order = await insertWholeCase()
    await insertDraft(alice, { patientName: name, doctor: 'Dr. Only In A Draft' })
    const { path } = await ok(call(alice)('patients.createExport', { body: { name, orderIds: [order.id] } }))
    const kept = await app.services.database.db.selectFrom('patient_export').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain(name)
    const response = await fetch(app.url + path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).not.toContain(name)
    const zip = Buffer.from(await response.arrayBuffer())
    expect(zip.length).toBe(Number(response.headers.get('content-length')))
    const text = zip.toString('latin1')
    for (const part of [
      'case.json',
      'draft-1/draft.json',
      'Dr. Only In A Draft',
      `${name} upper.stl`,
      `design ${name}.stl`,
      '.png',
      `Call ${name}`,
      address,
    ])
      expect([part, text.includes(part)]).toEqual([part, true])
    const foreign = await call(erin)('patients.createExport', { body: { name, orderIds: [order.id] } })
    expect([foreign.status, foreign.body.error].join()).toMatch(
      /^(404,patient.not_found|409,patient.changed)$/,
    )
    app.clock.advance({ seconds: limits.exportStartSeconds + 1 })
    expect((await fetch(app.url + path)).status).toBe(404)
    const audit = await app.services.database.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'patients.export')
      .execute()
    expect(JSON.stringify(audit)).toContain(order.id)
    expect(JSON.stringify(audit)).not.toContain(name)
  })
})
