import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { addPerson, as, createPeople, type People, type Person } from '../../test/people.ts'
import { findOrderOfParty } from '../access/order-access.service.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  for (const lab of [people.bob, people.carol]) await insertPartnership(app, people.alice, lab)
})
afterAll(() => app.close())

type Status = Parameters<typeof insertOrder>[1]['status']

async function insertCase(status: Status = 'accepted'): Promise<string> {
  const { alice, bob } = people
  return (await insertOrder(app, { clinic: alice, lab: bob, ...(status ? { status } : {}) })).id
}

const assign = (person: Person, ids: string[], technicianId: string | null) =>
  as(app, person).call('orders.assign', { body: { ids, technicianId } })

const read = async (person: Person, id: string) =>
  (await as(app, person).call('orders.get', { params: { id } })).body.data

const listIds = async (person: Person, technicianId: string) =>
  (await as(app, person).call('orders.list', { body: { technicianId, pageSize: 100 } })).body.data.list.map(
    ({ id }) => id,
  )

/** Everything that a person reads about an order: details, list, search and board. */
async function readAll(person: Person, id: string): Promise<unknown[]> {
  const session = as(app, person)
  const detail = (await session.call('orders.get', { params: { id } })).body.data
  const { number } = detail.order
  const { list } = (await session.call('orders.list', { body: { pageSize: 100 } })).body.data
  const found = (await session.call('orders.list', { body: { words: number } })).body.data.list
  return [detail, list.find((row) => row.id === id), found]
}

describe('the technician of a case', () => {
  it('a laboratory’s administrator assigns a member, whom both see in list, details and timeline', async () => {
    const { bob, ben } = people
    const id = await insertCase()
    const answer = await assign(bob, [id], ben.accountId)
    expect([answer.status, answer.body.data]).toEqual([200, { list: [{ id, message: null }] }])
    for (const person of [bob, ben]) {
      const { order, timeline } = await read(person, id)
      expect(order).toMatchObject({ technicianId: ben.accountId, technician: 'Ben' })
      expect(timeline.at(-1)).toMatchObject({ kind: 'assign', by: 'Bob', note: 'Ben' })
      expect(await listIds(person, ben.accountId)).toContain(id)
    }
    expect(await listIds(ben, 'me')).toContain(id)
    expect(await listIds(bob, 'me')).not.toContain(id)
    expect(await listIds(bob, 'none')).not.toContain(id)
    await assign(bob, [id], null)
    expect((await read(ben, id)).order).toMatchObject({ technicianId: null, technician: '' })
    expect(await listIds(bob, 'none')).toContain(id)
  })

  it('the reply of an action of the laboratory still has the technician, one of the clinic does not', async () => {
    const { alice, bob, ben } = people
    const id = await insertCase('pending')
    await assign(bob, [id], ben.accountId)
    const accepted = await as(app, ben).call('orders.accept', { body: { id, deliveryOn: '2037-12-08' } })
    expect(accepted.body.data.technicianId).toBe(ben.accountId)
    const remarked = await as(app, alice).call('orders.remark', { body: { id, remark: 'Soon.' } })
    expect(remarked.body.data).toMatchObject({ technicianId: null, technician: '' })
  })

  it('several cases are assigned in one call, and one that cannot be assigned does not stop the others', async () => {
    const { bob, ben, erin, carol } = people
    const [first, second] = [await insertCase('pending'), await insertCase('shipped')]
    const completed = await insertCase('completed')
    const foreign = (await insertOrder(app, { clinic: erin, lab: carol, status: 'accepted' })).id
    const ids = [first, completed, foreign, second]
    const { list } = (await assign(bob, ids, ben.accountId)).body.data
    expect(list.map(({ id }) => id)).toEqual(ids)
    expect(list.map(({ message }) => message === null)).toEqual([true, false, false, true])
    expect((await read(carol, foreign)).order.technicianId).toBeNull()
    expect((await read(bob, completed)).order.technicianId).toBeNull()
  })

  it('only an active member of the laboratory can be assigned', async () => {
    const { alice, bob, carol } = people
    const id = await insertCase()
    const disabled = await addPerson(app, bob)
    await as(app, bob).call('members.disable', { params: { id: disabled.accountId } })
    for (const accountId of [alice.accountId, carol.accountId, disabled.accountId, newId()]) {
      const answer = await assign(bob, [id], accountId)
      expect([answer.status, answer.body.error]).toEqual([404, 'member.not_found'])
    }
    const { list } = (await as(app, people.ben).call('orders.listTechnicians')).body.data
    expect(list.map(({ name }) => name)).toEqual(['Ben', 'Bob'])
  })
})

