import { passwordDigest } from '@pontic/client'
import { userRoleOf, userRoles } from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eraseClosedAccounts } from '../../people/accounts/closing.service.ts'
import { newId } from '../../platform/db/ids.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, createSession, type People, type Person } from '../../test/people.ts'
import { codeOf, password } from '../../test/registration.ts'
import { setPassword, signIn, tryToken } from '../../test/sign-in.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

const root = () => as(app, people.root)
const one = (id: string) => ({ params: { id } })
const renewed = async (person: Person): Promise<Person> => ({
  ...person,
  ...(await createSession(app, person.accountId)),
})
const mailsTo = async (email: string) => (await app.readMails()).filter((mail) => mail.to === email)

describe('the list of users', () => {
  const names = async (body: Record<string, unknown>) => {
    const { status, body: answer } = await root().call('manage.listUsers', { body })
    expect(status).toBe(200)
    return answer.data.list.map((row) => row.name)
  }

  test('the platform finds users by name, email address, organization, type and state', async () => {
    expect(await names({ words: 'BOB' })).toEqual(['Bob'])
    expect(await names({ words: 'ben@pontic' })).toEqual(['Ben'])
    expect(await names({ organizationId: people.alice.organizationId })).toEqual(['Alice', 'Amy', 'Wanda'])
    expect(await names({ businessType: 2, role: 'administrator' })).toEqual(['Bob', 'Carol'])
    expect(await names({ state: 'waiting' })).toEqual(['Wanda'])
    expect(await names({ state: 'deleted' })).toEqual([])
    expect(await names({ words: '_' })).toEqual([])
    const all = await names({})
    const first = (await root().call('manage.listUsers', { body: { sort: 'newest', pageSize: 6 } })).body.data
    const body = { sort: 'newest', pageSize: 100, cursor: first.cursor }
    const rest = (await root().call('manage.listUsers', { body })).body.data
    expect([...first.list, ...rest.list].map((row) => row.name).sort()).toEqual(all)
  })

  test('the platform filters users by role', async () => {
    const { list } = (await root().call('manage.listUsers', { body: { pageSize: 100 } })).body.data
    for (const role of userRoles) {
      const found = (await root().call('manage.listUsers', { body: { role, pageSize: 100 } })).body.data
      const wanted = list.filter((user) => userRoleOf(user) === role).map(({ name }) => name)
      expect([role, found.list.map(({ name }) => name), found.total]).toEqual([role, wanted, wanted.length])
    }
    expect(await names({ role: 'operator' })).toEqual(['Olga'])
    expect(await names({ role: 'individual' })).toEqual(['Dave'])
    expect(await names({ role: 'member', businessType: 1 })).toEqual(['Amy', 'Wanda'])
  })

  test('the details of a user include the organization and devices', async () => {
    const { body } = await root().call('manage.getUser', one(people.bob.accountId))
    expect(body.data).toMatchObject({
      name: 'Bob',
      organizationName: 'Northlight Lab',
      businessType: 2,
      state: 'active',
      isAdministrator: true,
      devices: [{ lastUsedAt: expect.any(String) }],
    })
    expect((await root().call('manage.getUser', one(newId()))).body.error).toBe('member.not_found')
  })

  test('candidates for operators are platform users who are not operators yet', async () => {
    const { body } = await root().call('manage.listOperatorCandidates')
    expect(body.data.list).toMatchObject([
      { name: 'Olga', isAdministrator: false },
      { name: 'Root', isAdministrator: true },
    ])
  })
})

