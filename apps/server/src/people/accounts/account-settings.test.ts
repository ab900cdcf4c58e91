import { limits } from '@pontic/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, createSession, type People, type Person } from '../../test/people.ts'
import { setPassword, signIn, tryToken } from '../../test/sign-in.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

const me = async (person: Person) =>
  (await as(app, person).call('accounts.get', { params: { username: 'me' } })).body.data

async function uploadAvatar(person: Person): Promise<string> {
  const picture = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#2446d8' } })
    .png()
    .toBuffer()
  const response = await fetch(`${app.url}/restful/images/avatar`, {
    method: 'POST',
    body: new Uint8Array(picture),
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' },
  })
  return ((await response.json()) as { data: { id: string } }).data.id
}

describe('the caller’s own account settings', () => {
  test('every field of the account is returned: id, username, name, avatar, telephone, email, location, organization', async () => {
    const { erin } = people
    const telephone = '+447700900123'
    await as(app, erin).call('accounts.sendMobileCode', { body: { mobile: telephone } })
    await app.runJobs()
    const [sms] = (await (await fetch(`${app.url}/dev/sms`)).json()) as { text: string }[]
    const code = /\d{6}/.exec(sms?.text ?? '')?.[0] ?? ''
    await as(app, erin).call('accounts.setMobile', { body: { mobile: telephone, code } })
    const body = { name: 'Erin Vale', location: 'Leith', avatar: await uploadAvatar(erin) }
    await as(app, erin).call('accounts.update', { body })
    expect(await me(erin)).toMatchObject({
      ...body,
      id: erin.accountId,
      username: erin.email,
      email: erin.email,
      telephone,
      orgName: 'Meadow Dental',
    })
  })

  test('a user sets all settings, and omitted fields stay unchanged', async () => {
    const body = {
      name: 'Amy Okafor',
      location: 'Room 2, Clifton',
      licenseNumber: 'GDC 118 204',
      acceptsOrderEmail: false,
      language: 'zh_CN',
      interfaceSize: 'large',
      teethNumbering: 'palmer',
      timeZone: 'Europe/London',
    } as const
    expect(await me(people.amy)).toMatchObject({
      interfaceSize: 'medium',
      teethNumbering: 'fdi',
      timeZone: null,
    })
    const first = await as(app, people.amy).call('accounts.update', { body })
    expect(first.body.data).toMatchObject(body)
    await as(app, people.amy).call('accounts.update', { body: { timeZone: null } })
    expect(await me(people.amy)).toMatchObject({ ...body, timeZone: null })
  })

  test('a former name of a time zone is accepted, and its current name is returned', async () => {
    const set = await as(app, people.amy).call('accounts.update', { body: { timeZone: 'Europe/Kiev' } })
    expect(set.body.data.timeZone).toBe('Europe/Kyiv')
    const { db } = app.services.database
    const kept = { time_zone: 'Asia/Calcutta' }
    await db.updateTable('account').set(kept).where('id', '=', people.amy.accountId).execute()
    expect((await me(people.amy)).timeZone).toBe('Asia/Kolkata')
    await as(app, people.amy).call('accounts.update', { body: { timeZone: null } })
  })

  test.each([
    ['email', 'new@pontic.example'],
    ['username', 'new@pontic.example'],
    ['telephone', '+447700900123'],
    ['orgId', '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f'],
    ['org_admin_flag', true],
    ['isOrganizationAdministrator', true],
    ['role', 'ROLE_ADMIN'],
    ['authorities', ['ROLE_ADMIN']],
    ['membership', 'active'],
    ['storageQuotaBytes', 1],
    ['password', 'x'],
  ])('T22: a user cannot set the field %s of their account', async (field, value) => {
    const before = await me(people.amy)
    const answer = await as(app, people.amy).call('accounts.update', {
      body: { name: 'Amy Z', [field]: value } as never,
    })
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]])
    expect(await me(people.amy)).toEqual(before)
  })

  test('T22: invalid values are refused at their fields', async () => {
    const wrong = {
      interfaceSize: 'huge',
      teethNumbering: 'own',
      timeZone: '+02:00',
      language: '../en',
      name: '',
    }
    for (const [field, value] of Object.entries(wrong)) {
      const answer = await as(app, people.amy).call('accounts.update', { body: { [field]: value } as never })
      expect([field, answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([field, 400, [field]])
    }
  })

  test('a member who waits for approval can change their account', async () => {
    const answer = await as(app, people.wanda).call('accounts.update', { body: { name: 'Wanda M' } })
    expect([answer.status, answer.body.data.name]).toEqual([200, 'Wanda M'])
  })

  test('an avatar can be set only by its uploader, and a new avatar marks the former one as unused', async () => {
    const [first, second] = [await uploadAvatar(people.alice), await uploadAvatar(people.alice)]
    const set = (person: Person, avatar: string | null) =>
      as(app, person).call('accounts.update', { body: { avatar } })
    const foreign = await set(people.amy, first)
    expect([foreign.status, foreign.body.error]).toEqual([404, 'image.not_found'])
    expect((await set(people.alice, first)).body.data.avatar).toBe(first)
    expect((await set(people.alice, second)).body.data.avatar).toBe(second)
    const shown = await app.services.database.db
      .selectFrom('image')
      .select('id')
      .where('account_id', '=', people.alice.accountId)
      .where('used_at', 'is not', null)
      .execute()
    expect(shown).toEqual([{ id: second }])
    expect((await set(people.alice, null)).body.data.avatar).toBeNull()
  })
})

