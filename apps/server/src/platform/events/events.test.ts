import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { limits } from '@pontic/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { createPeople, createSession, type People, type Person } from '../../test/people.ts'
import { notifyAccessRevoked, notifyChange } from '../db/notify.ts'
import { openHub } from './hub.ts'

let app: TestApp
let other: TestApp
let people: People
const opened: (() => void)[] = []

beforeAll(async () => {
  app = await startTestApp()
  other = await app.startSecondNode()
  people = await createPeople(app)
})
afterAll(() => app.close())
afterEach(() => {
  for (const close of opened.splice(0)) close()
})

/** Opens an event stream: `until` reads until the text arrives, `end` until the server closes the stream. */
async function openStream(node: TestApp, person: Pick<Person, 'token'>) {
  const abort = new AbortController()
  const response = await fetch(`${node.url}/restful/events`, {
    headers: { authorization: `Bearer ${person.token}` },
    signal: abort.signal,
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const until = async (wanted: string) => {
    while (!text.includes(wanted)) {
      const { done, value } = await reader.read()
      if (done) throw new Error(`The stream ended after: ${text}`)
      text += value
    }
    return text
  }
  const end = async () => {
    try {
      while (!(await reader.read()).done) {}
    } catch {
      // A stream that the server destroys ends with an error, which counts as its end.
    }
    return true
  }
  opened.push(() => abort.abort())
  await until('event: replay')
  await until('}\n\n')
  const replayedMs = Number(/event: replay\ndata: {"ms":(\d+)}\n\n/.exec(text)![1])
  return { response, until, end, text: () => text, replayedMs }
}

/** Notifies of a change. Each test uses other names, because streams also receive changes from shortly before they opened. */
const sendChange = (node: TestApp, name: string, organizationIds: string[], accountIds: string[] = []) =>
  node.services.database.transaction((tx) =>
    notifyChange(tx, { feature: 'orders', id: name, organizationIds, accountIds }),
  )

test('a change on one node reaches the open pages of the organization on another node', async () => {
  const stream = await openStream(other, people.bob)
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(stream.response.headers.get('x-content-type-options')).toBe('nosniff')
  await sendChange(app, 'for-two', [people.alice.organizationId, people.bob.organizationId])
  expect(await stream.until('event: change')).toContain('data: {"feature":"orders","id":"for-two"}')
})

test('a laboratory receives no changes of another laboratory, and an individual only changes that name their account', async () => {
  const carol = await openStream(app, people.carol)
  const dave = await openStream(app, people.dave)
  await sendChange(other, 'for-bob', [people.bob.organizationId])
  await sendChange(other, 'for-bob-and-dave', [people.bob.organizationId], [people.dave.accountId])
  // Messages arrive in order: all earlier ones have been delivered when this last one arrives.
  await sendChange(other, 'for-both', [people.carol.organizationId, people.dave.organizationId])
  expect(await carol.until('for-both')).not.toContain('for-bob')
  expect(await dave.until('for-both')).toMatch(/for-bob-and-dave/)
  expect(dave.text()).not.toContain('for-bob"')
})

test('a stream begins with the recent changes that concern its reader', async () => {
  const early = await openStream(other, people.bob)
  await sendChange(app, 'just-before', [people.bob.organizationId])
  await sendChange(app, 'to-carol', [people.carol.organizationId])
  await sendChange(app, 'at-last', [people.bob.organizationId, people.carol.organizationId])
  await early.until('at-last')
  const late = await openStream(other, people.bob)
  expect(await late.until('at-last')).toContain('just-before')
  expect(late.text()).not.toContain('to-carol')
})

test('a stream says how far back it repeats changes: at most to the start of its node, and to the oldest that the node remembers', async () => {
  const startedAt = performance.now()
  const fresh = await app.startSecondNode()
  const first = await openStream(fresh, people.bob)
  expect(first.replayedMs).toBeLessThanOrEqual(performance.now() - startedAt)
  const second = await openStream(fresh, people.bob)
  expect(second.replayedMs).toBeGreaterThanOrEqual(first.replayedMs)
  expect(second.replayedMs).toBeLessThanOrEqual(10_000)

  const sentAt = performance.now()
  await app.services.database.transaction(async (tx) => {
    for (let n = 0; n <= 1_000; n++)
      await notifyChange(tx, {
        feature: 'orders',
        id: `many-${n}`,
        organizationIds: [people.bob.organizationId],
      })
  })
  await second.until('"many-1000"')
  const third = await openStream(fresh, people.bob)
  expect(third.replayedMs).toBeLessThanOrEqual(performance.now() - sentAt)
  expect(await third.until('"many-1000"')).not.toContain('"many-0"')
})

test('an account has at most twenty open streams: the next is refused until one of them closes', async () => {
  const streams = []
  for (let n = 0; n < limits.eventStreamsMax; n++) streams.push(await openStream(app, people.amy))
  const ask = () =>
    fetch(`${app.url}/restful/events`, { headers: { authorization: `Bearer ${people.amy.token}` } })
  const refused = await ask()
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  await openStream(app, people.alice)
  // The streams opened before remain open.
  await sendChange(app, 'still-open', [people.amy.organizationId])
  for (const stream of streams) await stream.until('still-open')
  opened.shift()?.()
  await expect
    .poll(async () => {
      const answer = await ask()
      await answer.body?.cancel()
      return answer.status
    })
    .toBe(200)
})

test('a change that is rolled back is not sent', async () => {
  const stream = await openStream(app, people.alice)
  const undone = app.services.database.transaction(async (tx) => {
    await notifyChange(tx, { feature: 'files', id: 'undone', organizationIds: [people.alice.organizationId] })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await sendChange(app, 'not-undone', [people.alice.organizationId])
  expect(await stream.until('not-undone')).not.toContain('files')
})

test('a change is not sent if the commit fails', async () => {
  const { runAsSuper } = app.databaseUrls
  await runAsSuper(`create table checked_at_commit (n int unique deferrable initially deferred)`)
  await runAsSuper(`grant insert on checked_at_commit to pontic_app`)
  const stream = await openStream(app, people.alice)
  const failed = app.services.database.transaction(async (tx) => {
    await notifyChange(tx, { feature: 'files', id: 'failed', organizationIds: [people.alice.organizationId] })
    await sql`insert into checked_at_commit values (1), (1)`.execute(tx)
  })
  await expect(failed).rejects.toThrow('checked_at_commit')
  await sendChange(app, 'not-failed', [people.alice.organizationId])
  expect(await stream.until('not-failed')).not.toContain('files')
  await runAsSuper('drop table checked_at_commit')
})

test('T11: logout, disabling and a ban close open streams on every node', async () => {
  const { database } = app.services
  const logout = await createSession(app, people.erin.accountId)
  const disable = await createSession(app, people.ben.accountId)
  const ban = await createSession(app, people.carol.accountId)
  const open = [await openStream(other, logout), await openStream(other, disable), await openStream(app, ban)]
  await notifyAccessRevoked(database.db, { sessionId: logout.sessionId })
  await notifyAccessRevoked(database.db, { accountId: people.ben.accountId })
  await notifyAccessRevoked(database.db, { organizationId: people.carol.organizationId })
  expect(await Promise.all(open.map((stream) => stream.end()))).toEqual([true, true, true])
})

test('T11: a token is invalid at the next request after logout, disabling, expiry or a ban', async () => {
  const { db } = app.services.database
  const status = async (token: string) =>
    (await fetch(`${other.url}/restful/accounts/me`, { headers: { authorization: `Bearer ${token}` } }))
      .status
  const session = await createSession(app, people.amy.accountId)
  expect(await status(session.token)).toBe(200)
  await db
    .updateTable('session')
    .set({ revoked_at: app.clock.now(), revoked_for: 'logout' })
    .where('id', '=', session.sessionId)
    .execute()
  expect(await status(session.token)).toBe(401)

  const updates = {
    disabled: () =>
      db
        .updateTable('account')
        .set({ disabled_at: app.clock.now() })
        .where('id', '=', people.amy.accountId)
        .execute(),
    enabled: () =>
      db.updateTable('account').set({ disabled_at: null }).where('id', '=', people.amy.accountId).execute(),
    banned: () =>
      db
        .updateTable('organization')
        .set({ banned_at: app.clock.now() })
        .where('id', '=', people.amy.organizationId)
        .execute(),
    unbanned: () =>
      db
        .updateTable('organization')
        .set({ banned_at: null })
        .where('id', '=', people.amy.organizationId)
        .execute(),
  }
  const seen: [string, number][] = []
  for (const [name, update] of Object.entries(updates)) {
    await update()
    seen.push([name, await status(people.amy.token)])
  }
  expect(seen).toEqual([
    ['disabled', 401],
    ['enabled', 200],
    ['banned', 401],
    ['unbanned', 200],
  ])
  app.clock.advance({ days: 91 })
  expect(await status(people.amy.token)).toBe(401)
  app.clock.advance({ days: -91 })
})

test('T61: while PostgreSQL refuses connections, calls answer 503 with a generic message; afterwards they succeed again', async () => {
  const { superUrl } = app.databaseUrls
  const name = new URL(superUrl).pathname.slice(1)
  const stream = await openStream(app, people.alice)
  const interruptedAt = performance.now()
  await app.databaseUrls.runAsSuper(`alter database ${name} allow_connections false`)
  await app.databaseUrls.runAsSuper(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  )
  const headers = { authorization: `Bearer ${people.alice.token}` }
  const answer = await fetch(`${app.url}/restful/accounts/me`, { headers })
  const text = await answer.text()
  expect([answer.status, JSON.parse(text)]).toEqual([
    503,
    expect.objectContaining({ error: 'server.unavailable' }),
  ])
  expect(text).not.toMatch(/postgres|connection|database|terminat/i)
  expect((await fetch(`${app.url}/readyz`)).status).toBe(503)
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  await app.databaseUrls.runAsSuper(`alter database ${name} allow_connections true`)
  // A connection that was returned to the pool may be about to break, so that the first calls still fail.
  const ask = async () => (await fetch(`${app.url}/restful/accounts/me`, { headers })).status
  await expect.poll(ask).toBe(200)
  // The interruption closes the stream, so that the page reads everything again. The next stream receives changes.
  expect(await stream.end()).toBe(true)
  const next = await openStream(app, people.alice)
  expect(next.replayedMs).toBeLessThan(performance.now() - interruptedAt)
  await sendChange(app, 'after-the-gap', [people.alice.organizationId])
  await next.until('after-the-gap')
})

test('a reader who disconnects during or after the token look-up leaves no stream open', async () => {
  const { services, clock } = app
  const hub = await openHub(services.database, clock.now)
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const session = { ...people.alice }
  const exchange = async () => {
    const aborting = new AbortController()
    const asked = once(server, 'request') as Promise<[unknown, ServerResponse]>
    fetch(`http://127.0.0.1:${port}/`, { signal: aborting.signal }).catch(() => {})
    const [, outgoing] = await asked
    return { outgoing, leave: () => Promise.all([once(outgoing, 'close'), aborting.abort()]) }
  }
  const gone = await exchange()
  await gone.leave()
  hub.addStream(session, gone.outgoing)
  expect(hub.countStreams()).toBe(0)
  const connected = await exchange()
  hub.addStream(session, connected.outgoing)
  expect(hub.countStreams()).toBe(1)
  await connected.leave()
  expect(hub.countStreams()).toBe(0)
  // The session is revoked before its stream is added, so that no notification closes the stream.
  const ended = await createSession(app, people.erin.accountId)
  await services.database.db
    .updateTable('session')
    .set({ revoked_at: clock.now() })
    .where('id', '=', ended.sessionId)
    .execute()
  const late = await exchange()
  // The timeout is shorter than the interval of the periodic check of all streams, which is fifteen seconds.
  const cut = once(late.outgoing, 'close', { signal: AbortSignal.timeout(10_000) })
  hub.addStream({ ...people.erin, sessionId: ended.sessionId }, late.outgoing)
  await cut
  expect(hub.countStreams()).toBe(0)
  await hub.close()
  server.close()
})
