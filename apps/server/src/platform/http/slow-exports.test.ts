import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, type People } from '../../test/people.ts'

const rows = 2_500
// All rows together exceed the buffers between the server and a client that does not read.
const bytesOfRow = 6_000
const connections = 2

let app: TestApp
let people: People
beforeAll(async () => {
  app = await startTestApp({ PONTIC_DATABASE_CONNECTIONS: String(connections) })
  people = await createPeople(app)
  await app.databaseUrls.runInside(`insert into audit (action, object_type, object_id, request_id)
    select 'orders.get', 'order', n::text, repeat('x', ${bytesOfRow}) from generate_series(1, ${rows}) n`)
})
afterAll(() => app.close())

/** Requests the audit log as CSV and reads nothing of it. */
async function openExport(): Promise<IncomingMessage> {
  const { body } = await as(app, people.root).call('audit.createExport', { body: {} })
  return new Promise((resolve, reject) => {
    get(app.url + body.data.path, { agent: false }, resolve).on('error', reject)
  })
}

test('T69: long exports to slow clients occupy no database connection and arrive complete', async () => {
  const answers: IncomingMessage[] = []
  for (let n = 0; n < connections + 2; n += 1) answers.push(await openExport())
  for (const person of [people.alice, people.bob, people.erin])
    expect((await as(app, person).call('orders.list', { body: {} })).status).toBe(200)
  expect(answers.map(({ complete }) => complete)).not.toContain(true)
  for (const answer of answers) {
    const lines = (await text(answer)).split('\r\n')
    expect(lines.filter((line) => line.includes('"orders.get"'))).toHaveLength(rows)
  }
})