describe('sessions', () => {
  const agents = {
    phone:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    desk: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0',
    program: 'curl/8.14.1',
  }

  test('a user lists their sessions, most recently used first, with the current one marked', async () => {
    await setPassword(app, people.erin, 'Molar-and-incisor-7')
    for (const agent of Object.values(agents)) {
      app.clock.advance({ minutes: 1 })
      await signIn(app, people.erin.email, 'Molar-and-incisor-7', { 'user-agent': agent })
    }
    const { body } = await as(app, people.erin).call('accounts.listSessions')
    expect(body.data.list.map(({ browser, system, isCurrent }) => [browser, system, isCurrent])).toEqual([
      ['', '', false],
      ['Firefox', 'Windows', false],
      ['Safari', 'iOS', false],
      ['', '', true],
    ])
    expect(body.data.list[0]).toMatchObject({ address: '127.0.0.1', isRemembered: false })
  })

  test('T11: a user signs out one other session, then all others', async () => {
    const { call } = as(app, people.erin)
    const extra = await createSession(app, people.erin.accountId)
    expect((await call('accounts.endSession', { params: { id: extra.sessionId } })).status).toBe(200)
    expect(await tryToken(app, extra.token)).toBe(401)
    const again = await call('accounts.endSession', { params: { id: extra.sessionId } })
    expect([again.status, again.body.error]).toEqual([404, 'account.session_not_found'])
    const ended = await call('accounts.endOtherSessions')
    expect(ended.body.data.ended).toBe(Object.keys(agents).length)
    const { body } = await call('accounts.listSessions')
    expect(body.data.list.map(({ id }) => id)).toEqual([people.erin.sessionId])
  })

  test('nobody can sign out a session of another account', async () => {
    const foreign = await as(app, people.bob).call('accounts.endSession', {
      params: { id: people.alice.sessionId },
    })
    expect([foreign.status, foreign.body.error]).toEqual([404, 'account.session_not_found'])
    expect(await tryToken(app, people.alice.token)).toBe(200)
  })
})

describe('the export of a person’s own data', () => {
  test('a user gets a file with the data of their account, without secrets and without other people’s email addresses', async () => {
    await setPassword(app, people.dave, 'Molar-and-incisor-7')
    const response = await fetch(`${app.url}/restful/accounts/export`, {
      headers: { authorization: `Bearer ${people.dave.token}` },
    })
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="pontic-account.json"')
    const text = await response.text()
    const data = JSON.parse(text) as { account: { email: string }; sessions: unknown[]; activity: unknown[] }
    expect(data.account.email).toBe(people.dave.email)
    expect(data.sessions).toHaveLength(1)
    expect(text).not.toContain('argon2')
    expect(text).not.toContain(people.dave.token)
    for (const other of ['alice', 'bob', 'root'] as const) expect(text).not.toContain(people[other].email)
  })

  test('T64: each export is audited, and an account can request only a few an hour', async () => {
    app.clock.advance({ hours: 1 })
    const get = async () =>
      (
        await fetch(`${app.url}/restful/accounts/export`, {
          headers: { authorization: `Bearer ${people.carol.token}` },
        })
      ).status
    for (let count = 0; count < limits.dataExportsPerHour; count++) expect(await get()).toBe(200)
    expect(await get()).toBe(429)
    const rows = await app.services.database.db
      .selectFrom('audit')
      .select('id')
      .where('action', '=', 'accounts.export')
      .where('account_id', '=', people.carol.accountId)
      .execute()
    expect(rows).toHaveLength(limits.dataExportsPerHour)
  })
})
