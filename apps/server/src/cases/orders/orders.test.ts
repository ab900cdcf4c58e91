import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership, prescribe } from '../../test/insert-rows.ts'
import { as, createPeople, type People } from '../../test/people.ts'
import { orderNumberPattern } from './order-number.shared.ts'
import { completeUploadIfDone } from './orders.service.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
  await insertPartnership(app, people.alice, people.carol)
})
afterAll(() => app.close())

const draft = { type: 0 as const, patientName: 'Nora Quist', doctor: 'Dr. Moreau', deliveryOn: '2037-12-04' }

/** Adds a verified file to a case. */
async function addVerifiedFile(orderId: string): Promise<void> {
  const { alice } = people
  await app.services.database.db
    .insertInto('order_file')
    .values({
      id: newId(),
      order_id: orderId,
      organization_id: alice.organizationId,
      account_id: alice.accountId,
      account_name: 'Alice',
      party: 'clinic',
      name: 'upper.stl',
      role: 'upper',
      kind: 'stl',
      state: 'verified',
      size_bytes: 684,
      received_bytes: 684,
      sha256: Buffer.alloc(32),
      crc32: 1,
      verified_at: app.clock.now(),
    })
    .execute()
}

describe('the life of a case', () => {
  it('a case goes from the clinic to the laboratory and back, with one timeline for both', async () => {
    const { alice, bob } = people
    const clinic = as(app, alice)
    const lab = as(app, bob)
    const created = (await clinic.call('orders.create', { body: draft })).body.data
    expect(created).toMatchObject({ status: 'scanned', version: 1, patientName: 'Nora Quist', labId: null })
    expect(created.number).toMatch(orderNumberPattern)
    expect(created.number.startsWith('C')).toBe(true)
    const { id } = created
    await prescribe(app, id)
    expect((await clinic.call('orders.declareNoScans', { body: { id } })).body.data.status).toBe('uploaded')
    const sent = (await clinic.call('orders.send', { body: { id, labId: bob.organizationId } })).body.data
    expect(sent).toMatchObject({ status: 'pending', labName: 'Northlight Lab', senderOperator: 'Alice' })
    const accepted = await lab.call('orders.accept', { body: { id, deliveryOn: '2037-12-08' } })
    expect(accepted.body.data).toMatchObject({
      status: 'accepted',
      deliveryOn: '2037-12-08',
      isDeliveryConfirmed: true,
      operator: 'Bob',
    })
    const shipped = await lab.call('orders.ship', { body: { id, expressNumber: '1Z 999-AA1 0123456784' } })
    expect(shipped.body.data).toMatchObject({ status: 'shipped', expressNumber: '1Z999AA10123456784' })
    expect((await clinic.call('orders.complete', { body: { id } })).body.data.status).toBe('completed')

    const seenByClinic = (await clinic.call('orders.get', { params: { id } })).body.data
    const seenByLab = (await lab.call('orders.get', { params: { id } })).body.data
    expect(seenByClinic.timeline.map((entry) => [entry.kind, entry.from, entry.to, entry.by])).toEqual([
      ['register', null, 'scanned', 'Alice'],
      ['declareNoScans', 'scanned', 'uploaded', 'Alice'],
      ['send', 'uploaded', 'pending', 'Alice'],
      ['accept', 'pending', 'accepted', 'Bob'],
      ['ship', 'accepted', 'shipped', 'Bob'],
      ['complete', 'shipped', 'completed', 'Alice'],
    ])
    expect(seenByLab.timeline).toEqual(seenByClinic.timeline)
    expect(seenByLab.clinic.name).toBe('Brookside Dental')
  })

  it('each step mails the other party, without the patient’s name', async () => {
    const { alice, amy, bob, ben } = people
    const before = (await app.readMails()).length
    const clinic = as(app, amy)
    const { id, number } = (await clinic.call('orders.create', { body: draft })).body.data
    await prescribe(app, id)
    await clinic.call('orders.declareNoScans', { body: { id } })
    await clinic.call('orders.send', { body: { id, labId: bob.organizationId } })
    // Within ten minutes, one mail about the case would be sent to each reader.
    const tenMinutesPass = () => app.services.database.db.deleteFrom('case_mail').execute()
    await as(app, ben).call('orders.accept', { body: { id, deliveryOn: '2037-12-08' } })
    await tenMinutesPass()
    await as(app, ben).call('orders.remark', { body: { id, remark: 'Bite is high.' } })
    await tenMinutesPass()
    await as(app, ben).call('orders.ship', { body: { id, withoutNumber: true } })
    await as(app, alice).call('orders.complete', { body: { id } })
    const mails = (await app.readMails()).slice(0, -before || undefined).toReversed()
    // The laboratory's administrator gets the mail until a member accepts the case. Then that member gets it.
    expect(mails.map((mail) => [mail.to, mail.subject])).toEqual([
      [bob.email, `New case ${number} from Brookside Dental`],
      [amy.email, `Case ${number} is in production`],
      [amy.email, `New remark on case ${number}`],
      [amy.email, `Case ${number} was shipped`],
      [ben.email, `Case ${number} was received`],
    ])
    for (const mail of mails) {
      expect(mail.text + mail.html + mail.subject).not.toMatch(/Nora|Quist|Bite is high/)
      expect(mail.links).toEqual([`http://pontic.test/order/detail/${id}`])
    }
  })

  it('people who switched mails off get none', async () => {
    const { amy, alice, bob } = people
    const { db } = app.services.database
    const before = (await app.readMails()).length
    await db
      .updateTable('account')
      .set({ accepts_order_email: false })
      .where('id', '=', amy.accountId)
      .execute()
    const { id } = (await as(app, amy).call('orders.create', { body: draft })).body.data
    await prescribe(app, id)
    await as(app, amy).call('orders.declareNoScans', { body: { id } })
    await as(app, amy).call('orders.send', { body: { id, labId: bob.organizationId } })
    await as(app, bob).call('orders.reject', { body: { id, reason: 'margin_unclear', note: 'Tooth 11' } })
    const mails = (await app.readMails()).slice(0, -before)
    expect(mails.map((mail) => mail.to)).toEqual([alice.email, bob.email])
    await db
      .updateTable('account')
      .set({ accepts_order_email: true })
      .where('id', '=', amy.accountId)
      .execute()
  })

  it('each step adds one audit record with both organizations', async () => {
    const { alice, bob } = people
    const { id } = await insertOrder(app, { clinic: alice, lab: bob, status: 'pending' })
    await as(app, bob).call('orders.accept', { body: { id, deliveryOn: '2037-12-08' } })
    const rows = await app.services.database.db
      .selectFrom('audit')
      .selectAll()
      .where('object_id', '=', id)
      .execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ action: 'orders.accept', account_id: bob.accountId })
    expect(rows[0]?.subject_organization_ids.toSorted()).toEqual(
      [alice.organizationId, bob.organizationId].sort(),
    )
  })

  it('the arrival of a case that was never marked as shipped needs a confirmation', async () => {
    const { alice, bob } = people
    const { id } = await insertOrder(app, { clinic: alice, lab: bob, status: 'accepted' })
    const clinic = as(app, alice)
    const asked = await clinic.call('orders.complete', { body: { id } })
    expect([asked.status, asked.body.error]).toEqual([400, 'order.arrival_confirmation'])
    const done = await clinic.call('orders.complete', { body: { id, arrivedUnshipped: true } })
    expect(done.body.data.status).toBe('completed')
  })

  it('a clinic can correct a case while it has the case, and the number stays the same', async () => {
    const { alice, bob } = people
    const { id, number, version } = await insertOrder(app, { clinic: alice, status: 'uploaded' })
    const body = { id, version, draft: { ...draft, type: 2 as const, patientName: 'Nora Quist-Bell' } }
    const updated = await as(app, alice).call('orders.update', { body })
    expect(updated.body.data).toMatchObject({ number, type: 2, patientName: 'Nora Quist-Bell', version: 2 })
    expect((await as(app, alice).call('orders.update', { body })).body.error).toBe('order.changed')
    const sent = await insertOrder(app, { clinic: alice, lab: bob, status: 'pending' })
    const late = await as(app, alice).call('orders.update', { body: { id: sent.id, draft } })
    expect([late.status, late.body.error]).toEqual([409, 'order.wrong_status'])
  })

  it('a case cannot be changed with a stale version', async () => {
    const { alice, bob } = people
    const { id } = await insertOrder(app, { clinic: alice, lab: bob, status: 'pending' })
    await as(app, alice).call('orders.remark', { body: { id, remark: 'Shade A2, please.' } })
    const stale = await as(app, bob).call('orders.accept', {
      body: { id, version: 1, deliveryOn: '2037-12-08' },
    })
    expect([stale.status, stale.body.error]).toEqual([409, 'order.changed'])
    const fresh = await as(app, bob).call('orders.accept', {
      body: { id, version: 2, deliveryOn: '2037-12-08' },
    })
    expect(fresh.status).toBe(200)
  })
})