describe('what the clinic learns of an assignment', () => {
  it('T01: nothing in details, list, search, timeline, audit log, exports and pushes changes for the clinic and the platform', async () => {
    const { alice, bob, root } = people
    // Has done nothing else that the clinic may read.
    const technician = await addPerson(app, bob)
    const id = await insertCase()
    const before = await readAll(alice, id)
    await assign(bob, [id], technician.accountId)
    expect(await readAll(alice, id)).toEqual(before)
    const seen = JSON.stringify([
      await readAll(root, id),
      (await as(app, alice).call('audit.list', { body: {} })).body.data,
      await findOrderOfParty(app.services.database.db, { party: 'clinic', id: alice.organizationId }, id),
      await findOrderOfParty(app.services.database.db, { party: 'lab', id: bob.organizationId }, id),
    ])
    expect(seen).not.toContain(technician.accountId)
    expect(seen).not.toMatch(/Newcomer|orders\.assign|"assign"/)
  })

  it('T01: a clinic and the platform cannot find cases by technician', async () => {
    const { alice, bob, ben, root } = people
    const id = await insertCase()
    await assign(bob, [id], ben.accountId)
    for (const person of [alice, root])
      for (const technician of [ben.accountId, 'me', 'none'])
        expect(await listIds(person, technician)).toEqual([])
    const view = { technicianId: ben.accountId }
    const made = await as(app, alice).call('orders.createExport', { body: view })
    const text = await (await fetch(app.url + made.body.data.path)).text()
    expect(text.trim().split('\r\n')).toHaveLength(1)
    const body = { technicianId: ben.accountId, pageSize: 100 }
    const { total, counts } = (await as(app, alice).call('orders.list', { body })).body.data
    expect(total).toBe(0)
    expect(counts).toEqual((await as(app, alice).call('orders.list', { body: {} })).body.data.counts)
  })

  it('the assignment ends when the clinic recalls the case, and the next laboratory does not see it', async () => {
    const { alice, bob, ben, carol } = people
    const id = await insertCase('pending')
    await assign(bob, [id], ben.accountId)
    await as(app, alice).call('orders.recall', { body: { id } })
    expect(await listIds(ben, 'me')).not.toContain(id)
    await as(app, alice).call('orders.send', { body: { id, labId: carol.organizationId } })
    expect(JSON.stringify(await read(carol, id))).not.toMatch(/Ben|"assign"/)
  })
})

describe('the assigned member', () => {
  it('gets a notification for each case and one mail, without the patient', async () => {
    const { bob, ben } = people
    const ids = [await insertCase(), await insertCase()]
    await assign(bob, ids, ben.accountId)
    const news = (await as(app, ben).call('notifications.list', { body: {} })).body.data.list
    const assigned = news.filter(({ kind }) => kind === 'order_assigned').map(({ orderId }) => orderId)
    expect(assigned).toEqual(expect.arrayContaining(ids))
    const [mail] = await app.readMails()
    expect(mail).toMatchObject({ to: ben.email, subject: '2 cases were assigned to you' })
    expect(mail?.text).toContain('/order/list?technician=me')
    expect(mail?.text).not.toContain('Test Patient')
  })

  it('gets no mail if they have switched off mails about cases, and nobody is notified of their own action', async () => {
    const { bob, ben } = people
    const { db } = app.services.database
    await db
      .updateTable('account')
      .set({ accepts_order_email: false })
      .where('id', '=', ben.accountId)
      .execute()
    const before = (await app.readMails()).length
    const id = await insertCase()
    await assign(bob, [id], ben.accountId)
    await assign(bob, [await insertCase()], bob.accountId)
    expect(await app.readMails()).toHaveLength(before)
    await db
      .updateTable('account')
      .set({ accepts_order_email: true })
      .where('id', '=', ben.accountId)
      .execute()
  })

  it('loses the unfinished cases when they are disabled, which the timeline shows, and all when the account is closed', async () => {
    const { bob } = people
    const member = await addPerson(app, bob)
    const open = await insertCase('accepted')
    const shipped = await insertCase('shipped')
    await assign(bob, [open, shipped], member.accountId)
    await as(app, bob).call('members.disable', { params: { id: member.accountId } })
    const { order, timeline } = await read(bob, open)
    expect(order.technicianId).toBeNull()
    expect(timeline.at(-1)).toMatchObject({ kind: 'assign', by: '', note: '' })
    expect((await read(bob, shipped)).order.technicianId).toBe(member.accountId)
    await app.services.database.db
      .updateTable('account')
      .set({ deleted_at: app.clock.now() })
      .where('id', '=', member.accountId)
      .execute()
    expect((await read(bob, shipped)).order).toMatchObject({ technicianId: null, technician: '' })
  })

  it('finds their assignments in the export of their data', async () => {
    const { bob, ben } = people
    const id = await insertCase()
    await assign(bob, [id], ben.accountId)
    const { number } = (await read(bob, id)).order
    const response = await fetch(`${app.url}/restful/accounts/export`, {
      headers: { authorization: `Bearer ${ben.token}` },
    })
    const data = (await response.json()) as { assignedCases: { number: string }[] }
    expect(data.assignedCases.map((one) => one.number)).toContain(number)
  })
})
