import { businessTypes, limits, type OrganizationUpdate } from '@pontic/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { type Answer, as, createPeople, type People, type Person } from '../../test/people.ts'
import { asVisitor, registration } from '../../test/registration.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())
// Uploads of an account are limited per hour.
beforeEach(() => app.clock.advance({ hours: 1 }))

const update = (person: Person, body: Record<string, unknown>) =>
  as(app, person).call('organizations.update', { body })
const read = async (person: Person) => (await as(app, person).call('organizations.get')).body.data
const outcome = ({ status, body }: Answer<unknown>) => [status, body.error, Object.keys(body.fields ?? {})]

async function upload(person: Person, purpose: 'logo' | 'cover', widthPx = 1_200): Promise<string> {
  const background = { r: Math.floor(Math.random() * 256), g: 90, b: 160 }
  const picture = sharp({ create: { width: widthPx, height: 400, channels: 3, background } })
  const response = await fetch(`${app.url}/restful/images/${purpose}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(await picture.jpeg().toBuffer()),
  })
  return ((await response.json()) as { data: { id: string } }).data.id
}

describe('updating the caller’s own organization', () => {
  test('each organization has its business type and the day of its registration', async () => {
    const { alice, bob, root } = people
    for (const [person, type] of [
      [alice, 1],
      [bob, 2],
      [root, 255],
    ] as const)
      expect((await read(person)).businessType, person.name).toBe(type)
    const before = app.clock.now().getTime()
    const body = registration({ organizationName: 'Quayside Lab', businessType: 2 })
    const { organizationId } = (await asVisitor(app).call('organizations.register', { body })).body.data
    const made = await as(app, root).call('manage.getOrganization', { params: { id: organizationId } })
    const { businessType, registeredAt } = made.body.data
    expect(businessType).toBe(2)
    expect(Date.parse(registeredAt)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(registeredAt)).toBeLessThanOrEqual(app.clock.now().getTime())
    expect(Date.parse((await read(alice)).registeredAt)).toBeLessThan(before)
  })

  test('an administrator updates all fields, a member reads them, and omitted fields stay unchanged', async () => {
    const change = {
      name: 'Brookside Dental Care',
      contactPerson: 'Alice Moreau',
      postalCode: 'BS1 4QD',
      officePhone: '+44 117 496 0100',
      mobilePhone: '+44 7700 900 123',
      email: 'Desk@Brookside.example',
      licenseNumber: 'CQC 1-101681',
      about: '<p>Bridges since <strong>1998</strong>.</p>',
      websiteUrl: 'brookside.example/team',
      terms: '<p>Within 5 working days.</p>',
      remark: 'Ring twice.',
      autoAcceptsPartners: true,
    }
    const returned = {
      ...change,
      email: 'desk@brookside.example',
      websiteUrl: 'https://brookside.example/team',
    }
    const { status, body } = await update(people.alice, change)
    expect([status, body.data]).toEqual([200, expect.objectContaining(returned)])
    const address = { address: '12 Mill Lane, Bristol', postalCode: 'BS1 4QE' }
    const moved = await as(app, people.alice).call('organizations.updateAddress', { body: address })
    expect(moved.body.data).toMatchObject({ ...returned, ...address })
    await update(people.alice, { remark: '' })
    expect(await read(people.amy)).toMatchObject({ ...returned, ...address, remark: '' })
    const audit = await app.services.database.db
      .selectFrom('audit')
      .select(['action', 'account_id', 'detail'])
      .where('action', '=', 'organizations.update')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(audit).toEqual({
      action: 'organizations.update',
      account_id: people.alice.accountId,
      detail: { withheld: ['remark'] },
    })
  })

  test('an organization can change upper and lower case of its name, and is found by a new name at once', async () => {
    await update(people.bob, { name: 'NORTHLIGHT lab' })
    await update(people.bob, { name: 'Southlight Lab' })
    const found = await as(app, people.erin).call('partners.search', { body: { words: 'southlight' } })
    expect(found.body.data.list.map((one) => one.name)).toEqual(['Southlight Lab'])
    await update(people.bob, { name: 'Northlight Lab' })
  })

  test('T28: type, quota and ids are refused as unknown fields, and taken and invalid names are refused', async () => {
    const extras = {
      businessType: businessTypes.platform,
      id: people.bob.organizationId,
      organizationId: people.bob.organizationId,
      storageQuotaBytes: 1,
      verified_at: null,
    }
    for (const [name, value] of Object.entries(extras))
      expect(outcome(await update(people.alice, { [name]: value }))).toEqual([400, 'request.invalid', [name]])
    for (const name of ['Harbour Lab', 'HARBOUR  LAB', 'Hаrbour Lab'])
      expect(outcome(await update(people.alice, { name }))).toEqual([
        409,
        'organization.name_taken',
        ['name'],
      ])
    for (const name of ['a', 'Bright / Smile', '\u200b\u200b'])
      expect(outcome(await update(people.alice, { name }))).toEqual([400, 'request.invalid', ['name']])
    expect((await read(people.bob)).autoAcceptsPartners).toBe(false)
  })

  test('T27, T28: members, individuals and operators cannot update their organization, but administrators of the platform can', async () => {
    const { amy, ben, dave, olga, wanda, root } = people
    for (const person of [amy, ben, dave, olga])
      expect(outcome(await update(person, { remark: 'x' }))[0]).toBe(403)
    expect(outcome(await update(wanda, { remark: 'x' }))).toEqual([403, 'member.waiting', []])
    expect(outcome(await update(root, { contactPerson: 'Root' }))[0]).toBe(200)
    expect(await read(root)).toMatchObject({
      businessType: businessTypes.platform,
      contactPerson: 'Root',
    })
  })

  test('one of several concurrent changes to the same name succeeds', async () => {
    const { alice, bob, carol, erin } = people
    const answers = await Promise.all(
      [alice, bob, carol, erin].map((one) => update(one, { name: 'Twin Smile' })),
    )
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409, 409, 409])
  })
})

describe('T36: rich texts', () => {
  const hostile =
    '<p onclick="alert(1)">{{7*7}}<script>alert(1)</script><svg onload=alert(1)></svg><a href="javascript:alert(1)">a</a></p>'
  const clean = '<p>{{7*7}}a</p>'

  test('T36: rich texts are sanitized when they are stored', async () => {
    await update(people.alice, { about: hostile, terms: hostile })
    const row = await app.services.database.db
      .selectFrom('organization')
      .select(['about', 'terms'])
      .where('id', '=', people.alice.organizationId)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ about: clean, terms: clean })
  })

  test('T36: rich texts are sanitized when they are read, whatever the database contains', async () => {
    await app.services.database.db
      .updateTable('organization')
      .set({ about: hostile, terms: hostile })
      .where('id', '=', people.alice.organizationId)
      .execute()
    const own = await read(people.amy)
    const seen = await as(app, people.bob).call('partners.profile', {
      params: { id: people.alice.organizationId },
    })
    for (const { about, terms } of [own, seen.body.data]) expect([about, terms]).toEqual([clean, clean])
  })

  test('T36: plain texts are unchanged', async () => {
    const text = '<script>alert(1)</script> {{7*7}} javascript:alert(1)'
    const change: Partial<OrganizationUpdate> = { contactPerson: text, remark: text, licenseNumber: text }
    expect((await update(people.alice, change)).body.data).toMatchObject(change)
  })
})

describe('T37: the website', () => {
  test.each([
    'javascript:alert(1)',
    'JAVASCRIPT://brookside.example/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'ftp://brookside.example',
    'https://alice:secret@brookside.example',
    'https://brookside.example@evil.example',
    'https://',
    'https://localhost',
    'https://brookside .example',
    'http:brookside',
    `https://brookside.example/${'a'.repeat(2_048)}`,
  ])('T37: the website %s is refused at its field', async (websiteUrl) => {
    expect(outcome(await update(people.alice, { websiteUrl }))).toEqual([
      400,
      'request.invalid',
      ['websiteUrl'],
    ])
  })

  test.each([
    ['', ''],
    ['brookside.example', 'https://brookside.example'],
    ['www.zahnärzte.example/über', 'https://www.zahnärzte.example/über'],
    ['http://brookside.example:8080/a?b=c#d', 'http://brookside.example:8080/a?b=c#d'],
  ])('T37: the website %s is accepted', async (websiteUrl, returned) => {
    expect((await update(people.alice, { websiteUrl })).body.data.websiteUrl).toBe(returned)
  })
})

