import { type Route, type RouteName, routes } from '@pontic/contract'
import { auditSentenceKey, translate } from '@pontic/messages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { accountAuditFixtures } from '../../test/audited-account-calls.ts'
import { type AuditedCall, type AuditFixture, type AuditFixtures, actorOf } from '../../test/audited-calls.ts'
import { createTermination, fileAuditFixtures } from '../../test/audited-file-calls.ts'
import { memberAuditFixtures } from '../../test/audited-member-calls.ts'
import { orderAuditFixtures } from '../../test/audited-order-calls.ts'
import { manageAuditFixtures, partnerAuditFixtures } from '../../test/audited-platform-calls.ts'
import { prescriptionAuditFixtures } from '../../test/audited-prescription-calls.ts'
import { transferAuditFixtures, workOrderAuditFixtures } from '../../test/audited-setting-calls.ts'
import { insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, type People } from '../../test/people.ts'

/** One call for each audit action of each route. The type requires an entry for each. */
const fixtures: AuditFixtures = {
  ...accountAuditFixtures,
  ...memberAuditFixtures,
  ...orderAuditFixtures,
  ...prescriptionAuditFixtures,
  ...fileAuditFixtures,
  ...partnerAuditFixtures,
  ...manageAuditFixtures,
  ...transferAuditFixtures,
  ...workOrderAuditFixtures,
}

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp({ PONTIC_TRUSTED_PROXIES: '127.0.0.1' })
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app.close())

/** Returns the id of the newest audit row, or 0. */
async function lastRow(): Promise<number> {
  const { db } = app.services.database
  const { last } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  return Number(last ?? 0)
}

async function rowsSince(id: number) {
  const { db } = app.services.database
  const rows = await db.selectFrom('audit').selectAll().where('id', '>', id).orderBy('id').execute()
  return rows.map((row) => ({
    action: row.action,
    object: [row.object_type, row.object_id],
    whose: [...row.subject_organization_ids].sort(),
    actor: { accountId: row.account_id, organizationId: row.organization_id },
  }))
}

const nobody = { accountId: null, organizationId: null }
const byAction = (one: { action: string }, other: { action: string }) =>
  one.action.localeCompare(other.action)

async function send(name: RouteName, call: AuditedCall) {
  if (call.send) return await call.send(app)
  return await as(app, call.by).call(name, call.input ?? {}, call.headers ?? {})
}

/** Makes the call and compares the recorded rows with the fixture. @returns the recorded actions */
async function compareRows(name: RouteName, fixture: AuditFixture): Promise<string[]> {
  const call = await fixture({ app, people })
  const before = await lastRow()
  const { status, body } = await send(name, call)
  expect([status, call.status ? '' : ((body as { error?: string })?.error ?? '')]).toEqual([
    call.status ?? 200,
    '',
  ])
  const expected = typeof call.rows === 'function' ? await call.rows(body) : (call.rows ?? [])
  const found = await rowsSince(before)
  expect(found.toSorted(byAction)).toEqual(
    expected
      .map(({ action, object, whose = [], actor }) => ({
        action,
        object: [...object],
        whose: whose.toSorted(),
        actor: actor ?? (call.by ? actorOf(call.by) : nobody),
      }))
      .toSorted(byAction),
  )
  for (const row of found) expectSentence(row)
  return found.map(({ action }) => action)
}

// Types of objects with a name that the log may show. A file is named by its case.
const named = new Set([
  'order',
  'file',
  'account',
  'organization',
  'partnership',
  'key',
  'push_setting',
  'pull_setting',
  'work_order_type',
])

/** Expects that the sentence of a row names its object, unless the object is the actor, their organization, or has no name. */
function expectSentence({ action, object, actor }: Awaited<ReturnType<typeof rowsSince>>[number]) {
  const key = auditSentenceKey(action)
  const [type = '', id = ''] = object
  const sentence = key === undefined ? '' : translate('en_US', key, { actor: 'ACTOR', object: 'OBJECT' })
  expect(sentence, action).toContain('ACTOR')
  const isNamed = named.has(type) && id !== ''
  if (sentence.includes('OBJECT')) expect([action, type, isNamed]).toEqual([action, type, true])
  else
    expect(isNamed ? [actor.accountId, actor.organizationId] : [id], `${action}: ${sentence}`).toContain(id)
}

const declaring = (Object.keys(routes) as RouteName[]).filter(
  (name) => (routes[name] as Route).audit !== undefined,
)

const cases = declaring.flatMap((name) => {
  const { audit }: Route = routes[name]
  const table = fixtures as Readonly<Record<string, AuditFixture | Readonly<Record<string, AuditFixture>>>>
  const entry = table[name]
  if (typeof entry === 'function')
    return [{ name, action: typeof audit === 'string' ? audit : 'nothing', fixture: entry }]
  return Object.entries(entry ?? {}).map(([action, fixture]) => ({ name, action, fixture }))
})

describe('T68: the actions that a call records in the audit log', () => {
  it.each(cases)('T68: $name records $action', async ({ name, action, fixture }) => {
    const found = await compareRows(name, fixture)
    if (action === 'nothing') expect(found).toEqual([])
    else expect(found).toContain(action)
  })

  it('T68: terminating an upload records files.remove', async () => {
    expect(await compareRows('files.remove', createTermination)).toEqual(['files.remove'])
  })

  it('T68: each declared action of each call has a test', () => {
    for (const name of declaring) {
      const { audit }: Route = routes[name]
      const declared = typeof audit === 'string' ? [audit] : Array.isArray(audit) ? audit : ['nothing']
      const tried = cases.filter((one) => one.name === name).map(({ action }) => action)
      expect([name, tried.toSorted()]).toEqual([name, [...declared].sort()])
    }
  })
})
