import { foldText, type Order, type OrderQuery, type OrderSort } from '@pontic/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'

// More orders than a search compares in the sample and in the walk of the list.
const ordersMax = 6000

let app: TestApp
let people: People

/** Returns the patient of the nth order of the list, the newest first. Each name takes another part of the search statement. */
function patientOf(n: number): string {
  if (n % 1500 === 0) return `Rare ${n}`
  if (n % 10 === 1) return `Frequent ${n}`
  // Frequent in the sample, but too few for a page in the part of the list that is walked.
  if (n % 50 === 2 && (n < 300 || n > 4500)) return `Early ${n}`
  if (n % 20 === 3) return n % 40 === 3 ? '张 伟' : '张伟'
  if (n % 20 === 4) return '伟张'
  // A few matches in each month: the newest months fill no page, a page, or two pages.
  if (n % 100 === 5) return `Monthly ${n}`
  if (n % 60 === 7) return `Weekly-O'Neil ${n}`
  if (n === 5505) return '王小明'
  return `Other ${n}`
}

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  const { alice, bob } = people
  const names = Array.from({ length: ordersMax }, (_, index) => patientOf(index + 1))
  await app.databaseUrls.runInside(`set session_replication_role = replica;
    insert into orders (id, number, clinic_id, lab_id, status, type, patient_name, doctor, is_delivery_confirmed, sender_name,
      updater_name, operator, created_by, created_at, updated_at)
    select gen_random_uuid(), 'C26-' || lpad((n * 7919 % 100000)::text, 6, '0'), '${alice.organizationId}', '${bob.organizationId}',
      case when n % 2 = 0 then 'pending' else 'completed' end, 0, name, 'Dr. Adler', false, '', '', '',
      (select id from account where organization_id = '${alice.organizationId}' limit 1), now() - n * interval '1 hour',
      now() - (n * 31 % ${ordersMax}) * interval '1 hour'
    from json_array_elements_text($json$${JSON.stringify(names)}$json$) with ordinality as given (name, n);
    insert into order_search (order_id, clinic_id, lab_id, is_at_lab, created_at, is_listed, text, pairs)
    select id, clinic_id, lab_id, true, created_at, true, fold_text(number || ' ' || patient_name || ' ' || doctor),
      text_pairs(fold_text(patient_name || ' ' || doctor)) from orders;
    insert into org_status_slot (organization_id, status, count) values ('${alice.organizationId}', 'pending', ${ordersMax})`)
  await app.databaseUrls.runInside('vacuum (analyze) orders, order_search')
})
afterAll(() => app.close())

type Asked = Partial<OrderQuery>
const list = async (person: Person, body: Asked) => {
  const call = person === people.root ? 'manage.listOrders' : 'orders.list'
  const { body: answer } = await as(app, person).call(call, { body })
  return answer.data
}

async function walk(person: Person, body: Asked, pagesMax = Number.POSITIVE_INFINITY): Promise<Order[]> {
  const found: Order[] = []
  let pages = 0
  let cursor: string | null = null as string | null
  do {
    const page = await list(person, { ...body, ...(cursor === null ? {} : { cursor }) })
    found.push(...page.list)
    cursor = page.cursor
  } while (cursor !== null && ++pages < pagesMax)
  return found
}

const searches: [string, (name: string) => boolean][] = [
  ['rare', (name) => name.startsWith('Rare')],
  ['frequent', (name) => name.startsWith('Frequent')],
  ['early', (name) => name.startsWith('Early')],
  ['张伟', (name) => name.replaceAll(' ', '') === '张伟'],
  ['小明', (name) => name === '王小明'],
  ['ra 30', (name) => name === 'Rare 3000'],
  ['monthly', (name) => name.startsWith('Monthly')],
  ["weekly-o'neil", (name) => name.startsWith('Weekly')],
  ['nobody', () => false],
]

