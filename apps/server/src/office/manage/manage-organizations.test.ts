import { businessTypes } from '@pontic/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { organizationNameKey } from '../../platform/db/name-key.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertFile, insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, createSession, type People, type Person } from '../../test/people.ts'
import { setPassword, signIn, tryToken } from '../../test/sign-in.ts'
import { finishDeletes } from './final-deletes.service.ts'

let app: TestApp
let people: People
const password = 'Molar-and-incisor-7'

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app.close())

const root = () => as(app, people.root)
const one = (id: string) => ({ params: { id } })
const renewed = async (person: Person): Promise<Person> => ({
  ...person,
  ...(await createSession(app, person.accountId)),
})
const detailOf = async (id: string) => (await root().call('manage.getOrganization', one(id))).body.data

async function readAudit(action: string) {
  return app.services.database.db
    .selectFrom('audit')
    .select(['account_id', 'object_id', 'subject_organization_ids', 'detail'])
    .where('action', '=', action)
    .orderBy('id')
    .execute()
}

describe('the list of organizations', () => {
  const listed = async (body: Record<string, unknown>) => {
    const { status, body: answer } = await root().call('manage.listOrganizations', { body })
    expect(status).toBe(200)
    return answer.data
  }

  test('the platform finds organizations by name and type, page by page', async () => {
    const labs = await listed({ businessType: businessTypes.lab })
    expect(labs.list.map((row) => row.name)).toEqual(['Harbour Lab', 'Northlight Lab'])
    expect(labs.list[1]).toMatchObject({ state: 'active', users: 2, orders: 0, storageUsedBytes: 0 })
    expect((await listed({ words: 'NORTH lab' })).list.map((row) => row.name)).toEqual(['Northlight Lab'])
    expect((await listed({ words: '%' })).list).toEqual([])
    const whole = (await listed({})).list.map((row) => row.name)
    const walked: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await listed({ pageSize: 2, ...(cursor ? { cursor } : {}) })
      expect(page.total).toBe(whole.length)
      walked.push(...page.list.map((row) => row.name))
      cursor = page.cursor
    } while (cursor)
    expect(walked).toEqual(whole)
    const newest = await listed({ sort: 'newest', pageSize: 3 })
    const next = await listed({ sort: 'newest', pageSize: 3, cursor: newest.cursor })
    expect([...newest.list, ...next.list].map((row) => row.name).sort()).toEqual(whole)
    const foreign = await root().call('manage.listOrganizations', { body: { cursor: newest.cursor } })
    expect([foreign.status, Object.keys(foreign.body.fields ?? {})]).toEqual([400, ['cursor']])
  })

  test('T46: the CSV of a list is in the reader’s language and without formulas, and its ticket expires', async () => {
    const id = newId()
    const name = "=cmd('calc')"
    await app.services.database.db
      .insertInto('organization')
      .values({
        id,
        name,
        name_key: organizationNameKey(name),
        business_type: 1,
        verified_at: app.clock.now(),
        registered_at: app.clock.now(),
      })
      .execute()
    const body = { list: 'organizations', filter: { businessType: 1 } }
    const made = await as(app, people.root, { 'accept-language': 'zh-CN' }).call('manage.createExport', {
      body,
    })
    const text = await (await fetch(app.url + made.body.data.path)).text()
    expect(text.split('\r\n')[0]).toContain('名称')
    expect(text).toContain(`"'=cmd('calc')"`)
    expect(text).toContain('Brookside Dental')
    expect(text).not.toContain('Northlight')
    const users = { list: 'users', filter: { words: 'bob' } }
    const other = await root().call('manage.createExport', { body: users })
    const lines = (await (await fetch(app.url + other.body.data.path)).text()).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('"bob@pontic.example","Northlight Lab"')
    expect((await fetch(`${app.url}/restful/manage/exports/${'A'.repeat(22)}`)).status).toBe(404)
    app.clock.advance({ seconds: 61 })
    expect((await fetch(app.url + other.body.data.path)).status).toBe(404)
    await app.services.database.db.deleteFrom('organization').where('id', '=', id).execute()
  })

  test('select fields list active clinics and laboratories, or all organizations', async () => {
    const { carol, root: platform, dave } = people
    await root().call('manage.banOrganization', one(carol.organizationId))
    const idsOf = (answer: { body: { data: { list: { organizationId: string }[] } } }) =>
      answer.body.data.list.map((row) => row.organizationId)
    const used = idsOf(await root().call('manage.orgOptions'))
    expect(used).toContain(people.bob.organizationId)
    for (const { organizationId } of [carol, platform, dave]) expect(used).not.toContain(organizationId)
    const all = idsOf(await root().call('manage.allOrgOptions'))
    for (const { organizationId } of [carol, platform, dave]) expect(all).toContain(organizationId)
    expect(idsOf(await root().call('manage.orgOptions', { query: { words: 'north' } }))).toEqual([
      people.bob.organizationId,
    ])
    await root().call('manage.unbanOrganization', one(carol.organizationId))
  })
})

