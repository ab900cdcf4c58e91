import { addDays, type InboxGroup, limits, type OrderTask, orderTasks } from '@pontic/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, type OrderValues } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'

let app: TestApp
let people: People
let today: string

beforeAll(async () => {
  app = await startTestApp()
  app.clock.beginDay()
  people = await createPeople(app)
  today = app.clock.now().toISOString().slice(0, 10)
})
afterAll(() => app.close())

const db = () => app.services.database.db
const inbox = async (person: Person) => (await as(app, person).call('dashboard.inbox')).body.data
const groupsOf = async (person: Person) =>
  Object.fromEntries(
    (await inbox(person)).groups.map(({ task, list }) => [task, list.map(({ patientName }) => patientName)]),
  )

type Place = Omit<OrderValues, 'clinic' | 'lab'> & {
  days?: number
  riskDays?: number
  asked?: 'clinic' | 'lab'
}

/** Inserts a case of a clinic for a laboratory. `days` and `riskDays` are counted from today. */
async function place(
  clinic: Person,
  lab: Person,
  { days, riskDays, asked, ...values }: Place,
): Promise<string> {
  const { id } = await insertOrder(app, { clinic, lab, ...values })
  await db()
    .updateTable('orders')
    .set({
      delivery_on: days === undefined ? null : addDays(today, days),
      at_risk_on: riskDays === undefined ? null : addDays(today, riskDays),
      ...(asked ? { question_open_since: app.clock.now(), question_waits_for: asked } : {}),
    })
    .where('id', '=', id)
    .execute()
  return id
}

/** Inserts a file that has received half of its bytes. */
async function insertUnfinished(orderId: string, by: Person, secondsAgo: number): Promise<void> {
  const at = sql<string>`now() - make_interval(secs => ${secondsAgo})`
  await db()
    .insertInto('order_file')
    .values({
      id: newId(),
      order_id: orderId,
      organization_id: by.organizationId,
      account_id: by.accountId,
      account_name: by.name,
      party: 'clinic',
      name: 'upper.stl',
      role: 'upper',
      state: 'uploading',
      size_bytes: 100,
      received_bytes: 50,
      created_at: sql<string>`now() - interval '1 day'`,
      progressed_at: at,
    })
    .execute()
}

describe('the cases of a clinic and a laboratory', () => {
  beforeAll(async () => {
    const { alice, bob } = people
    const cases: Place[] = [
      { patientName: 'asked clinic', status: 'accepted', days: -2, asked: 'clinic' },
      { patientName: 'asked lab', status: 'pending', days: 3, asked: 'lab' },
      { patientName: 'late', status: 'accepted', days: -1 },
      { patientName: 'late pending', status: 'pending', days: -1 },
      { patientName: 'due today', status: 'accepted', days: 0, riskDays: -1 },
      { patientName: 'at risk', status: 'accepted', days: 1, riskDays: 0 },
      { patientName: 'fine', status: 'accepted', days: 9, riskDays: 8 },
      { patientName: 'new', status: 'pending', days: 9, riskDays: 2 },
      { patientName: 'shipped', status: 'shipped', days: -1 },
      { patientName: 'completed', status: 'completed', days: -1 },
      { patientName: 'rejected', status: 'rejected', days: -1 },
      { patientName: 'uploaded', status: 'uploaded', days: 9 },
      { patientName: 'scanned', status: 'scanned' },
    ]
    for (const one of cases) await place(alice, bob, one)
    const stopped = await place(alice, bob, { patientName: 'stopped', status: 'scanned' })
    await insertUnfinished(stopped, alice, limits.uploadQuietSeconds + 30)
    const running = await place(alice, bob, { patientName: 'running', status: 'scanned' })
    // One of its files waits for its turn, while another one receives bytes.
    await insertUnfinished(running, alice, limits.uploadQuietSeconds + 30)
    await insertUnfinished(running, alice, 0)
  })

  it('a clinic reads each case in the group of what it has to do, and no case that waits for the laboratory', async () => {
    expect(await groupsOf(people.alice)).toEqual({
      answer: ['asked clinic'],
      late: ['late', 'late pending'],
      atRisk: ['due today', 'at risk'],
      receive: ['shipped'],
      send: ['uploaded', 'rejected'],
      upload: ['stopped'],
    })
    expect(await groupsOf(people.amy)).toEqual(await groupsOf(people.alice))
  })

  it('a laboratory reads late cases, cases to ship today, new cases, and questions that it has to answer', async () => {
    expect(await groupsOf(people.bob)).toEqual({
      answer: ['asked lab'],
      late: ['asked clinic', 'late'],
      shipToday: ['due today'],
      accept: ['late pending', 'new'],
      atRisk: ['at risk'],
    })
  })

  it('the groups are in the order of their urgency, and other organizations read none of these cases', async () => {
    const { groups } = await inbox(people.bob)
    expect(groups.map(({ task }) => task)).toEqual(
      orderTasks.filter((task) => groups.some((group) => group.task === task)),
    )
    expect((await inbox(people.erin)).groups).toEqual([])
    expect(await inbox(people.carol)).toMatchObject({
      groups: [],
      firstSteps: { partner: false, start: false, profile: false },
    })
  })

  it.each(orderTasks)('the case list filtered by `%s` has exactly the cases of the group', async (task) => {
    for (const person of [people.alice, people.bob]) {
      const group = (await inbox(person)).groups.find((one) => one.task === task)
      const { body } = await as(app, person).call('orders.list', { body: { task } })
      expect(body.data.list.map(({ id }) => id).sort()).toEqual(group?.list.map(({ id }) => id).sort() ?? [])
      expect(body.data).toMatchObject({ total: group?.count ?? 0, totalIsExact: true })
    }
  })

  it('days are counted from the reader’s today', async () => {
    const zone = { 'x-zone': 'Pacific/Pago_Pago' }
    const { body } = await as(app, people.bob).call('dashboard.inbox', {}, zone)
    const names = (task: OrderTask) =>
      body.data.groups.find((one) => one.task === task)?.list.map(({ patientName }) => patientName)
    expect(names('shipToday')).toEqual(['late'])
    expect(names('late')).toEqual(['asked clinic'])
  })

  it('a laboratory that lost a case reads it in no group', async () => {
    const id = await place(people.erin, people.carol, { patientName: 'recalled', status: 'pending' })
    expect((await groupsOf(people.carol)).accept).toEqual(['recalled'])
    await as(app, people.erin).call('orders.recall', { body: { id } })
    expect((await inbox(people.carol)).groups).toEqual([])
    expect((await groupsOf(people.erin)).send).toEqual(['recalled'])
  })
})

