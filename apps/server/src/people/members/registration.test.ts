import { passwordDigest } from '@pontic/client'
import { businessTypes } from '@pontic/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { removeExpired } from '../../platform/jobs/cleanup.jobs.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'
import { asVisitor, codeOf, findMail, password, readCode } from '../../test/registration.ts'
import { signIn } from '../../test/sign-in.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp({ PONTIC_TRUSTED_PROXIES: '127.0.0.1' })
  people = await createPeople(app)
})
afterAll(() => app.close())

beforeEach(() => app.clock.advance({ days: 1 }))

let newcomers = 0
const newcomer = (more: Record<string, unknown> = {}) => ({
  organizationId: people.bob.organizationId,
  name: 'Nils',
  email: `nils${++newcomers}@new.example`,
  password: passwordDigest(password),
  ...more,
})
const register = (body: Record<string, unknown>) => asVisitor(app).call('members.register', { body })

async function enter(email: string): Promise<Person> {
  const { status, body } = await signIn(app, email, password)
  expect(status).toBe(200)
  return { token: body.access_token, organizationId: body.organization_id } as Person
}

/** Registers a member with the laboratory and verifies the email address. */
async function joinLab(): Promise<{ email: string; nils: Person; accountId: string }> {
  const body = newcomer()
  expect((await register(body)).status).toBe(200)
  const code = await readCode(app, body.email)
  await asVisitor(app).call('accounts.verifyEmailByEmailCode', { body: { code } })
  const nils = await enter(body.email)
  const own = await as(app, nils).call('accounts.get', { params: { username: 'me' } })
  return { email: body.email, nils, accountId: own.body.data.id }
}

describe('a member who registers without an invitation', () => {
  test('a member registers, verifies the email address, waits, and is approved by the administrator, who was mailed', async () => {
    const { email, nils, accountId } = await joinLab()
    const asked = await findMail(app, people.bob.email)
    expect([asked?.subject, asked?.links]).toEqual([
      'Nils wants to join Northlight Lab',
      ['http://pontic.test/user/userManager'],
    ])
    const standing = await as(app, nils).call('members.standing')
    expect(standing.body.data).toMatchObject({
      membership: 'waiting',
      organizationName: 'Northlight Lab',
      administrators: ['Bob'],
    })
    const waiting = await as(app, people.bob).call('members.list', { body: { filter: 'waiting' } })
    expect(waiting.body.data.list).toMatchObject([{ id: accountId, email, membership: 'waiting' }])
    expect((await as(app, nils).call('orders.list', { body: {} })).body.error).toBe('member.waiting')
    const approved = await as(app, people.bob).call('members.approve', { params: { id: accountId } })
    expect(approved.body.data).toMatchObject({ membership: 'active', isAdministrator: false })
    expect((await findMail(app, email))?.subject).toBe('Welcome to Northlight Lab on Pontic')
    expect((await as(app, nils).call('orders.list', { body: {} })).status).toBe(200)
    const again = await as(app, people.bob).call('members.approve', { params: { id: accountId } })
    expect([again.status, again.body.error]).toEqual([409, 'member.wrong_state'])
  })

  test('a refused member is signed out and mailed, and the email address is available again', async () => {
    const { email, nils, accountId } = await joinLab()
    const refused = await as(app, people.bob).call('members.refuse', { params: { id: accountId } })
    expect(refused.status).toBe(200)
    expect((await findMail(app, email))?.subject).toBe('Northlight Lab did not approve your account')
    expect((await as(app, nils).call('members.standing')).status).toBe(401)
    expect((await register(newcomer({ email }))).status).toBe(200)
  })

  test('a member with an unverified email address is not listed, and is deleted after a week', async () => {
    const body = newcomer()
    await register(body)
    const seen = await as(app, people.bob).call('members.list', { body: { words: body.email } })
    expect(seen.body.data.list).toEqual([])
    expect((await signIn(app, body.email, password)).body.key).toBe('session.unverified')
    app.clock.advance({ days: 8 })
    await app.services.database.transaction((tx) => removeExpired(tx, app.clock.now()))
    const row = await app.services.database.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', body.email)
      .executeTakeFirst()
    expect(row).toBeUndefined()
  })

  test('T21: registration refuses a body with permissions, a type or a state, and the new member waits for approval', async () => {
    const own = newcomer()
    const more: Record<string, unknown>[] = [
      { org_admin_flag: true },
      { isAdministrator: true },
      { authorities: ['ROLE_ADMIN'] },
      { enabled: true },
      { orgType: 255 },
      { businessType: 255 },
      { orgId: people.alice.organizationId },
      { verified: true },
      { membership: 'active' },
    ]
    for (const field of more) {
      const answer = await register({ ...own, ...field })
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, Object.keys(field)])
    }
    expect((await register(own)).status).toBe(200)
    const row = await app.services.database.db
      .selectFrom('account')
      .select(['membership', 'is_organization_administrator', 'email_verified_at', 'organization_id'])
      .where('email', '=', own.email)
      .executeTakeFirst()
    expect(row).toEqual({
      membership: 'waiting',
      is_organization_administrator: false,
      email_verified_at: null,
      organization_id: people.bob.organizationId,
    })
  })

  test('T21: nobody can register with the platform, an individual, or a banned, unverified, deleted or unknown organization', async () => {
    const { db } = app.services.database
    const set = (values: Record<string, unknown>) =>
      db.updateTable('organization').set(values).where('id', '=', people.carol.organizationId).execute()
    const { carol, root, dave } = people
    for (const { organizationId } of [root, dave, { organizationId: newId() }]) {
      const answer = await register(newcomer({ organizationId }))
      expect([answer.status, answer.body.error]).toEqual([404, 'organization.not_found'])
    }
    for (const state of [
      { banned_at: app.clock.now() },
      { verified_at: null },
      { deleted_at: app.clock.now() },
    ]) {
      await set(state)
      const answer = await register(newcomer({ organizationId: carol.organizationId }))
      expect([Object.keys(state), answer.status]).toEqual([Object.keys(state), 404])
      await set({ banned_at: null, verified_at: app.clock.now(), deleted_at: null })
    }
    const neither = await register(newcomer({ organizationId: undefined }))
    expect([neither.status, Object.keys(neither.body.fields ?? {})]).toEqual([400, ['organizationId']])
  })
})

