import { businessTypes, limits } from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId, sortIds } from '../../platform/db/ids.ts'
import { organizationNameKey } from '../../platform/db/name-key.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'

let app: TestApp
let people: People
const labs = [
  ['Northlight Ceramics', '4 Foundry Yard, Sheffield'],
  ['明月义齿加工厂', '上海市静安区'],
  ['星辰口腔技工所', '北京市朝阳区'],
  ['Зубная Мастерская Иван', 'Москва'],
  ['Atelier Céramique', '27 rue des Lilas, Lyon'],
  ['100_Percent Lab', 'Leeds'],
] as const
const ids = new Map<string, string>()

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  for (const [name, address] of labs) ids.set(name, await insertLab(name, address))
})
afterAll(() => app.close())

async function insertLab(
  name: string,
  address: string,
  state: Record<string, Date | null> = {},
): Promise<string> {
  const id = newId()
  const now = app.clock.now()
  await app.services.database.db
    .insertInto('organization')
    .values({
      id,
      name,
      name_key: organizationNameKey(name),
      business_type: businessTypes.lab,
      address,
      registered_at: now,
      verified_at: now,
      ...state,
    })
    .execute()
  return id
}

const search = async (words: string, person: Person = people.alice) => {
  const { body } = await as(app, person).call('partners.search', { body: { words } })
  return body.data.list.map((one) => one.name)
}

describe('searching for partners', () => {
  test('a complete word, a prefix, and swapped, missing or wrong letters find the laboratory first', async () => {
    for (const words of ['Ceramics', 'CERAM', 'cermaics', 'ceramcs', 'ceranics']) {
      expect((await search(words))[0]).toBe('Northlight Ceramics')
    }
  })

  test('a search includes the address, and all words must match', async () => {
    expect(await search('sheffield')).toEqual(['Northlight Ceramics'])
    expect((await search('northlight sheffield'))[0]).toBe('Northlight Ceramics')
    expect((await search('northlight lab'))[0]).toBe('Northlight Lab')
  })

  test('a search finds Chinese names by two characters or with one wrong, and Russian and accented names', async () => {
    expect(await search('明月')).toEqual(['明月义齿加工厂'])
    expect((await search('星辰口腔'))[0]).toBe('星辰口腔技工所')
    expect((await search('星晨口腔'))[0]).toBe('星辰口腔技工所')
    expect((await search('朝阳'))[0]).toBe('星辰口腔技工所')
    expect(await search('Иван')).toEqual(['Зубная Мастерская Иван'])
    expect((await search('céramique'))[0]).toBe('Atelier Céramique')
  })

  test('a search finds only the other type, and no banned, unverified, deleted or dissimilar organizations', async () => {
    const at = app.clock.now()
    await insertLab('Ghostly Banned', '', { banned_at: at })
    await insertLab('Ghostly Unverified', '', { verified_at: null })
    await insertLab('Ghostly Deleted', '', { deleted_at: at })
    expect(await search('ghostly')).toEqual([])
    expect(await search('dental')).toEqual([])
    expect(await search('dental', people.bob)).toEqual(['Brookside Dental', 'Meadow Dental'])
    expect(await search('zzzzzz')).toEqual([])
  })

  test('wildcards of LIKE are matched literally', async () => {
    expect(await search('100_')).toEqual(['100_Percent Lab'])
    for (const words of ['%%', '__', '\\\\']) expect(await search(words)).toEqual([])
  })

  test('a search by a single character is refused at its field, with or without spaces', async () => {
    for (const words of ['a', ' a ', '明', '']) {
      const { status, body } = await as(app, people.alice).call('partners.search', { body: { words } })
      expect([status, body.fields]).toEqual([400, { words: 'Please enter at least two characters.' }])
    }
  })

  test('a search has at most twenty results, each with its relation to the caller’s organization', async () => {
    for (let n = 0; n < limits.partnerSearchResultMax + 3; n++) await insertLab(`Crowded House ${n}`, '')
    expect(await search('crowded')).toHaveLength(limits.partnerSearchResultMax)
    const organizationId = ids.get('Atelier Céramique')!
    await as(app, people.alice).call('partners.apply', { body: { organizationId, message: 'Bonjour' } })
    const { body } = await as(app, people.alice).call('partners.search', { body: { words: 'atelier' } })
    expect(body.data.list).toMatchObject([
      { organizationId, relation: 'applied', message: 'Bonjour', openOrders: 0 },
    ])
  })
})