describe('the search for users and organizations', () => {
  const find = async (
    call: 'manage.listUsers' | 'manage.listOrganizations',
    body: Record<string, unknown>,
  ) => {
    const answer = await root().call(call, { body } as never)
    return (answer.body as { data: { list: { name: string }[] } }).data.list.map(({ name }) => name)
  }

  test('a search finds a person by their new name, in the order of the list and with every filter', async () => {
    const organizationId = people.alice.organizationId
    const create = async (name: string, email: string) => {
      const { body } = await root().call('manage.createUser', { body: { organizationId, name, email } })
      return body.data.id
    }
    const id = await create('Ж. Petrova', 'zh@brookside.example')
    await create('Ödön Xandersen', 'odon1984@brookside.example')
    await create('张伟 Xandersen', 'zhang@brookside.example')
    expect(await find('manage.listUsers', { words: 'xandersen' })).toEqual([
      'Ödön Xandersen',
      '张伟 Xandersen',
    ])
    const body = { id, name: 'Ж. XANDERSEN' }
    expect((await root().call('manage.updateUser', { body })).status).toBe(200)
    expect(await find('manage.listUsers', { words: 'petrova' })).toEqual([])
    const byName = ['Ödön Xandersen', 'Ж. XANDERSEN', '张伟 Xandersen']
    expect(await find('manage.listUsers', { words: 'xandersen' })).toEqual(byName)
    const newest = ['张伟 Xandersen', 'Ödön Xandersen', 'Ж. XANDERSEN']
    expect(await find('manage.listUsers', { words: 'xandersen', sort: 'newest' })).toEqual(newest)
    for (const filter of [{ organizationId }, { businessType: 1 }, { role: 'member' }, { state: 'invited' }])
      expect(await find('manage.listUsers', { words: 'XANDERSEN', ...filter })).toEqual(byName)
    expect(await find('manage.listUsers', { words: 'ödön' })).toEqual(['Ödön Xandersen'])
    expect(await find('manage.listUsers', { words: '张伟' })).toEqual(['张伟 Xandersen'])
    // The digits with the letter before them use the index, and the other characters of the word are compared, too.
    for (const words of ['ODON1984@brook', '1984@brook', 'n1984', '1984 xandersen'])
      expect(await find('manage.listUsers', { words })).toEqual(['Ödön Xandersen'])
    for (const words of ['dan1984@brook', 'odon1984@meadow', 'odon198_@brook'])
      expect(await find('manage.listUsers', { words })).toEqual([])
    expect(await find('manage.listUsers', { words: 'xandersen zh' })).toEqual([
      'Ж. XANDERSEN',
      '张伟 Xandersen',
    ])
    expect((await root().call('manage.deleteUser', one(id))).status).toBe(200)
    expect(await find('manage.listUsers', { words: 'ж.' })).toEqual([])
    expect(await find('manage.listUsers', { words: 'ж.', state: 'deleted' })).toEqual(['Ж. XANDERSEN'])
  })

  test('a search finds an organization by what it has changed', async () => {
    const { organizationId } = people.carol
    const carol = as(app, people.carol)
    const address = { address: '上海市 Quay 9' }
    expect((await carol.call('organizations.updateAddress', { body: address })).status).toBe(200)
    const update = { contactPerson: 'Ülkü' }
    expect((await carol.call('organizations.update', { body: update })).status).toBe(200)
    for (const words of ['quay', 'ÜLKÜ', '上海', 'harbour quay'])
      expect(await find('manage.listOrganizations', { words })).toEqual(['Harbour Lab'])
    const { db } = app.services.database
    const setDeleted = (at: Date | null) =>
      db
        .updateTable('organization')
        .set({ deleted_at: at?.toISOString() ?? null })
        .where('id', '=', organizationId)
        .execute()
    await setDeleted(app.clock.now())
    expect(await find('manage.listOrganizations', { words: 'quay' })).toEqual([])
    expect(await find('manage.listOrganizations', { words: 'quay', state: 'deleted' })).toEqual([
      'Harbour Lab',
    ])
    await setDeleted(null)
    expect(await find('manage.listOrganizations', { words: 'quay', sort: 'newest' })).toEqual(['Harbour Lab'])
  })
})

