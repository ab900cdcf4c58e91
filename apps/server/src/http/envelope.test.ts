import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test/app.ts'
import { as, createPeople, type People } from '../test/people.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

test('a stranger is asked for a token', async () => {
  const answer = await as(app, undefined).call('orders.list', { body: {} })
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  expect(answer.body).toEqual({
    code: 1002,
    error: 'request.unauthenticated',
    message: expect.stringMatching(/\w/),
    requestId: answer.headers.get('x-request-id'),
  })
})

test('wanda, who waits for approval, is told so whatever she calls', async () => {
  const answer = await as(app, people.wanda).call('orders.list', { body: {} })
  expect([answer.status, answer.body.error]).toEqual([403, 'member.waiting'])
})
