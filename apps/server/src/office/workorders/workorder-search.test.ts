import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'
import { insertOperator, insertWorkOrder, seededType } from '../../test/workorders.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

const list = async (person: Person, body: object) => {
  const answer = await as(app, person).call('workorders.list', { body: { pageSize: 100, ...body } })
  expect(answer.status).toBe(200)
  return answer.body.data
}
const find = async (person: Person, words: string) =>
  (await list(person, { words })).list.map(({ title }) => title)
const rename = async (person: Person, name: string) => {
  const { status } = await as(app, person).call('accounts.update', { body: { name } })
  expect(status).toBe(200)
}

it('a search combines words of the number, the reference, the title, the submitter and the organization', async () => {
  const { amy, root } = people
  const body = {
    typeId: await seededType(app),
    priority: 'normal',
    title: '牙冠 margins grey',
    content: 'See picture.',
    requestNumber: 'HD-77 Q',
  } as const
  const made = await as(app, amy).call('workorders.create', { body })
  const { number, title } = made.body.data
  for (const words of [
    'MARGINS amy brookside',
    `${number.toLowerCase()} dental`,
    'hd-77 q brook',
    '牙冠 amy',
    'grey - hd',
    'amy margins grey brookside dental hd-77',
  ])
    expect([words, await find(root, words)]).toEqual([words, [title]])
  // The address of the submitter is not searched, and no word has characters of two texts.
  for (const words of ['margins meadow', 'amy@', 'greyamy', '冠a', 'rey'.repeat(2)])
    expect([words, await find(root, words)]).toEqual([words, []])
})

it('a request is found by the new name of its submitter and of its organization as soon as they are renamed', async () => {
  const { bob, carol, root } = people
  await insertWorkOrder(app, { by: carol, title: 'Harbour question' })
  await insertWorkOrder(app, { by: bob, title: 'Northlight question' })
  await rename(carol, 'Carola Quendel')
  expect(await find(root, 'question quendel')).toEqual(['Harbour question'])
  expect(await find(carol, 'quendel')).toEqual(['Harbour question'])
  const { status } = await as(app, carol).call('organizations.update', { body: { name: '海港 Studio' } })
  expect(status).toBe(200)
  for (const words of ['quendel studio', '海港'])
    expect(await find(root, words)).toEqual(['Harbour question'])
  await rename(carol, 'Carol')
  expect(await find(root, 'quendel')).toEqual([])
  expect(await find(root, 'carol 海港')).toEqual(['Harbour question'])
  const managed = { id: bob.accountId, name: 'Robert Dill' }
  expect((await as(app, root).call('manage.updateUser', { body: managed })).status).toBe(200)
  expect(await find(root, 'dill northlight')).toEqual(['Northlight question'])
})

const setName = (tx: Tx, table: 'account' | 'organization', id: string, name: string) =>
  tx.updateTable(table).set({ name }).where('id', '=', id).execute()
/** Runs the deferred triggers now. The transaction then has their lock until its commit. */
const runTriggers = (tx: Tx) => sql`set constraints all immediate`.execute(tx)
/** Waits until another transaction waits for the lock of the triggers. */
const expectWaiting = () =>
  expect
    .poll(
      async () => {
        const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_locks
          where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`.execute(
          app.services.database.db,
        )
        return rows[0]?.waiting
      },
      { timeout: 20_000 },
    )
    .toBe(1)

it('concurrent renames and requests store the text of all that was committed', async () => {
  const { erin, root } = people
  const { database } = app.services
  const insertRequest = async (tx: Tx, number: string) =>
    tx
      .insertInto('work_order')
      .values({
        id: newId(),
        number,
        organization_id: erin.organizationId,
        submitter_id: erin.accountId,
        type_id: await seededType(app),
        priority: 'normal',
        title: `Race ${number}`,
        content: 'What happened.',
        status: 'submitted',
        submitted_at: new Date(),
        updated_at: new Date(),
      })
      .execute()
  // The rename commits before the request.
  await database.transaction(async (tx) => {
    await insertRequest(tx, 'S26-RACE01')
    await database.transaction((other) => setName(other, 'account', erin.accountId, 'Erin Salbei'))
  })
  expect(await find(root, 'race salbei')).toEqual(['Race S26-RACE01'])
  // The rename commits after the request, whose text has the old name.
  let later: Promise<unknown> | undefined
  await database.transaction(async (tx) => {
    await insertRequest(tx, 'S26-RACE02')
    await runTriggers(tx)
    later = database.transaction((other) => setName(other, 'account', erin.accountId, 'Erin Kerbel'))
    await expectWaiting()
  })
  await later
  expect(await find(root, 'race kerbel')).toHaveLength(2)
  // Person and organization are renamed at the same time.
  await database.transaction(async (tx) => {
    await setName(tx, 'account', erin.accountId, 'Erin Dost')
    await runTriggers(tx)
    later = database.transaction((other) =>
      setName(other, 'organization', erin.organizationId, 'Meadow Estragon'),
    )
    await expectWaiting()
  })
  await later
  expect(await find(root, 'race dost estragon')).toHaveLength(2)
})

it('a search finds only the requests that the caller may read, also those of disabled people', async () => {
  const { alice, amy, ben, dave, olga, root } = people
  await insertOperator(app, olga)
  await insertWorkOrder(app, { by: amy, title: 'Lavender one', status: 'assigned', operator: olga })
  await insertWorkOrder(app, { by: alice, title: 'Lavender two' })
  await insertWorkOrder(app, { by: dave, title: 'Lavender three' })
  const expected: [Person, string[]][] = [
    [root, ['Lavender three', 'Lavender two', 'Lavender one']],
    [alice, ['Lavender two', 'Lavender one']],
    [amy, ['Lavender one']],
    [olga, ['Lavender one']],
    [dave, ['Lavender three']],
    [ben, []],
  ]
  for (const [reader, titles] of expected)
    expect([reader.name, (await find(reader, 'lavender')).toSorted()]).toEqual([
      reader.name,
      titles.toSorted(),
    ])
  const banned = await as(app, root).call('manage.banUser', { params: { id: dave.accountId } })
  expect(banned.status).toBe(200)
  expect(await find(root, 'lavender three')).toEqual(['Lavender three'])
})

it('more matches than are counted are listed in order, with a total that is not exact', async () => {
  const { bob, root } = people
  const rows = 1001
  await app.databaseUrls.runInside(`set session_replication_role = replica;
    insert into work_order (id, number, organization_id, submitter_id, type_id, priority, title, content, status, submitted_at, updated_at)
    select ('01900000-0000-7000-8e01-' || lpad(n::text, 12, '0'))::uuid, 'S27-' || n, '${bob.organizationId}', '${bob.accountId}',
      (select id from work_order_type order by id limit 1), 'normal', 'Thyme ' || n, '', 'resolved', now(), now() - n * interval '1 minute'
    from generate_series(1, ${rows}) n;
    insert into work_order_search (work_order_id, text, pairs)
      select work_order_id, text, pairs from work_order_words where text like '%thyme%';
    analyze work_order, work_order_search`)
  const first = await list(root, { words: 'thyme northlight', pageSize: 2 })
  expect(first).toMatchObject({ total: 1000, totalIsExact: false })
  const second = await list(root, {
    words: 'thyme northlight',
    pageSize: 2,
    cursor: first.cursor ?? undefined,
  })
  expect([...first.list, ...second.list].map(({ title }) => title)).toEqual(
    [1, 2, 3, 4].map((n) => `Thyme ${n}`),
  )
  expect(await find(root, 'thyme 77 s27-770')).toEqual(['Thyme 770'])
})
