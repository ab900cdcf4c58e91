import { afterEach, expect, test } from 'vitest'
import { migrate } from '../../platform/db/migrate.ts'
import { findFaults, findLost } from '../consistency.ts'
import { hasPostgres15, openOnPostgres15 } from '../debian.ts'
import { insertOrder, insertPartnership } from '../insert-rows.ts'
import { startLoad } from '../load.ts'
import { type Installation, openInstallation } from '../nodes.ts'
import { as, createPeople, type People } from '../people.ts'

const isLong = process.env.PONTIC_TEST_LONG === '1'
const names = ['Maria Kestrel', '张伟', 'Иван Петров', 'Zoë Ångström']

let installation: Installation
afterEach(() => installation?.close())

/** Migrates a database, takes orders through all states on a node, and lists, sorts and searches them. */
async function checkInstallation(opening: Promise<Installation>): Promise<void> {
  installation = await opening
  await migrate(installation.databaseUrls.ownerUrl)
  const people = await createPeople(installation)
  await insertPartnership(installation, people.alice, people.bob)
  const node = await installation.addNode()
  await node.start()
  const load = startLoad(node.url, people, 3)
  await load.untilMore(20)
  await load.finish()
  const { database } = installation.services
  expect(await findLost(database, load.acknowledged)).toEqual([])
  expect(await findFaults(database)).toEqual([])
  for (const patientName of names)
    await insertOrder(installation, { clinic: people.alice, lab: people.bob, status: 'pending', patientName })
  await checkSearch(node.url, people)
  await checkReturns(node.url, people)
  await checkLists(node.url, people)
}

async function checkSearch(url: string, { alice, bob }: People): Promise<void> {
  for (const person of [alice, bob]) {
    for (const [words, found] of [
      ['kestrel', 'Maria Kestrel'],
      ['张伟', '张伟'],
      ['иван', 'Иван Петров'],
      ['ÅNGSTRÖM', 'Zoë Ångström'],
    ] as const) {
      const body = { words, status: 'pending' as const }
      const { list } = (await as({ url }, person).call('orders.list', { body })).body.data
      expect(list.map((order) => order.patientName)).toEqual([found])
    }
  }
}

/** Recalls a case, and ends the assignment of a member by disabling them. */
async function checkReturns(url: string, { alice, bob, ben }: People): Promise<void> {
  const sent = await insertOrder(installation, { clinic: alice, lab: bob, status: 'pending' })
  const recall = { body: { id: sent.id } }
  expect((await as({ url }, alice).call('orders.recall', recall)).status).toBe(200)
  const { id } = await insertOrder(installation, { clinic: alice, lab: bob, status: 'accepted' })
  const assign = { body: { ids: [id], technicianId: ben.accountId } }
  expect((await as({ url }, bob).call('orders.assign', assign)).status).toBe(200)
  const disable = { params: { id: ben.accountId } }
  expect((await as({ url }, bob).call('members.disable', disable)).status).toBe(200)
}

async function checkLists(url: string, { alice }: People): Promise<void> {
  for (const sort of ['createdAt', 'updatedAt', 'deliveryOn', 'number'] as const) {
    for (const direction of ['ascending', 'descending'] as const) {
      const seen: string[] = []
      let total = 0
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const body = { sort, direction, pageSize: 3, ...(cursor && { cursor }) }
        const { data } = (await as({ url }, alice).call('orders.list', { body })).body
        seen.push(...data.list.map(({ id }) => id))
        cursor = data.cursor
        total = data.counts.total
      }
      expect([sort, direction, new Set(seen).size, seen.length]).toEqual([sort, direction, total, total])
    }
  }
}

test('cases are created, changed, listed and searched on the built-in PostgreSQL', () =>
  checkInstallation(openInstallation('empty')))

if (isLong) {
  test.skipIf(!hasPostgres15)(
    'cases are created, changed, listed and searched on Debian’s PostgreSQL 15',
    () => checkInstallation(openOnPostgres15()),
  )
}
