import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'
import { insertOperator, insertWorkOrder, seededType } from '../../test/workorders.ts'

let app: TestApp
let second: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  second = await app.startSecondNode()
  people = await createPeople(app)
  for (const person of [people.olga, people.root]) await insertOperator(app, person)
})
afterAll(() => app.close())

const rounds = 8
const read = (id: string) =>
  app.services.database.db
    .selectFrom('work_order')
    .select(['status', 'version', 'operator_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const kindsOf = async (id: string) =>
  (
    await app.services.database.db
      .selectFrom('work_order_record')
      .select('kind')
      .where('work_order_id', '=', id)
      .orderBy('at')
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind)
const handle = (node: TestApp, person: Person, id: string, action: string) =>
  as(node, person).call('workorders.handle', { body: { id, action } })

it('if three actions on a request are sent to two nodes at once, exactly one succeeds', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id } = await insertWorkOrder(app, { by: people.amy, operator: people.olga, status: 'processed' })
    const answers = await Promise.all([
      handle(app, people.amy, id, 'resolved'),
      handle(second, people.olga, id, 'close'),
      handle(second, people.amy, id, 'unresolved'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    for (const { status, body } of answers)
      if (status === 409) expect(['workorder.changed', 'workorder.wrong_status']).toContain(body.error)
    const won = answers.find(({ status }) => status === 200)
    const { status, version } = await read(id)
    expect([status, version]).toEqual([won?.body.data.status, 2])
    expect(await kindsOf(id)).toHaveLength(1)
  }
})

it('simultaneous replies of the operator are all stored, and one of them sets the status to in progress', async () => {
  const { id } = await insertWorkOrder(app, { by: people.amy, operator: people.olga, status: 'assigned' })
  const reply = (node: TestApp, text: string) =>
    as(node, people.olga).call('workorders.reply', { body: { id, text } })
  const answers = await Promise.all([reply(app, 'One'), reply(second, 'Two'), reply(app, 'Three')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await read(id)).toMatchObject({ status: 'in_progress', version: 2 })
  expect(await kindsOf(id)).toEqual(['reply', 'reply', 'reply'])
})

it('a reply at the moment of the close is either stored before the close or refused', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id } = await insertWorkOrder(app, {
      by: people.amy,
      operator: people.olga,
      status: 'in_progress',
    })
    const [reply, close] = await Promise.all([
      as(app, people.olga).call('workorders.reply', { body: { id, text: 'Wait' } }),
      handle(second, people.amy, id, 'close'),
    ])
    expect(close.status).toBe(200)
    if (reply.status !== 200) expect(reply.body.error).toBe('workorder.wrong_status')
    expect((await read(id)).status).toBe('closed')
    expect(await kindsOf(id)).toHaveLength(reply.status === 200 ? 2 : 1)
  }
})

it('no request stays assigned to an operator who is removed during the assignment', async () => {
  const typeId = await seededType(app, 'ui_issue')
  const operatorId = people.olga.accountId
  for (let round = 0; round < rounds; round++) {
    await as(app, people.root).call('operators.create', { params: { id: operatorId } })
    await as(app, people.root).call('worktypes.update', { body: { id: typeId, operatorId } })
    const { id: waiting } = await insertWorkOrder(app, { by: people.amy })
    const draft = { typeId, priority: 'normal', title: 'Where is it', content: 'Gone.' }
    const [made, assigned, ended] = await Promise.all([
      as(app, people.dave).call('workorders.create', { body: draft }),
      as(second, people.root).call('workorders.assign', { body: { id: waiting, operatorId } }),
      as(app, people.root).call('operators.delete', { params: { id: operatorId } }),
    ])
    expect([made.status, ended.status]).toEqual([200, 200])
    expect([200, 404]).toContain(assigned.status)
    for (const id of [made.body.data.id, waiting])
      expect(await read(id)).toMatchObject({ status: 'submitted', operator_id: null })
    await as(app, people.amy).call('workorders.handle', { body: { id: waiting, action: 'close' } })
  }
})

it('simultaneous deletes of the last two types leave one type', async () => {
  const { call } = as(app, people.root)
  const { list } = (await call('worktypes.list', { query: {} })).body.data
  const [one, other, ...rest] = list
  for (const { id } of rest) await call('worktypes.delete', { params: { id } })
  const answers = await Promise.all(
    [one, other].map((type, at) =>
      as(at === 0 ? app : second, people.root).call('worktypes.delete', { params: { id: type!.id } }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.error).toBe('workorder.last_type')
})
