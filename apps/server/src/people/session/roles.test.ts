import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, type People } from '../../test/people.ts'
import { setPassword, signIn } from '../../test/sign-in.ts'

let app: TestApp
let people: People
const password = 'Molar-and-incisor-7'

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

test.each([
  ['root', 'ROLE_ADMIN', 'manage.orgOptions'],
  ['alice', 'ROLE_CLINIC', 'dashboard.stat'],
  ['bob', 'ROLE_LAB', 'orders.board'],
  ['dave', 'ROLE_PERSON', 'orders.list'],
] as const)('%s signs in with the role %s only, which may call %s', async (name, role, call) => {
  await setPassword(app, people[name], password)
  const session = (await signIn(app, people[name].email, password)).body
  expect(session.authorities).toEqual([role])
  const body = call.startsWith('orders.') ? { body: {} } : {}
  const answer = await as(app, { ...people[name], token: session.access_token }).call(call, body as never)
  expect(answer.status).toBe(200)
})

test('only administrators of the platform may call the back office', async () => {
  for (const name of ['alice', 'bob', 'dave', 'olga'] as const)
    expect([name, (await as(app, people[name]).call('manage.orgOptions')).status]).toEqual([name, 403])
})