describe('a member who was invited', () => {
  const invite = (person: Person, email?: string) =>
    as(app, person).call('invitations.create', { body: email === undefined ? {} : { email } })

  test('a mailed invitation verifies the email address, and the new member is active at once', async () => {
    const email = 'lena@new.example'
    const made = await invite(people.bob, email)
    expect(made.body.data).toMatchObject({ link: null, invitation: { kind: 'member', state: 'open', email } })
    const mail = await findMail(app, email)
    expect(mail?.subject).toBe('Bob invites you to Northlight Lab on Pontic')
    expect(mail?.links).toEqual([expect.stringMatching(/^http:\/\/pontic\.test\/invitation#code=[\w-]{43}$/)])
    const code = codeOf(mail?.links[0])
    const offer = await asVisitor(app).call('invitations.read', { body: { code } })
    expect(offer.body.data).toMatchObject({
      kind: 'member',
      email,
      organizationName: 'Northlight Lab',
      organizationType: businessTypes.lab,
      inviterName: 'Bob',
    })
    const body = { invitation: code, name: 'Lena', password: passwordDigest(password) }
    const accepted = await register(body)
    expect(accepted.body.data).toEqual({ isVerified: true })
    const lena = await enter(email)
    expect(lena.organizationId).toBe(people.bob.organizationId)
    expect((await as(app, lena).call('orders.list', { body: {} })).status).toBe(200)
    const again = await register({ ...body, name: 'Eve' })
    expect([again.status, again.body.error]).toEqual([400, 'invitation.invalid'])
  })

  test('a member invited by a link without an email address must verify their address', async () => {
    const { link } = (await invite(people.bob)).body.data
    expect(link).toMatch(/^http:\/\/pontic\.test\/invitation#code=[\w-]{43}$/)
    const invitation = codeOf(link)
    const email = 'otto@new.example'
    const without = await register({ invitation, name: 'Otto', password: passwordDigest(password) })
    expect([without.status, Object.keys(without.body.fields ?? {})]).toEqual([400, ['email']])
    const accepted = await register({ invitation, name: 'Otto', email, password: passwordDigest(password) })
    expect(accepted.body.data).toEqual({ isVerified: false })
    expect((await signIn(app, email, password)).body.key).toBe('session.unverified')
    const code = await readCode(app, email)
    await asVisitor(app).call('accounts.verifyEmailByEmailCode', { body: { code } })
    expect((await as(app, await enter(email)).call('members.standing')).body.data.membership).toBe('active')
  })

  test('one of several concurrent uses of an invitation succeeds', async () => {
    const { link } = (await invite(people.bob)).body.data
    const accept = () =>
      register(newcomer({ organizationId: undefined, invitation: codeOf(link) })).then(({ status }) => status)
    expect((await Promise.all([accept(), accept(), accept()])).sort()).toEqual([200, 400, 400])
  })

  test('T21: an invitation cannot be used with another email address or another organization', async () => {
    const email = 'mia@new.example'
    await invite(people.bob, email)
    const invitation = await readCode(app, email)
    const body = { invitation, name: 'Mia', password: passwordDigest(password) }
    const other = await register({ ...body, email: 'eve@new.example' })
    expect([other.status, Object.keys(other.body.fields ?? {})]).toEqual([400, ['email']])
    const moved = await register({ ...body, organizationId: people.alice.organizationId })
    expect([moved.status, Object.keys(moved.body.fields ?? {})]).toEqual([400, ['organizationId']])
    expect((await register({ ...body, email })).status).toBe(200)
  })
})

test('an individual who accepts an invitation gets an organization of type 3 and reads only the shared case', async () => {
  const mine = await insertOrder(app, { clinic: people.alice, patientName: 'Paula' })
  const other = await insertOrder(app, { clinic: people.alice })
  const email = 'paula@new.example'
  const wish = { id: mine.id, email, download: true }
  expect((await as(app, people.alice).call('orders.share', { body: wish })).status).toBe(200)
  const mail = await findMail(app, email)
  expect([mail?.subject, mail?.text]).toEqual([
    'Brookside Dental shares your case with you',
    expect.not.stringContaining('Paula'),
  ])
  const accepted = await register({
    invitation: codeOf(mail?.links[0]),
    name: 'Paula',
    password: passwordDigest(password),
  })
  expect(accepted.body.data).toEqual({ isVerified: true })
  const { body } = await signIn(app, email, password)
  expect(body).toMatchObject({
    authorities: ['ROLE_PERSON'],
    organization_type: 3,
    org_admin_flag: false,
    organization_name: 'Paula',
  })
  const paula = { token: body.access_token } as Person
  expect((await as(app, paula).call('orders.get', { params: { id: mine.id } })).status).toBe(200)
  expect((await as(app, paula).call('orders.get', { params: { id: other.id } })).status).toBe(404)
})