describe('lists of applications and partners', () => {
  const insertPair = (organizationId: string, status: 'requested' | 'partner', at: Date) => {
    const [low_id, high_id] = sortIds(people.erin.organizationId, organizationId)
    return app.services.database.db
      .insertInto('partnership')
      .values({
        low_id,
        high_id,
        status,
        requested_by: people.erin.organizationId,
        requested_at: at,
        decided_at: status === 'partner' ? at : null,
      })
      .execute()
  }

  test('the pages of applications are sorted newest first, and those of partners by name', async () => {
    const start = app.clock.now().getTime()
    for (let n = 0; n < 5; n++) {
      await insertPair(await insertLab(`Asked ${n}`, ''), 'requested', new Date(start + n))
      await insertPair(
        await insertLab(`${n % 2 ? 'partner' : 'Partner'} ${n}`, ''),
        'partner',
        new Date(start),
      )
    }
    const read = async (call: 'partners.listApplications' | 'partners.list') => {
      const pages: string[][] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const paging: object = cursor ? { cursor } : {}
        const { body } = await as(app, people.erin).call(call, { body: { pageSize: 2, ...paging } })
        expect([body.data.total, body.data.totalIsExact]).toEqual([5, true])
        pages.push(body.data.list.map((one) => one.name))
        cursor = body.data.cursor
      }
      return pages
    }
    expect(await read('partners.listApplications')).toEqual([
      ['Asked 4', 'Asked 3'],
      ['Asked 2', 'Asked 1'],
      ['Asked 0'],
    ])
    expect(await read('partners.list')).toEqual([
      ['Partner 0', 'partner 1'],
      ['Partner 2', 'partner 3'],
      ['Partner 4'],
    ])
    const third = await as(app, people.erin).call('partners.list', { body: { pageSize: 2, page: 3 } })
    expect(third.body.data.list.map((one) => one.name)).toEqual(['Partner 4'])
    const filtered = await as(app, people.erin).call('partners.list', { body: { words: 'PARTNER 3' } })
    expect(filtered.body.data).toMatchObject({ total: 1, list: [{ name: 'partner 3', relation: 'partner' }] })
  })

  test('a member reads the partners of their own organization as options, without banned ones', async () => {
    const banned = await insertLab('Partner Banned', '', { banned_at: app.clock.now() })
    await insertPair(banned, 'partner', app.clock.now())
    const own = await as(app, people.erin).call('partners.listOptions')
    expect(own.body.data.list.map((one) => one.name)).toEqual([
      'Partner 0',
      'partner 1',
      'Partner 2',
      'partner 3',
      'Partner 4',
    ])
    for (const person of [people.amy, people.ben, people.root]) {
      expect((await as(app, person).call('partners.listOptions')).body.data.list).toEqual([])
    }
    expect((await as(app, people.dave).call('partners.listOptions')).status).toBe(403)
  })

  test('a cursor of another list, a malformed cursor and one with an impossible day are refused at the field `cursor`', async () => {
    const encode = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url')
    const cursors = [
      'nonsense',
      encode(['name', 'a', newId()]),
      encode(['requestedAt', '2026-02-31T00:00:00.000000Z', newId()]),
      encode(['requestedAt', "2026-01-01T00:00:00.000000Z'; drop table orders", newId()]),
      encode(['requestedAt', '2026-01-01T00:00:00.000000Z', 'x']),
      encode({ length: 3 }),
    ]
    for (const cursor of cursors) {
      const { status, body } = await as(app, people.alice).call('partners.listApplications', {
        body: { cursor },
      })
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['cursor']])
    }
  })
})
