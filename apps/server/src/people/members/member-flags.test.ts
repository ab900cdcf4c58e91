import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, type People } from '../../test/people.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app.close())

const readBen = async () => {
  const { list } = (await as(app, people.bob).call('members.list', { body: {} })).body.data
  return list.find(({ id }) => id === people.ben.accountId)
}

test('an administrator sets license number, administrator flag and message flags of a member', async () => {
  const flags = {
    licenseNumber: 'DT 77',
    isAdministrator: true,
    acceptsOrderSms: true,
    acceptsOrderEmail: false,
  }
  const body = { id: people.ben.accountId, ...flags }
  expect((await as(app, people.bob).call('members.update', { body })).status).toBe(200)
  expect(await readBen()).toMatchObject(flags)
  const back = { id: people.ben.accountId, isAdministrator: false, acceptsOrderEmail: true }
  expect((await as(app, people.bob).call('members.update', { body: back })).body.data).toMatchObject({
    ...flags,
    isAdministrator: false,
    acceptsOrderEmail: true,
  })
})

test('a member gets mails about cases only while their email flag is on', async () => {
  const { alice, bob, ben } = people
  const setFlag = (acceptsOrderEmail: boolean) =>
    as(app, bob).call('members.update', { body: { id: ben.accountId, acceptsOrderEmail } })
  const countMails = async () => (await app.readMails()).filter((mail) => mail.to === ben.email).length
  const completeCaseOfBen = async () => {
    const { id } = await insertOrder(app, { clinic: alice, lab: bob, status: 'pending' })
    await as(app, ben).call('orders.accept', { body: { id, deliveryOn: '2031-04-09' } })
    await as(app, ben).call('orders.ship', { body: { id, withoutNumber: true } })
    expect((await as(app, alice).call('orders.complete', { body: { id } })).status).toBe(200)
  }
  await setFlag(false)
  await completeCaseOfBen()
  expect(await countMails()).toBe(0)
  await setFlag(true)
  await completeCaseOfBen()
  expect(await countMails()).toBe(1)
})