describe('creating and changing users', () => {
  test('a new administrator of a clinic sets a password by the mailed link', async () => {
    const email = 'max@brookside.example'
    const body = { organizationId: people.alice.organizationId, name: 'Max', email, isAdministrator: true }
    const made = await root().call('manage.createUser', { body })
    expect(made.body.data).toMatchObject({ email, isAdministrator: true, state: 'invited' })
    const [mail] = await mailsTo(email)
    expect(mail?.subject).toContain('Brookside Dental')
    const chosen = { code: codeOf(mail?.links[0]), newPwd: passwordDigest(password) }
    expect((await as(app, undefined).call('accounts.resetPwdByEmailCode', { body: chosen })).status).toBe(200)
    expect((await signIn(app, email, password)).body).toMatchObject({ org_admin_flag: true })
    const again = await root().call('manage.createUser', { body })
    expect([again.status, again.body.error]).toEqual([409, 'account.email_taken'])
  })

  test('the platform can add users to its own organization, but not to the organization of an individual', async () => {
    const body = { organizationId: people.root.organizationId, name: 'Otto', email: 'otto@pontic.example' }
    const made = await root().call('manage.createUser', { body })
    expect(made.body.data).toMatchObject({ businessType: 255, isAdministrator: false })
    for (const organizationId of [people.dave.organizationId, newId()]) {
      const answer = await root().call('manage.createUser', {
        body: { organizationId, name: 'Nobody', email: 'nobody@pontic.example' },
      })
      expect([answer.status, answer.body.error]).toEqual([404, 'organization.not_found'])
    }
  })

  test('a password set by the platform revokes the user’s sessions and must be changed; a new email address requires confirmation', async () => {
    const ben = await renewed(people.ben)
    const body = {
      id: ben.accountId,
      password: passwordDigest(password),
      telephone: '+44 1 22',
      name: 'Benny',
    }
    const edited = await root().call('manage.updateUser', { body })
    expect(edited.body.data).toMatchObject({ name: 'Benny', telephone: '+44 1 22' })
    expect(await tryToken(app, ben.token)).toBe(401)
    expect((await signIn(app, ben.email, password)).body.key).toBe('session.password_change_required')
    const email = 'benny@northlight.example'
    const moved = await root().call('manage.updateUser', { body: { id: ben.accountId, email } })
    expect(moved.body.data.email).toBe(ben.email)
    const [mail] = await mailsTo(email)
    expect(await mailsTo(ben.email)).not.toEqual([])
    const code = codeOf(mail?.links[0])
    expect(
      (await as(app, undefined).call('accounts.modifyEmailByEmailCode', { body: { code } })).status,
    ).toBe(200)
    expect((await root().call('manage.getUser', one(ben.accountId))).body.data.email).toBe(email)
    const rows = await app.services.database.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'manage.updateUser')
      .where('object_id', '=', ben.accountId)
      .orderBy('id')
      .execute()
    expect(JSON.stringify(rows)).not.toMatch(/benny|Benny|\+44/)
    expect(rows[0]?.detail).toMatchObject({ withheld: ['name', 'telephone'], after: { password: 'set' } })
  })

  test('a platform administrator mails a user a new link, and removes the second factors of others, but not their own', async () => {
    const before = (await mailsTo(people.carol.email)).length
    expect((await root().call('manage.mailUser', one(people.carol.accountId))).status).toBe(200)
    expect(await mailsTo(people.carol.email)).toHaveLength(before + 1)
    const { db } = app.services.database
    const { accountId } = people.carol
    await db
      .updateTable('account')
      .set({ two_factor_at: app.clock.now() })
      .where('id', '=', accountId)
      .execute()
    const reset = await root().call('manage.resetUserTwoFactor', one(accountId))
    expect(reset.body.data).toMatchObject({ hasTwoFactor: false })
    const own = await root().call('manage.resetUserTwoFactor', one(people.root.accountId))
    expect([own.status, own.body.error]).toEqual([409, 'member.self'])
  })
})