const setOrdersOfAll = (count: number) =>
  app.databaseUrls.runInside(`delete from platform_status_count;
    insert into platform_status_count (slot, status, count) values (0, 'pending', ${count})`)

test.each(searches)(
  'the pages of a search for %s contain each match once, in any order',
  async (words, isMatch) => {
    const expected = Array.from({ length: ordersMax }, (_, index) => patientOf(index + 1)).filter(isMatch)
    const sorts = ['createdAt', 'updatedAt', 'number'] as const satisfies OrderSort[]
    for (const sort of sorts) {
      for (const direction of ['ascending', 'descending'] as const) {
        const found = await walk(people.alice, { words, sort, direction, totalMax: 0 })
        expect(found.map((order) => order.patientName).toSorted()).toEqual(expected.toSorted())
        const keys = found.map((order) => order[sort] ?? '')
        const sorted = direction === 'ascending' ? keys.toSorted() : keys.toSorted().toReversed()
        expect(keys).toEqual(sorted)
      }
    }
    const ofLab = await walk(people.bob, { words, pageSize: 100 })
    expect(ofLab.map((order) => order.patientName).toSorted()).toEqual(expected.toSorted())
    // A clinic with most orders and a clinic with few orders are searched differently.
    for (const ordersOfAll of [ordersMax, 100 * ordersMax]) {
      await setOrdersOfAll(ordersOfAll)
      const found = await walk(people.alice, { words, totalMax: 0 })
      expect(found.map((order) => order.patientName).toSorted()).toEqual(expected.toSorted())
    }
  },
)

test.each([...searches, ['adler', () => true] as const])(
  'the pages of a search of the platform for %s contain each match once, newest first',
  async (words, isMatch) => {
    const expected = Array.from({ length: ordersMax }, (_, index) => patientOf(index + 1)).filter(isMatch)
    const pages = expected.length > 1000 ? 3 : Number.POSITIVE_INFINITY
    const found = await walk(people.root, { words, totalMax: 0, pageSize: 25 }, pages)
    expect(found.map((order) => order.patientName)).toEqual(expected.slice(0, 25 * pages))
    const { total, totalIsExact, counts } = await list(people.root, { words, totalMax: 0 })
    expect(total).toBe(totalIsExact ? expected.length : 25)
    expect(counts.total).toBeGreaterThan(0)
    expect(await list(people.root, { words, totalMax: 1000, pageSize: 1 })).toMatchObject({
      total: Math.min(expected.length, 1000),
      totalIsExact: expected.length <= 1000,
    })
  },
)

test('a search with a status finds the matches of that status', async () => {
  for (const words of ['rare', 'frequent', '张伟']) {
    const all = await walk(people.alice, { words, pageSize: 100 })
    for (const status of ['pending', 'completed'] as const) {
      const found = await walk(people.alice, { words, status, pageSize: 100 })
      expect(found).toEqual(all.filter((order) => order.status === status))
      expect((await list(people.alice, { words, status })).total).toBe(found.length)
    }
  }
})

test('a search counts its matches up to the limit that the caller chooses', async () => {
  const { alice } = people
  const totalOf = async (body: Asked) => {
    const { total, totalIsExact } = await list(alice, body)
    return [total, totalIsExact]
  }
  expect(await totalOf({ words: 'frequent' })).toEqual([600, true])
  expect(await totalOf({ words: 'frequent', totalMax: 1000 })).toEqual([600, true])
  expect(await totalOf({ words: 'frequent', totalMax: 0 })).toEqual([25, false])
  expect(await totalOf({ words: 'adler' })).toEqual([ordersMax, true])
  expect(await totalOf({ words: 'adler', totalMax: 1000 })).toEqual([1000, false])
  expect(await totalOf({ words: 'rare', totalMax: 0 })).toEqual([4, true])
  expect(await totalOf({ words: 'nobody', totalMax: 0 })).toEqual([0, true])
  const first = await list(alice, { words: 'rare', totalMax: 0, pageSize: 3 })
  expect(first).toMatchObject({ total: 3, totalIsExact: false })
  const last = { words: 'rare', pageSize: 3, page: 2, cursor: first.cursor! }
  expect(await totalOf({ ...last, totalMax: 0 })).toEqual([4, false])
  expect(await totalOf(last)).toEqual([4, true])
})

