import { passwordDigest } from '@pontic/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notifyAccessRevoked } from '../../platform/db/notify.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, clientFields, createPeople, type People } from '../../test/people.ts'
import { renew, setPassword, signIn, type TokenAnswer, tryToken } from '../../test/sign-in.ts'

let app: TestApp
let people: People
let session: TokenAnswer['body']
let stream: Stream
const password = 'Molar-and-incisor-7'

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

beforeEach(async () => {
  await setPassword(app, people.alice, password)
  session = (await signIn(app, people.alice.email, password)).body
  stream = await openStream(session.access_token)
})

/** An open event stream. `ended` resolves when the server closes it. */
type Stream = { ended: Promise<void> }

async function openStream(token: string): Promise<Stream> {
  const response = await fetch(`${app.url}/restful/events`, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
  const reader = response.body!.getReader()
  const readToEnd = async () => {
    for (;;) if ((await reader.read()).done) return
  }
  return { ended: readToEnd().catch(() => {}) }
}

/** Asserts that both tokens of the session are refused and that its event stream is closed. */
async function expectRevoked(): Promise<void> {
  expect(await tryToken(app, session.access_token)).toBe(401)
  const renewed = await renew(app, session.refresh_token)
  expect([renewed.status, renewed.body.error]).toEqual([400, 'invalid_grant'])
  await stream.ended
}

const revoke = (token: string, client = clientFields) =>
  as(app, undefined).call('session.revoke', { body: { ...client, token } })

describe('T11: the end of a session takes effect at the next request and closes event streams', () => {
  test('T11: a user signs out with the access token', async () => {
    expect((await revoke(session.access_token)).status).toBe(200)
    await expectRevoked()
  })

  test('T11: a user signs out with the refresh token, and other sessions stay valid', async () => {
    const other = (await signIn(app, people.alice.email, password)).body
    expect((await revoke(session.refresh_token)).status).toBe(200)
    await expectRevoked()
    expect(await tryToken(app, other.access_token)).toBe(200)
  })

  test('signing out with an unknown token gets the same reply, and clients other than the portal’s are refused', async () => {
    expect((await revoke('A'.repeat(43))).status).toBe(200)
    const stranger = await revoke(session.access_token, {
      ...clientFields,
      client_secret: 'other' as 'public',
    })
    expect(stranger.status).toBe(401)
    expect(await tryToken(app, session.access_token)).toBe(200)
  })

  test('T11: a new password set with a mailed link revokes all sessions of the account', async () => {
    await as(app, undefined).call('accounts.sendPwdResetEmail', { body: { email: people.alice.email } })
    const [mail] = await app.readMails()
    const code = mail?.links[0]?.split('#code=')[1]
    const newPwd = passwordDigest('Canine-and-crown-9')
    const answer = await as(app, undefined).call('accounts.resetPwdByEmailCode', { body: { code, newPwd } })
    expect(answer.status).toBe(200)
    await expectRevoked()
    expect((await signIn(app, people.alice.email, password)).body.key).toBe('session.wrong_credentials')
    expect((await signIn(app, people.alice.email, 'Canine-and-crown-9')).status).toBe(200)
  })

  test('T11: a disabled account loses access', async () => {
    const { db } = app.services.database
    const { accountId } = people.alice
    const set = (disabled_at: Date | null) =>
      db.updateTable('account').set({ disabled_at }).where('id', '=', accountId).execute()
    await set(app.clock.now())
    await notifyAccessRevoked(db, { accountId })
    await expectRevoked()
    await set(null)
  })

  test('T11: the members of a banned organization lose access', async () => {
    const { db } = app.services.database
    const { organizationId } = people.alice
    const set = (banned_at: Date | null) =>
      db.updateTable('organization').set({ banned_at }).where('id', '=', organizationId).execute()
    await set(app.clock.now())
    await notifyAccessRevoked(db, { organizationId })
    await expectRevoked()
    await set(null)
  })

  test('T11: a second use of a refresh token whose successor was used closes the event stream of the session', async () => {
    const second = (await renew(app, session.refresh_token)).body
    await renew(app, second.refresh_token)
    expect((await renew(app, session.refresh_token)).status).toBe(400)
    await expectRevoked()
  })

  test('T11: the next request of a demoted administrator has the new permissions', async () => {
    const partners = () =>
      as(app, { ...people.alice, token: session.access_token }).call('partners.list', { body: {} })
    const set = (is_organization_administrator: boolean) =>
      app.services.database.db
        .updateTable('account')
        .set({ is_organization_administrator })
        .where('id', '=', people.alice.accountId)
        .execute()
    expect((await partners()).status).toBe(200)
    await set(false)
    expect((await partners()).status).toBe(403)
    await set(true)
  })
})