describe('a ban of a user', () => {
  test('T11: a banned user is signed out at once, and an administrator of the clinic can’t enable them', async () => {
    const amy = await renewed(people.amy)
    await setPassword(app, amy, password)
    const stream = await fetch(`${app.url}/restful/events`, {
      headers: { authorization: `Bearer ${amy.token}` },
    })
    const banned = await root().call('manage.banUser', one(amy.accountId))
    expect(banned.body.data).toMatchObject({ state: 'banned', isEnabled: false })
    expect(await tryToken(app, amy.token)).toBe(401)
    // The server closes the open stream, so the body ends.
    await stream.text().catch(() => '')
    expect((await signIn(app, amy.email, password)).body.key).toBe('session.banned')
    expect((await signIn(app, amy.email, 'Not-the-password-1')).body.key).toBe('session.wrong_credentials')
    const { body } = await as(app, people.alice).call('members.list', { body: {} })
    expect(body.data.list.find(({ id }) => id === amy.accountId)).toMatchObject({
      isEnabled: false,
      isBanned: true,
    })
    const refused = await as(app, people.alice).call('members.enable', one(amy.accountId))
    expect([refused.status, refused.body.error]).toEqual([409, 'member.banned'])
    const back = await root().call('manage.unbanUser', one(amy.accountId))
    expect(back.body.data).toMatchObject({ state: 'active', isEnabled: true })
    expect((await signIn(app, amy.email, password)).status).toBe(200)
  })

  test('a ban of a user or an organization signs people out at once; after the unban they can sign in again', async () => {
    const bans = [
      { ban: 'manage.banUser', unban: 'manage.unbanUser', person: people.amy, id: people.amy.accountId },
      {
        ban: 'manage.banOrganization',
        unban: 'manage.unbanOrganization',
        person: people.erin,
        id: people.erin.organizationId,
      },
    ] as const
    for (const { ban, unban, person, id } of bans) {
      await setPassword(app, person, password)
      const { token } = await renewed(person)
      expect((await root().call(ban, one(id))).body.data.state).toBe('banned')
      expect(await tryToken(app, token)).toBe(401)
      expect((await signIn(app, person.email, password)).body.key).toBe('session.banned')
      expect((await root().call(unban, one(id))).body.data.state).toBe('active')
      expect((await signIn(app, person.email, password)).status).toBe(200)
    }
  })

  test('the platform can enable an account that a clinic has disabled', async () => {
    await as(app, people.alice).call('members.disable', one(people.amy.accountId))
    expect((await root().call('manage.getUser', one(people.amy.accountId))).body.data.state).toBe('disabled')
    expect((await root().call('manage.unbanUser', one(people.amy.accountId))).body.data.state).toBe('active')
  })
})

describe('T26: the last administrator of an organization', () => {
  const refusals = async (person: Person) => {
    const found = []
    for (const name of ['manage.banUser', 'manage.deleteUser'] as const)
      found.push((await root().call(name, one(person.accountId))).body.error)
    const body = { id: person.accountId, isAdministrator: false }
    found.push((await root().call('manage.updateUser', { body })).body.error)
    return found
  }

  test('the last administrator of the platform cannot be banned, deleted or demoted', async () => {
    expect(await refusals(people.root)).toEqual(Array(3).fill('manage.last_administrator'))
  })

  test('the last administrator of a laboratory cannot be banned, deleted or demoted', async () => {
    expect(await refusals(people.carol)).toEqual(Array(3).fill('member.last_administrator'))
    const weight = await root().call('manage.weighUser', one(people.carol.accountId))
    expect(weight.body.data).toMatchObject({ isLastAdministrator: true, organizationName: 'Harbour Lab' })
  })

  test('administrators of the platform cannot ban, delete or demote themselves, even if there is a second one', async () => {
    const { db } = app.services.database
    const promote = (is: boolean) =>
      db
        .updateTable('account')
        .set({ is_organization_administrator: is })
        .where('id', '=', people.olga.accountId)
        .execute()
    await promote(true)
    expect(await refusals(people.root)).toEqual(Array(3).fill('member.self'))
    await promote(false)
  })

  test('one administrator stays enabled if two administrators of the platform ban each other at once', async () => {
    const { db } = app.services.database
    for (let round = 0; round < 10; round++) {
      await db
        .updateTable('account')
        .set({ is_organization_administrator: true, disabled_at: null, is_banned: false })
        .where('id', 'in', [people.root.accountId, people.olga.accountId])
        .execute()
      const [first, other] = [await renewed(people.root), await renewed(people.olga)]
      const answers = await Promise.all([
        as(app, first).call('manage.banUser', one(other.accountId)),
        as(app, other).call('manage.banUser', one(first.accountId)),
      ])
      expect(answers.map((answer) => answer.status === 200).sort()).toEqual([false, true])
      const left = await db
        .selectFrom('account')
        .select('id')
        .where('organization_id', '=', people.root.organizationId)
        .where('is_organization_administrator', '=', true)
        .where('disabled_at', 'is', null)
        .execute()
      expect(left).toHaveLength(1)
    }
    await db
      .updateTable('account')
      .set({ disabled_at: null, is_banned: false })
      .where('id', 'in', [people.root.accountId, people.olga.accountId])
      .execute()
    await db
      .updateTable('account')
      .set({ is_organization_administrator: false })
      .where('id', '=', people.olga.accountId)
      .execute()
    people.root = await renewed(people.root)
  })
})

