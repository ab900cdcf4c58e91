import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await as(app, people.bob).call('organizations.update', {
    body: {
      about: '<p>Zirconia since 2004.</p>',
      terms: '<p>Within 5 working days.</p>',
      websiteUrl: 'https://northlight.example',
      contactPerson: 'Bob Fischer',
      officePhone: '+44 114 496 0200',
      email: 'desk@northlight.example',
      licenseNumber: 'L-77',
      remark: 'Keys at the porter’s.',
    },
  })
})
afterAll(() => app.close())
beforeEach(() => app.services.database.db.deleteFrom('partnership').execute())

const look = (person: Person, id: string) => as(app, person).call('partners.profile', { params: { id } })
const statusOf = async (person: Person, id: string) => (await look(person, id)).status
const set = (person: Person, values: Record<string, unknown>) =>
  app.services.database.db
    .updateTable('organization')
    .set(values)
    .where('id', '=', person.organizationId)
    .execute()

describe('the profile of an organization', () => {
  test('a caller who may search reads a laboratory’s profile, but its contact details only after a partnership', async () => {
    const { alice, amy, bob } = people
    const stranger = (await look(alice, bob.organizationId)).body.data
    expect(stranger).toMatchObject({
      name: 'Northlight Lab',
      relation: 'none',
      isOwn: false,
      about: '<p>Zirconia since 2004.</p>',
      terms: '<p>Within 5 working days.</p>',
      websiteUrl: 'https://northlight.example',
      contactPerson: null,
      officePhone: null,
      mobilePhone: null,
      email: null,
      licenseNumber: null,
    })
    await insertPartnership(app, alice, bob)
    for (const person of [alice, amy]) {
      const partner = await look(person, bob.organizationId)
      expect(partner.body.data).toMatchObject({
        relation: 'partner',
        contactPerson: 'Bob Fischer',
        officePhone: '+44 114 496 0200',
        email: 'desk@northlight.example',
        licenseNumber: 'L-77',
      })
      expect(JSON.stringify(partner.body)).not.toContain('porter')
    }
  })

  test('members read the profile of their organization as partners see it, and the platform reads every profile', async () => {
    const { bob, ben, root, alice } = people
    for (const person of [bob, ben]) {
      const own = await look(person, bob.organizationId)
      expect(own.body.data).toMatchObject({ isOwn: true, relation: 'none', contactPerson: 'Bob Fischer' })
    }
    expect(await statusOf(root, bob.organizationId)).toBe(200)
    expect(await statusOf(root, alice.organizationId)).toBe(200)
  })

  test('an application makes the profile visible, also to members', async () => {
    const { alice, amy, bob, ben } = people
    expect(await statusOf(ben, alice.organizationId)).toBe(404)
    await as(app, alice).call('partners.apply', { body: { organizationId: bob.organizationId } })
    const asked = await look(ben, alice.organizationId)
    expect(asked.body.data).toMatchObject({ relation: 'received', contactPerson: null })
    expect(await statusOf(amy, bob.organizationId)).toBe(200)
  })

  test('a case between a clinic and a laboratory makes their profiles visible, also without a partnership', async () => {
    const { erin, carol } = people
    await set(carol, { banned_at: app.clock.now() })
    expect(await statusOf(erin, carol.organizationId)).toBe(404)
    await insertOrder(app, { clinic: erin, lab: carol, status: 'completed' })
    expect(await statusOf(erin, carol.organizationId)).toBe(200)
    await set(carol, { banned_at: null })
    expect(await statusOf(carol, erin.organizationId)).toBe(200)
  })

  test('an organization that the caller may not see is not found, as if it did not exist', async () => {
    const { alice, amy, bob, dave, wanda, erin, root } = people
    const missing = await look(alice, newId())
    expect([missing.status, missing.body.error]).toEqual([404, 'partner.not_found'])
    for (const [person, organization] of [
      [alice, erin],
      [alice, dave],
      [alice, root],
      [amy, bob],
    ] as const) {
      const { status, body } = await look(person, organization.organizationId)
      expect([status, body.error, body.message]).toEqual([404, 'partner.not_found', missing.body.message])
    }
    expect(await statusOf(dave, bob.organizationId)).toBe(403)
    expect(await statusOf(wanda, bob.organizationId)).toBe(403)
  })

  test.each([
    ['banned', { banned_at: new Date() }, { banned_at: null }],
    ['unverified', { verified_at: null }, { verified_at: new Date() }],
    ['deleted', { deleted_at: new Date() }, { deleted_at: null }],
  ])(
    'an organization that is %s is hidden from a clinic that may search but is no partner',
    async (_, state, normal) => {
      await set(people.bob, state)
      expect(await statusOf(people.alice, people.bob.organizationId)).toBe(404)
      await set(people.bob, normal)
      expect(await statusOf(people.alice, people.bob.organizationId)).toBe(200)
    },
  )
})