test('the details of an organization include quota, people, cases and partners', async () => {
  await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'accepted' })
  // The account of an API key does not count as a person.
  const expiresOn = new Date(app.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
  const key = { name: 'Desk', scopes: ['order.read'], expiresOn }
  const { status } = await as(app, people.alice).call('keys.create', { body: key })
  expect(status).toBe(200)
  const detail = await detailOf(people.alice.organizationId)
  expect(detail).toMatchObject({
    name: 'Brookside Dental',
    organization: { name: 'Brookside Dental', autoAcceptsPartners: false },
    administrators: [{ name: 'Alice', email: 'alice@pontic.example' }],
    people: { active: 2, waiting: 1, disabled: 0, withoutTwoFactor: 3 },
    counts: { accepted: 1 },
    partners: [{ organizationId: people.bob.organizationId, name: 'Northlight Lab', openOrders: 1 }],
  })
  expect((await root().call('manage.getOrganization', one(newId()))).body.error).toBe(
    'organization.not_found',
  )
})

describe('changing an organization', () => {
  test('the platform raises the quota of a clinic, and the audit records both values, but no names of people', async () => {
    const id = people.erin.organizationId
    const body = {
      id,
      storageQuotaBytes: 50_000_000_000,
      contactPerson: 'Erin Marsh',
      address: '3 Weir Road',
    }
    const answer = await root().call('manage.updateOrganization', { body })
    expect(answer.body.data).toMatchObject({ storageQuotaBytes: 50_000_000_000, address: '3 Weir Road' })
    const rows = await readAudit('manage.updateOrganization')
    const row = rows.at(-1)
    expect(row).toMatchObject({
      account_id: people.root.accountId,
      object_id: id,
      subject_organization_ids: [id],
      detail: {
        before: { storage_quota_bytes: 21_474_836_480, address: '' },
        after: { storage_quota_bytes: 50_000_000_000, address: '3 Weir Road' },
        withheld: ['contact_person'],
      },
    })
    expect(JSON.stringify(row)).not.toContain('Erin Marsh')
  })

  test('T23: protected and unknown fields, invalid quotas and a taken name are refused', async () => {
    const { organizationId: id } = people.erin
    const call = (more: Record<string, unknown>) =>
      root().call('manage.updateOrganization', { body: { id, ...more } })
    for (const field of [
      { businessType: 255 },
      { bannedAt: null },
      { deletedAt: null },
      { verified: true },
    ]) {
      const answer = await call(field)
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, Object.keys(field)])
    }
    for (const storageQuotaBytes of [-1, 2 ** 60, 1.5, '9', null])
      expect((await call({ storageQuotaBytes })).status).toBe(400)
    expect((await call({ name: 'ＢＲＯＯＫＳＩＤＥ dental' })).body.error).toBe('organization.name_taken')
    expect((await root().call('manage.updateOrganization', { body: { id: newId() } })).status).toBe(404)
  })
})