describe('T26: deleting a user', () => {
  test('a deleted user can be restored for 30 days; afterwards cases name them as a former user', async () => {
    await insertPartnership(app, people.alice, people.bob)
    const order = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'pending' })
    const ben = await renewed(people.ben)
    const accepted = await as(app, ben).call('orders.accept', {
      body: { id: order.id, deliveryOn: '2199-01-01' },
    })
    expect(accepted.status).toBe(200)
    expect((await root().call('manage.deleteUser', one(ben.accountId))).status).toBe(200)
    expect(await tryToken(app, ben.token)).toBe(401)
    const members = await as(app, people.bob).call('members.list', { body: {} })
    expect(members.body.data.list.map((row) => row.id)).not.toContain(ben.accountId)
    const seen = await as(app, people.alice).call('orders.get', one(order.id))
    const by = seen.body.data.timeline.find((entry) => entry.kind === 'accept')?.by
    expect(by).toMatch(/^Ben(ny)?$/)
    const row = (await root().call('manage.getUser', one(ben.accountId))).body.data
    expect(row).toMatchObject({ state: 'deleted', restorableUntil: expect.any(String) })
    const back = await root().call('manage.restoreUser', one(ben.accountId))
    expect(back.body.data).toMatchObject({ state: 'active', deletedAt: null })
    await root().call('manage.deleteUser', one(ben.accountId))
    app.clock.advance({ days: 31 })
    people = { ...people, root: await renewed(people.root), alice: await renewed(people.alice) }
    const late = await root().call('manage.restoreUser', one(ben.accountId))
    expect([late.status, late.body.error]).toEqual([409, 'manage.not_restorable'])
    await eraseClosedAccounts(app.services)
    const later = await as(app, people.alice).call('orders.get', one(order.id))
    expect(later.body.data.timeline.find((entry) => entry.kind === 'accept')?.by).toBe('Former user')
  })

  test('an account closed by its owner cannot be restored by others', async () => {
    const { db } = app.services.database
    const { accountId } = people.wanda
    await db.updateTable('account').set({ deleted_at: app.clock.now() }).where('id', '=', accountId).execute()
    const answer = await root().call('manage.restoreUser', one(accountId))
    expect([answer.status, answer.body.error]).toEqual([409, 'manage.not_restorable'])
  })

  test('the name of an individual’s organization is deleted with the account', async () => {
    await root().call('manage.deleteUser', one(people.dave.accountId))
    app.clock.advance({ days: 31 })
    await eraseClosedAccounts(app.services)
    const row = await app.services.database.db
      .selectFrom('organization')
      .select('name')
      .where('id', '=', people.dave.organizationId)
      .executeTakeFirstOrThrow()
    expect(row.name).toBe('Former user')
  })
})