test('a filtered list counts its rows up to the limit that the caller chooses', async () => {
  const { alice } = people
  const totalOf = async (body: Asked) => {
    const { total, totalIsExact } = await list(alice, body)
    return [total, totalIsExact]
  }
  expect(await totalOf({ types: [0] })).toEqual([ordersMax, true])
  expect(await totalOf({ types: [0], totalMax: 1000 })).toEqual([1000, false])
  expect(await totalOf({ types: [0], totalMax: 0 })).toEqual([25, false])
  expect(await totalOf({ types: [0], totalMax: 0, page: 3 })).toEqual([75, false])
  expect(await totalOf({ types: [1], totalMax: 0 })).toEqual([0, true])
  const refused = await as(app, alice).call('orders.list', { body: { totalMax: 5 } as unknown as Asked })
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['totalMax']])
})

test.each([
  ['Zofia Zieliński', 'zielinski'],
  ['Işıl Çelik', 'ISIL celik'],
  ['İbrahim Öz', 'ibrahim oz'],
  ['Алёна Королёва', 'алена КОРОЛЕВА'],
  ['Győző Kővári', 'gyozo kovari'],
  ['Γιώργος Παπαδόπουλος', 'ΓΙΩΡΓΟΣ ΠΑΠΑΔΟΠΟΥΛΟΣ'],
  ['Jörg Weiß', 'jorg weiss'],
  ['ﾔﾏﾀﾞ ﾀﾛｳ', 'ヤマダ'],
  ['ＳＡＴＯ Ken', 'sato'],
  ['김민수', '김민수'],
])('a search finds %s by “%s”', async (patientName, words) => {
  const { alice } = people
  const { body } = await as(app, alice).call('orders.create', { body: { type: 0, patientName } })
  const found = await list(alice, { words })
  expect(found.list.map((order) => order.id)).toEqual([body.data.id])
  // A case that no sample contains is found through the index.
  await app.databaseUrls.runInside(
    `update orders set created_at = created_at - interval '1 year' where id = '${body.data.id}'`,
  )
  expect((await list(alice, { words })).list.map((order) => order.id)).toEqual([body.data.id])
})

test('the server folds searched words as the database folds the texts', async () => {
  const texts = Array.from({ length: 0x3000 - 0x20 }, (_, index) => String.fromCodePoint(index + 0x20))
    .concat(Array.from({ length: 0x200 }, (_, index) => String.fromCodePoint(index + 0xff00)))
    // PostgreSQL does not know the letter U+1C89 yet.
    .filter((text) => text !== '\u1c89' && !/[\p{Cn}\p{Cs}\p{Z}\p{Cc}]/u.test(text))
  const { rows } = await app.services.database.pool.query<{ text: string; folded: string }>(
    'select text, fold_text(text) as folded from unnest($1::text[]) text',
    [texts],
  )
  const different = rows.filter(
    ({ text, folded }) => foldText(`x${text}`) !== `x${folded}`.normalize('NFKC').trim(),
  )
  expect(different.map(({ text, folded }) => [text, folded, foldText(text)])).toEqual([])
})

test('the count of a search is planned for its values, because a plan for an average clinic reads the whole list', async () => {
  for (let call = 0; call < 8; call++) {
    const { body } = await as(app, people.alice).call('orders.list', { body: { words: 'monthly' } })
    expect(body.data.total).toBe(60)
  }
  // The brackets keep this query from finding itself.
  const { rows } = await sql`
    select statement from pg_prepared_statements where statement ~ 'filtered.*from order_searc[h]'`.execute(
    app.services.database.db,
  )
  expect(rows).toEqual([])
})
