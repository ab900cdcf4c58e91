import {
  type ActorKind,
  limits,
  type Permission,
  permissions,
  type Route,
  type RouteName,
  routes,
} from '@pontic/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import {
  ageSignIn,
  as,
  createPeople,
  createSession,
  type People,
  type Person,
  type PersonName,
} from '../../test/people.ts'
import { newId } from '../db/ids.ts'
import { allowsApiKeys } from '../docs/print-open-api.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

/**
 * Calls that change who controls an account or organization, delete or export much data, or determine where data is sent. The
 * list was reviewed by hand.
 */
const always: readonly RouteName[] = [
  'accounts.sendMobileCode',
  'accounts.setMobile',
  'accounts.removeMobile',
  'accounts.sendModifyEmailEmail',
  'accounts.export',
  'accounts.close',
  'twoFactor.beginTotp',
  'twoFactor.confirmTotp',
  'twoFactor.removeTotp',
  'twoFactor.beginPasskey',
  'twoFactor.confirmPasskey',
  'twoFactor.removePasskey',
  'twoFactor.makeRecoveryCodes',
  'members.requireTwoFactor',
  'members.resetTwoFactor',
  'organizations.createWithAccount',
  'keys.create',
  'patients.createExport',
  'erasures.create',
  'retention.save',
  'retention.savePlatform',
  'orders.createExport',
  'pushSettings.create',
  'pushSettings.update',
  'pushSettings.delete',
  'pushSettings.restore',
  'pushSettings.assign',
  'pullSettings.create',
  'pullSettings.update',
  'pullSettings.delete',
  'pullSettings.restore',
  'pullSettings.assign',
  'audit.createExport',
  'manage.deleteOrganization',
  'manage.resetUserTwoFactor',
  'manage.deleteUser',
  'manage.deleteOrder',
  'manage.createExport',
]
/** Body fields that make a call need a recent sign-in. */
const sometimes: Partial<Record<RouteName, readonly string[]>> = {
  'members.create': ['isAdministrator'],
  'members.update': ['isAdministrator'],
  'manage.createUser': ['isAdministrator'],
  'manage.updateUser': ['isAdministrator', 'email'],
}

const callers = {
  clinicAdmin: 'alice',
  labAdmin: 'bob',
  platform: 'root',
} as const satisfies Partial<Record<ActorKind, PersonName>>

/** Returns a person who has the permission of the route. */
function callerOf({ permission }: Route): Person {
  const row: Partial<Record<ActorKind, string>> = permissions[permission as Permission]
  const kind = (Object.keys(callers) as (keyof typeof callers)[]).find((one) => row[one] !== undefined)
  return people[callers[kind!]]
}

function inputOf(route: Route, more: Record<string, unknown> = {}) {
  const params = Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, key = '']) => [key, newId()]))
  if (route.body === undefined) return { params }
  return { params, body: { ...(route.example?.body as object | undefined), ...more } }
}

/** Reads a digest of every table, and the number of jobs. */
async function readFingerprint(): Promise<string> {
  const { rows } = await sql<{ found: string }>`
    select string_agg(c.relname || md5(query_to_xml(format('select * from public.%I', c.relname), true, true, '')::text), ' '
        order by c.relname) || (select count(*) from graphile_worker._private_jobs) as found
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`.execute(
    app.services.database.db,
  )
  return rows[0]!.found
}

const marked = (Object.entries(routes) as [RouteName, Route][]).filter(([, route]) => route.reauthenticate)

test('the calls that need a recent sign-in are the reviewed ones', () => {
  const found = marked.filter(([, route]) => route.reauthenticate === true).map(([name]) => name)
  expect(found.sort()).toEqual([...always].sort())
  const rest = marked.filter(([, route]) => route.reauthenticate !== true)
  expect(Object.fromEntries(rest.map(([name, route]) => [name, route.reauthenticate]))).toEqual(sometimes)
})

test('of the calls that need a recent sign-in, an API key may make only the export of cases', () => {
  expect(marked.filter(([, route]) => allowsApiKeys(route)).map(([name]) => name)).toEqual([
    'orders.createExport',
  ])
})

/** One row for each call, or for each field of a call that needs a recent sign-in for some bodies only. */
const rows = marked.flatMap(([name, route]) =>
  route.reauthenticate === true
    ? [{ label: name, name, route, more: {} as Record<string, unknown> }]
    : (route.reauthenticate ?? []).map((field) => ({
        label: `${name} with ${field}`,
        name,
        route,
        more: { [field]: field === 'email' ? 'somebody.else@pontic.example' : true } as Record<
          string,
          unknown
        >,
      })),
)

describe.each(rows)('T67: $label', ({ name, route, more }) => {
  it('the call refuses a token whose sign-in is older than 5 minutes, and changes nothing', async () => {
    const caller = callerOf(route)
    const stale = { ...caller, ...(await createSession(app, caller.accountId)) }
    await ageSignIn(app, stale)
    const before = await readFingerprint()
    const { status, body, headers } = await as(app, stale).call(name, inputOf(route, more))
    expect([status, body.error]).toEqual([401, 'session.reauthenticate'])
    expect(headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_user_authentication", max_age="${limits.reauthenticationMinutes * 60}"`,
    )
    expect(await readFingerprint()).toBe(before)
  })

  it('right after a sign-in, the call requires no other sign-in', async () => {
    const { body } = await as(app, callerOf(route)).call(name, inputOf(route, more))
    expect(body.error).not.toBe('session.reauthenticate')
  })
})

test.each(Object.keys(sometimes) as RouteName[])(
  '%s without the fields that need a recent sign-in accepts an older sign-in',
  async (name) => {
    const route: Route = routes[name]
    const caller = callerOf(route)
    const stale = { ...caller, ...(await createSession(app, caller.accountId)) }
    await ageSignIn(app, stale)
    const { body } = await as(app, stale).call(name, inputOf(route, { isAdministrator: false }))
    expect(body.error).not.toBe('session.reauthenticate')
  },
)