describe('T38: logo and covers', () => {
  test('T38: an administrator sets a logo and the order of covers, and others cannot read removed pictures', async () => {
    const logo = await upload(people.alice, 'logo')
    const covers = [await upload(people.alice, 'cover'), await upload(people.alice, 'cover')]
    const set = await update(people.alice, { logoImageId: logo, coverImageIds: covers })
    expect(set.body.data).toMatchObject({ logoImageId: logo, coverImageIds: covers })
    const turned = await update(people.alice, { coverImageIds: covers.toReversed() })
    expect(turned.body.data).toMatchObject({ logoImageId: logo, coverImageIds: covers.toReversed() })
    const image = await as(app, people.bob).call('images.get', { params: { id: covers[0]! } })
    expect([
      image.status,
      image.headers.get('content-type'),
      image.headers.get('x-content-type-options'),
    ]).toEqual([200, 'image/jpeg', 'nosniff'])
    await update(people.alice, { logoImageId: null, coverImageIds: [covers[1]] })
    expect(await read(people.amy)).toMatchObject({ logoImageId: null, coverImageIds: [covers[1]] })
    for (const id of [logo, covers[0]!]) {
      const gone = await as(app, people.bob).call('images.get', { params: { id } })
      expect(gone.status).toBe(404)
    }
  })

  test('T38: pictures of another organization, for another purpose and unknown ones are refused', async () => {
    const foreign = await upload(people.bob, 'cover')
    const logo = await upload(people.alice, 'logo')
    for (const id of [foreign, logo, newId()])
      expect(outcome(await update(people.alice, { coverImageIds: [id] }))).toEqual([
        404,
        'image.not_found',
        [],
      ])
    expect(outcome(await update(people.alice, { logoImageId: foreign }))).toEqual([
      404,
      'image.not_found',
      [],
    ])
    const many = Array.from({ length: limits.coverImagesMax + 1 }, () => newId())
    expect(outcome(await update(people.alice, { coverImageIds: many }))).toEqual([
      400,
      'request.invalid',
      ['coverImageIds'],
    ])
  })

  test('one of two concurrent updates of the covers is stored, and its picture is readable', async () => {
    const [first, second] = [await upload(people.alice, 'cover'), await upload(people.alice, 'cover')]
    await Promise.all([
      update(people.alice, { coverImageIds: [first] }),
      update(people.alice, { coverImageIds: [second] }),
    ])
    const { coverImageIds } = await read(people.alice)
    expect(coverImageIds).toHaveLength(1)
    const shown = await as(app, people.bob).call('images.get', { params: { id: coverImageIds[0]! } })
    expect(shown.status).toBe(200)
  })
})
