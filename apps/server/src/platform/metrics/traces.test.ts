import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { as, createPeople } from '../../test/people.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'

type SentSpan = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Record<string, unknown> }[]
}

const spans: SentSpan[] = []
const texts: string[] = []
const collector = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
  texts.push(text)
  for (const { scopeSpans } of JSON.parse(text).resourceSpans)
    for (const scope of scopeSpans) spans.push(...scope.spans)
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})
let url: string

beforeAll(async () => {
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`
})
afterAll(() => {
  collector.closeAllConnections()
  collector.close()
})

const attributesOf = ({ attributes }: SentSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

test('a collector receives each request and job with its statements, without values', async () => {
  const app = await startTestApp({ PONTIC_TRACES_URL: url, PONTIC_TRACES_PERCENT: '100' })
  const people = await createPeople(app)
  const requestId = (await as(app, people.alice).call('accounts.listSessions')).headers.get('x-request-id')
  const created = await as(app, people.alice).call('orders.create', { body: { type: 1, patientName: 'Ada' } })
  await app.services.database.transaction((tx) => enqueueJob(tx, 'cleanup.run', {}))
  await app.runJobs()
  await app.close()

  const request = spans.find(({ name }) => name === 'accounts.listSessions')!
  expect(attributesOf(request)).toMatchObject({
    'http.request.method': 'GET',
    'http.response.status_code': 200,
    'pontic.request_id': requestId,
  })
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId)
  const statementTexts = statements.map((statement) => attributesOf(statement)['db.query.text'])
  expect(statementTexts).toContainEqual(expect.stringContaining('from access_token'))
  for (const statement of statements) {
    expect(statement.traceId).toBe(request.traceId)
    expect(attributesOf(statement)).toMatchObject({ 'db.system.name': 'postgresql' })
  }
  const job = spans.find(({ name }) => name === 'cleanup.run')!
  expect(attributesOf(job)).toMatchObject({ 'pontic.result': 'done' })
  expect(spans.some(({ parentSpanId }) => parentSpanId === job.spanId)).toBe(true)
  // Neither the session's token nor the ids that the statements look for.
  for (const value of [people.alice.token, people.alice.accountId, people.alice.email])
    expect(texts.join('\n')).not.toContain(value)
  // Nor the ids of the notifications that a write sends.
  expect(created.status).toBe(200)
  for (const value of [created.body.data.id, people.alice.organizationId])
    expect(texts.join('\n')).not.toContain(value)
  const names = new Set(spans.filter(({ parentSpanId }) => parentSpanId).map(({ name }) => name))
  expect([...names].filter((name) => !/^(?:select|with|insert|update|delete|commit)$/.test(name))).toEqual([])
})

test('calls succeed without a collector', async () => {
  const app = await startTestApp({
    PONTIC_TRACES_URL: 'http://127.0.0.1:1/v1/traces',
    PONTIC_TRACES_PERCENT: '100',
  })
  const people = await createPeople(app)
  expect((await as(app, people.alice).call('accounts.listSessions')).status).toBe(200)
  await app.close()
})
