import { limits } from '@pontic/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { type Answer, as, createPeople, type People, type Person } from '../../test/people.ts'
import { asVisitor, codeOf, readCode } from '../../test/registration.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp({ PONTIC_TRUSTED_PROXIES: '127.0.0.1' })
  people = await createPeople(app)
})
afterAll(() => app.close())

beforeEach(async () => {
  app.clock.advance({ days: 1 })
  await app.services.database.db.deleteFrom('invitation').execute()
})

const outcome = ({ status, body }: Answer<unknown>) => [status, body.error ?? 'done']
const invite = (by: Person, email?: string) =>
  as(app, by).call('invitations.create', { body: email === undefined ? {} : { email } })
const list = async (by: Person) => (await as(app, by).call('invitations.list', { body: {} })).body.data.list
const read = (code: string) => asVisitor(app).call('invitations.read', { body: { code } })

describe('invitations of an organization', () => {
  test('an administrator lists invitations newest first, renews one and withdraws another, and the old links become invalid', async () => {
    const first = (await invite(people.bob, 'one@new.example')).body.data.invitation
    const second = (await invite(people.bob)).body.data
    expect((await list(people.bob)).map((one) => one.id)).toEqual([second.invitation.id, first.id])
    expect(await list(people.carol)).toEqual([])
    const oldCode = await readCode(app, 'one@new.example')
    app.clock.advance({ minutes: 1 })
    const renewed = await as(app, people.bob).call('invitations.renew', { params: { id: first.id } })
    expect(renewed.body.data).toMatchObject({ link: null, invitation: { id: first.id, state: 'open' } })
    expect(outcome(await read(oldCode))).toEqual([400, 'invitation.invalid'])
    expect((await read(await readCode(app, 'one@new.example'))).status).toBe(200)
    const { id } = second.invitation
    expect((await as(app, people.bob).call('invitations.withdraw', { params: { id } })).status).toBe(200)
    expect(outcome(await read(codeOf(second.link)))).toEqual([400, 'invitation.invalid'])
    for (const name of ['invitations.withdraw', 'invitations.renew'] as const) {
      const again = await as(app, people.bob).call(name, { params: { id } })
      expect(outcome(again)).toEqual([409, 'invitation.wrong_state'])
    }
    expect((await list(people.bob)).map((one) => one.id)).toEqual([first.id])
  })

  test('an invitation expires after seven days, stays listed and can be renewed', async () => {
    const { invitation, link } = (await invite(people.bob)).body.data
    app.clock.advance({ days: limits.invitationDays, seconds: 1 })
    expect(outcome(await read(codeOf(link)))).toEqual([400, 'invitation.invalid'])
    expect(await list(people.bob)).toMatchObject([{ id: invitation.id, state: 'expired' }])
    const renewed = await as(app, people.bob).call('invitations.renew', { params: { id: invitation.id } })
    expect((await read(codeOf(renewed.body.data.link))).status).toBe(200)
  })

  test('inviting an email address twice renews the invitation', async () => {
    await invite(people.bob, 'two@new.example')
    await invite(people.bob, 'TWO@new.example')
    expect(await list(people.bob)).toHaveLength(1)
  })

  test('T15: the reply does not reveal whether an email address has an account, except for members of one’s own organization', async () => {
    const known = await invite(people.bob, people.alice.email)
    const unknown = await invite(people.bob, 'nobody@new.example')
    expect([known.status, unknown.status]).toEqual([200, 200])
    expect(Object.keys(known.body.data)).toEqual(Object.keys(unknown.body.data))
    expect(outcome(await invite(people.bob, people.ben.email))).toEqual([409, 'member.already'])
  })

  test('T15: the code of a mailed invitation is not in the reply, and is stored only as a hash', async () => {
    const made = await invite(people.bob, 'three@new.example')
    const code = await readCode(app, 'three@new.example')
    expect(code).toHaveLength(43)
    expect(JSON.stringify(made.body)).not.toContain(code)
    expect(app.logLines.join('')).not.toContain(code)
    const row = await app.services.database.db.selectFrom('invitation').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(code)
  })

  test('calls for invitations of another organization get 404, and members, individuals and the platform cannot create any', async () => {
    const { id } = (await invite(people.bob)).body.data.invitation
    for (const one of [id, newId()]) {
      for (const name of ['invitations.withdraw', 'invitations.renew'] as const) {
        const answer = await as(app, people.alice).call(name, { params: { id: one } })
        expect(outcome(answer)).toEqual([404, 'invitation.not_found'])
      }
    }
    for (const person of [people.amy, people.ben, people.dave, people.root])
      expect(outcome(await invite(person))).toEqual([403, 'request.forbidden'])
  })

  test('an invitation of a banned organization is invalid', async () => {
    const { link } = (await invite(people.bob)).body.data
    const set = (banned_at: Date | null) =>
      app.services.database.db
        .updateTable('organization')
        .set({ banned_at })
        .where('id', '=', people.bob.organizationId)
        .execute()
    await set(app.clock.now())
    expect(outcome(await read(codeOf(link)))).toEqual([400, 'invitation.invalid'])
    await set(null)
  })

  test('an organization can create a hundred invitations a day', async () => {
    app.clock.advance({ hours: 1 })
    for (let n = 0; n < limits.invitationsPerDay; n++) expect((await invite(people.erin)).status).toBe(200)
    const refused = await invite(people.erin)
    expect(outcome(refused)).toEqual([429, 'invitation.too_many'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('T16: guesses of codes are limited per IP address', async () => {
    app.clock.advance({ hours: 1 })
    const visitor = asVisitor(app)
    const ask = () => visitor.call('invitations.read', { body: { code: 'a'.repeat(43) } })
    for (let n = 0; n < limits.invitationReadsPerMinute; n++) expect((await ask()).status).toBe(400)
    expect(outcome(await ask())).toEqual([429, 'request.too_many'])
  })
})