it('a group with more cases than it shows has the number of all, and the first by delivery day', async () => {
  const { erin, carol } = people
  const days = [9, 4, 7, 5, 8, 6, 3]
  for (const one of days)
    await place(erin, carol, { patientName: `day ${one}`, status: 'pending', days: one })
  const accept = (await inbox(carol)).groups.find(({ task }) => task === 'accept') as InboxGroup
  expect(accept).toMatchObject({ count: days.length, countIsExact: true })
  expect(accept.list.map(({ patientName }) => patientName)).toEqual(
    [3, 4, 5, 6, 7].map((one) => `day ${one}`),
  )
})

it('a question comes with its text, and the case leaves the group with the answer', async () => {
  const { erin, carol } = people
  const id = await place(erin, carol, { patientName: 'Kestrel', status: 'accepted', days: 20 })
  const asked = await as(app, carol).call('conversation.ask', {
    body: { orderId: id, reason: 'other', text: 'Which shade?', imageIds: [] },
  })
  expect(asked.status).toBe(200)
  const { questions } = await inbox(erin)
  expect(questions).toMatchObject([{ orderId: id, question: { text: 'Which shade?', askedBy: 'lab' } }])
  expect((await groupsOf(erin)).answer).toEqual(['Kestrel'])
  expect((await groupsOf(carol)).answer).toBeUndefined()
  await as(app, erin).call('conversation.answer', {
    body: { questionId: questions[0]!.question.id, text: 'A3', imageIds: [] },
  })
  expect(await inbox(erin)).toMatchObject({ questions: [] })
  expect((await groupsOf(erin)).answer).toBeUndefined()
})

it('an individual reads the cases that are shared with them, without the texts of the parties', async () => {
  const { dave, erin, carol } = people
  expect((await inbox(dave)).groups).toEqual([])
  const id = await place(erin, carol, { patientName: 'shared', status: 'accepted', asked: 'clinic' })
  await db()
    .insertInto('order_share')
    .values({ order_id: id, account_id: dave.accountId, may_download: false })
    .execute()
  const read = await inbox(dave)
  expect(read).toMatchObject({ questions: [], firstSteps: null })
  expect(read.groups).toMatchObject([
    { task: 'shared', count: 1, list: [{ patientName: 'shared', questionOpenSince: null, remark: '' }] },
  ])
  const empty = await as(app, dave).call('orders.list', { body: { task: 'answer' } })
  expect(empty.body.data.list).toEqual([])
})

it('the first steps are shown to administrators until a partner, a case and the profile exist', async () => {
  const { alice, amy, carol } = people
  expect((await inbox(amy)).firstSteps).toBeNull()
  expect((await inbox(alice)).firstSteps).toEqual({ partner: false, start: true, profile: false })
  expect((await inbox(carol)).firstSteps).toEqual({ partner: false, start: true, profile: false })
  await as(app, alice).call('partners.invite', {
    body: { email: 'desk@lab.example' },
  })
  await db()
    .updateTable('organization')
    .set({ address: '12 Mill Lane', office_phone: '+442071838750', about: 'Crowns.' })
    .where('id', '=', alice.organizationId)
    .execute()
  expect((await inbox(alice)).firstSteps).toEqual(null)
})
