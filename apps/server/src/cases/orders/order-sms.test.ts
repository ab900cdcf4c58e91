import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app.close())

const setTelephone = (person: Person, telephone: string | null, accepts_order_sms = true) =>
  app.services.database.db
    .updateTable('account')
    .set({ telephone, accepts_order_sms })
    .where('id', '=', person.accountId)
    .execute()

async function listSms(): Promise<{ to: string; text: string }[]> {
  await app.runJobs()
  const rows = (await (await fetch(`${app.url}/dev/sms`)).json()) as { to: string; text: string }[]
  return rows.map(({ to, text }) => ({ to, text }))
}

it('a laboratory gets an SMS about a new case, with the link and without the patient', async () => {
  await setTelephone(people.bob, '+447700900123')
  // A number without a country code cannot receive SMS.
  await setTelephone(people.ben, '07700 900124')
  const order = await insertOrder(app, { clinic: people.alice, patientName: 'Leopold Vance' })
  await as(app, people.alice).call('orders.send', {
    body: { id: order.id, labId: people.bob.organizationId },
  })
  expect(await listSms()).toEqual([
    {
      to: '+447700900123',
      text: `Pontic: New case ${order.number} from Brookside Dental\nhttp://pontic.test/order/detail/${order.id}`,
    },
  ])
})

it('accounts without a number, or with SMS switched off, get no SMS', async () => {
  const before = (await listSms()).length
  await setTelephone(people.bob, '+447700900123', false)
  const order = await insertOrder(app, { clinic: people.alice })
  await as(app, people.alice).call('orders.send', {
    body: { id: order.id, labId: people.bob.organizationId },
  })
  await setTelephone(people.bob, null)
  await as(app, people.alice).call('orders.recall', { body: { id: order.id } })
  expect(await listSms()).toHaveLength(before)
})