describe('a ban of an organization', () => {
  test('T11: a ban of a laboratory signs out its users and stops sends to it; after the unban they can sign in', async () => {
    const [bob, ben] = [await renewed(people.bob), await renewed(people.ben)]
    const id = bob.organizationId
    await setPassword(app, bob, password)
    const banned = await root().call('manage.banOrganization', one(id))
    expect(banned.body.data).toMatchObject({ state: 'banned', bannedAt: expect.any(String) })
    for (const { token } of [bob, ben]) expect(await tryToken(app, token)).toBe(401)
    expect((await signIn(app, bob.email, password)).body.key).toBe('session.banned')
    const order = await insertOrder(app, { clinic: people.alice })
    const sent = await as(app, people.alice).call('orders.send', { body: { id: order.id, labId: id } })
    expect(sent.body.error).toBe('partner.banned')
    const back = await root().call('manage.unbanOrganization', one(id))
    expect(back.body.data).toMatchObject({ state: 'active', bannedAt: null })
    // The unban does not restore the revoked session, but allows a new sign-in.
    expect(await tryToken(app, bob.token)).toBe(401)
    expect((await signIn(app, bob.email, password)).status).toBe(200)
    const details = (await readAudit('manage.banOrganization')).map((row) => row.detail)
    expect(details.at(-1)).toMatchObject({ before: { state: 'active' }, after: { state: 'banned' } })
  })

  test('the platform’s own organization can be neither banned nor deleted', async () => {
    const id = people.root.organizationId
    for (const name of ['manage.banOrganization', 'manage.deleteOrganization'] as const) {
      const answer = await root().call(name, one(id))
      expect([answer.status, answer.body.error]).toEqual([409, 'manage.platform_organization'])
    }
  })
})