describe('a deferred send', () => {
  async function createWaiting(labId: string): Promise<string> {
    const clinic = as(app, people.alice)
    const { id } = (await clinic.call('orders.create', { body: draft })).body.data
    await prescribe(app, id)
    const sent = await clinic.call('orders.send', { body: { id, labId } })
    expect(sent.body.data).toMatchObject({ status: 'scanned', isSendWaiting: true, labId: null })
    return id
  }
  const kindsOf = async (id: string) =>
    (await as(app, people.alice).call('orders.get', { params: { id } })).body.data.timeline.map(
      (entry) => entry.kind,
    )
  const tryToComplete = async (id: string) => {
    await app.services.database.transaction((tx) => completeUploadIfDone({ tx, services: app.services }, id))
  }

  it('a deferred send runs when the last file is verified, and not before', async () => {
    const { bob } = people
    const id = await createWaiting(bob.organizationId)
    expect((await as(app, bob).call('orders.get', { params: { id } })).status).toBe(404)
    await tryToComplete(id)
    expect(await kindsOf(id)).toEqual(['register', 'sendWaiting'])
    await addVerifiedFile(id)
    await tryToComplete(id)
    await tryToComplete(id)
    expect(await kindsOf(id)).toEqual(['register', 'sendWaiting', 'finishUpload', 'send'])
    const seen = (await as(app, bob).call('orders.get', { params: { id } })).body.data
    expect(seen.order).toMatchObject({ status: 'pending', senderOperator: 'Alice', isSendWaiting: false })
  })

  it('a deferred send also runs when the clinic declares that there are no scans', async () => {
    const id = await createWaiting(people.bob.organizationId)
    const declared = await as(app, people.alice).call('orders.declareNoScans', { body: { id } })
    expect(declared.body.data).toMatchObject({ status: 'pending', isSendWaiting: false })
  })

  async function verifyTwoAtOnce(id: string): Promise<void> {
    await addVerifiedFile(id)
    await addVerifiedFile(id)
    const { db, transaction } = app.services.database
    const files = await db.selectFrom('order_file').select('id').where('order_id', '=', id).execute()
    await db.updateTable('order_file').set({ state: 'received' }).where('order_id', '=', id).execute()
    let arrived = 0
    let resolveBothVerified = () => {}
    const bothVerified = new Promise<void>((resolve) => {
      resolveBothVerified = resolve
    })
    // Neither transaction sees the other's verified file before it locks the order.
    const finish = (fileId: string) =>
      transaction(async (tx) => {
        await tx.updateTable('order_file').set({ state: 'verified' }).where('id', '=', fileId).execute()
        if (++arrived === files.length) resolveBothVerified()
        await bothVerified
        await completeUploadIfDone({ tx, services: app.services }, id)
      })
    await Promise.all(files.map((file) => finish(file.id)))
  }

  it('a deferred send runs once when the last two files are verified at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await createWaiting(people.bob.organizationId)
      await verifyTwoAtOnce(id)
      expect(await kindsOf(id)).toEqual(['register', 'sendWaiting', 'finishUpload', 'send'])
    }
  })

  it('a deferred send to one laboratory is hidden from another', async () => {
    const { alice, bob, carol } = people
    const id = await createWaiting(carol.organizationId)
    await as(app, alice).call('orders.cancelSend', { body: { id } })
    await as(app, alice).call('orders.send', { body: { id, labId: bob.organizationId } })
    await as(app, alice).call('orders.declareNoScans', { body: { id } })
    const seen = (await as(app, bob).call('orders.get', { params: { id } })).body.data
    expect(seen.timeline.map((entry) => entry.kind)).toEqual([
      'register',
      'sendWaiting',
      'declareNoScans',
      'send',
    ])
    expect(JSON.stringify(seen)).not.toContain('Harbour')
  })

  it('the clinic can cancel a deferred send', async () => {
    const id = await createWaiting(people.bob.organizationId)
    const clinic = as(app, people.alice)
    expect((await clinic.call('orders.cancelSend', { body: { id } })).body.data.isSendWaiting).toBe(false)
    const again = await clinic.call('orders.cancelSend', { body: { id } })
    expect([again.status, again.body.error]).toEqual([409, 'order.wrong_status'])
    await addVerifiedFile(id)
    await tryToComplete(id)
    expect(await kindsOf(id)).toEqual(['register', 'sendWaiting', 'sendCanceled', 'finishUpload'])
  })

  it('a deferred send fails with a timeline entry if the laboratory was banned in the meantime', async () => {
    const { db } = app.services.database
    const { carol } = people
    const id = await createWaiting(carol.organizationId)
    const ban = (banned_at: Date | null) =>
      db.updateTable('organization').set({ banned_at }).where('id', '=', carol.organizationId).execute()
    await ban(app.clock.now())
    await addVerifiedFile(id)
    await tryToComplete(id)
    await ban(null)
    expect(await kindsOf(id)).toEqual(['register', 'sendWaiting', 'finishUpload', 'sendFailed'])
    const { order } = (await as(app, people.alice).call('orders.get', { params: { id } })).body.data
    expect(order).toMatchObject({ status: 'uploaded', isSendWaiting: false, labId: null })
  })
})