describe('T26: deleting an organization', () => {
  // Restores the clinic, which each test leaves in another state.
  const revive = () =>
    app.services.database.db
      .updateTable('organization')
      .set({ deleted_at: null })
      .where('id', '=', people.erin.organizationId)
      .where('erased_at', 'is', null)
      .execute()
  beforeEach(revive)

  test('neither the clinic nor the laboratory of an open case can be deleted', async () => {
    await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'shipped' })
    for (const { organizationId } of [people.alice, people.bob]) {
      const answer = await root().call('manage.deleteOrganization', one(organizationId))
      expect([answer.status, answer.body.error]).toEqual([409, 'manage.open_orders'])
      expect((await detailOf(organizationId)).state).toBe('active')
    }
  })

  test('the laboratory of a deleted clinic can still read their shared cases, and the clinic can be restored', async () => {
    const { erin } = people
    // An earlier test banned Carol's laboratory, which ended her session.
    people.carol = await renewed(people.carol)
    const { carol } = people
    await insertPartnership(app, erin, carol)
    const shipped = await insertOrder(app, {
      clinic: erin,
      lab: carol,
      status: 'completed',
      patientName: 'Mara',
    })
    const own = await insertOrder(app, { clinic: erin, patientName: 'Lone Patient' })
    const file = await insertFile(app, {
      orderId: own.id,
      by: erin,
      bytes: Buffer.from('solid a\nendsolid a\n'),
    })
    const weight = await root().call('manage.weighOrganization', one(erin.organizationId))
    expect(weight.body.data).toMatchObject({
      users: 1,
      partners: 1,
      openOrders: 0,
      ownOrders: 1,
      sharedOrders: 1,
      ownFilesBytes: 19,
    })
    const erinNow = await renewed(erin)
    expect((await root().call('manage.deleteOrganization', one(erin.organizationId))).status).toBe(200)
    expect(await tryToken(app, erinNow.token)).toBe(401)
    const listed = await root().call('manage.listOrganizations', { body: { words: 'meadow' } })
    expect(listed.body.data.list).toEqual([])
    const deleted = await root().call('manage.listOrganizations', { body: { state: 'deleted' } })
    expect(deleted.body.data.list).toMatchObject([
      { id: erin.organizationId, restorableUntil: expect.any(String) },
    ])
    const kept = await as(app, carol).call('orders.get', one(shipped.id))
    expect(kept.body.data.order).toMatchObject({ patientName: 'Mara', clinicName: 'Meadow Dental' })
    expect((await as(app, carol).call('partners.list', { body: {} })).body.data.list).toEqual([])
    const restored = await root().call('manage.restoreOrganization', one(erin.organizationId))
    expect(restored.body.data.state).toBe('active')
    expect((await as(app, await renewed(erin)).call('orders.get', one(own.id))).status).toBe(200)
    const again = await root().call('manage.restoreOrganization', one(erin.organizationId))
    expect([again.status, again.body.error]).toEqual([409, 'manage.not_restorable'])
    expect(file.id).toEqual(expect.any(String))
  })

  test('30 days after the deletion of a clinic, people and unshared cases are erased, shared cases remain, and the name is free', async () => {
    const { erin, carol } = people
    const { db } = app.services.database
    const shipped = await insertOrder(app, {
      clinic: erin,
      lab: carol,
      status: 'shipped',
      patientName: 'Nora',
    })
    const lone = await insertOrder(app, { clinic: erin, patientName: 'Gone Person' })
    const rejected = await insertOrder(app, {
      clinic: erin,
      lab: carol,
      status: 'rejected',
      patientName: 'Rex',
    })
    const refused = await root().call('manage.deleteOrganization', one(erin.organizationId))
    expect(refused.body.error).toBe('manage.open_orders')
    await db.updateTable('orders').set({ status: 'completed' }).where('id', '=', shipped.id).execute()
    expect((await root().call('manage.deleteOrganization', one(erin.organizationId))).status).toBe(200)
    app.clock.advance({ days: 29 })
    await finishDeletes(app.services)
    expect(
      (await db.selectFrom('account').select('name').where('id', '=', erin.accountId).execute())[0],
    ).toEqual({ name: 'Erin' })
    app.clock.advance({ days: 2 })
    const late = await root().call('manage.restoreOrganization', one(erin.organizationId))
    expect(late.body.error).toBe('manage.not_restorable')
    await finishDeletes(app.services)
    await finishDeletes(app.services)
    const account = db
      .selectFrom('account')
      .select(['name', 'email', 'telephone'])
      .where('id', '=', erin.accountId)
    expect(await account.executeTakeFirstOrThrow()).toMatchObject({
      name: 'Former user',
      email: `closed-${erin.accountId}@invalid`,
    })
    const names = await db
      .selectFrom('orders')
      .select(['id', 'patient_name', 'number'])
      .where('id', 'in', [lone.id, rejected.id, shipped.id])
      .execute()
    const nameOf = (id: string) => names.find((row) => row.id === id)?.patient_name
    expect([nameOf(lone.id), nameOf(rejected.id), nameOf(shipped.id)]).toEqual([
      lone.number,
      rejected.number,
      'Nora',
    ])
    const kept = await as(app, carol).call('orders.get', one(shipped.id))
    expect(kept.body.data.order).toMatchObject({ patientName: 'Nora', clinicName: 'Meadow Dental' })
    const rows = (await as(app, carol).call('orders.list', { body: {} })).body.data.list
    expect(rows.find((row) => row.id === rejected.id)).toMatchObject({ isWithdrawn: true })
    const free = {
      businessType: 1,
      organizationName: 'Meadow Dental',
      name: 'Eve',
      email: 'eve@meadow.example',
    }
    expect((await root().call('organizations.createWithAccount', { body: free })).status).toBe(200)
  })
})
