import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Client, createClient } from './client.ts'
import { passwordDigest } from './password.ts'
import type { SessionChange } from './session.ts'
import { memoryStores, type SessionStores, sessionKey } from './session-stores.ts'
import { createDeferred } from './test/http.ts'
import { alice, openBrowser, servePortal, sessionOf } from './test/portal.ts'

afterEach(() => void vi.useRealTimers())

function open(baseUrl: string, stores: SessionStores = memoryStores()): Client {
  const client = createClient({ baseUrl, stores })
  onTestFinished(() => client.dispose())
  return client
}

/** Resolves to the next change that the client reports. */
const nextChange = (client: Client) =>
  new Promise<SessionChange>((resolve) => {
    const unsubscribe = client.session.subscribe((_, change) => {
      unsubscribe()
      resolve(change)
    })
  })

test('a sign-in sends the password as a digest, and stores the session in the tab', async () => {
  const portal = await servePortal()
  const stores = memoryStores()
  const client = open(portal.baseUrl, stores)
  const before = Date.now()
  const session = await client.session.signIn(alice)
  expect(Object.fromEntries(new URLSearchParams(portal.seen[0]?.body))).toEqual({
    grant_type: 'password',
    client_id: 'pontic-web',
    client_secret: 'public',
    username: alice.username,
    password: passwordDigest(alice.password),
    remember_me: 'false',
  })
  expect(session.expires).toBeGreaterThanOrEqual(before + 1_800_000)
  expect(stores.tab.getItem(sessionKey)).toContain('access-1')
  expect(stores.remembered.getItem(sessionKey)).toBeNull()
})

test('with remember-me the session is in local storage and survives a restart', async () => {
  const portal = await servePortal()
  const browser = openBrowser()
  const stores = browser.openTab()
  await open(portal.baseUrl, stores).session.signIn({ ...alice, rememberMe: true })
  expect(stores.tab.getItem(sessionKey)).toBeNull()
  const restarted = open(portal.baseUrl, browser.openTab())
  expect((await restarted.session.restore())?.username).toBe(alice.username)
})

test('a stored session is ignored if it is damaged or older than a session can be', async () => {
  const old = { ...sessionOf(1), obtained: Date.now() - 91 * 24 * 3_600_000, expires: Date.now() + 1e6 }
  for (const text of ['{', 'null', '"x"', '{"access_token":1}', JSON.stringify(old)]) {
    const stores = memoryStores()
    stores.tab.setItem(sessionKey, text)
    expect(open('http://127.0.0.1:1', stores).session.current(), text).toBeUndefined()
  }
})

test('five concurrent calls with an expired token share one refresh and all succeed', async () => {
  const portal = await servePortal()
  const stores = memoryStores()
  stores.tab.setItem(
    sessionKey,
    JSON.stringify({ ...sessionOf(1), obtained: Date.now() - 10_000, expires: Date.now() - 1 }),
  )
  portal.state.turn = 1
  const client = open(portal.baseUrl, stores)
  await Promise.all(Array.from({ length: 5 }, () => client.call('organizations.get')))
  expect(portal.state.refreshes).toBe(1)
  expect(client.session.current()?.access_token).toBe('access-2')
})

test('a 401 in spite of a valid token leads to one refresh and one repeat', async () => {
  const portal = await servePortal()
  const client = open(portal.baseUrl)
  await client.session.signIn(alice)
  const stored = client.session.current()
  portal.state.onRefresh = async () => {
    portal.state.turn = 1
  }
  // The server has forgotten the access token but accepts the refresh token.
  portal.state.turn = 99
  await client.call('organizations.get')
  expect(portal.state.refreshes).toBe(1)
  expect(client.session.current()?.access_token).not.toBe(stored?.access_token)
})

test('the session ends after one repeat if the server refuses the refreshed token too', async () => {
  const portal = await servePortal()
  const client = open(portal.baseUrl)
  await client.session.signIn(alice)
  portal.seen.length = 0
  portal.state.refusesAll = true
  const error = await client.call('organizations.get').catch((reason) => reason)
  expect(error.key).toBe('request.unauthenticated')
  expect(client.session.current()).toBeUndefined()
  expect(portal.seen.map(({ path }) => path)).toEqual([
    '/restful/organizations',
    '/oauth/token',
    '/restful/organizations',
  ])
})

test('a refused refresh clears the stored session and reports that it has ended', async () => {
  const portal = await servePortal()
  const stores = memoryStores()
  const client = open(portal.baseUrl, stores)
  await client.session.signIn(alice)
  portal.state.isRevoked = true
  const change = nextChange(client)
  const error = await client.call('organizations.get').catch((reason) => reason)
  expect(error.key).toBe('request.unauthenticated')
  expect(await change).toBe('ended')
  expect(client.session.current()).toBeUndefined()
  expect(stores.tab.getItem(sessionKey)).toBeNull()
})

test('a server that is down during a refresh does not end the session, and a timer repeats the refresh', async () => {
  const portal = await servePortal()
  const stores = memoryStores()
  stores.tab.setItem(
    sessionKey,
    JSON.stringify({ ...sessionOf(1), obtained: Date.now() - 10_000, expires: Date.now() - 1 }),
  )
  Object.assign(portal.state, { turn: 1, isDown: true })
  const client = open(portal.baseUrl, stores)
  await expect(client.session.restore()).rejects.toMatchObject({ status: 503 })
  expect(client.session.current()?.access_token).toBe('access-1')
  portal.state.isDown = false
  expect(await nextChange(client)).toBe('refreshed')
  expect(client.session.current()?.access_token).toBe('access-2')
})

test('a timer refreshes a token before it expires, and then the next token', async () => {
  const portal = await servePortal({ expires_in: 1 })
  const client = open(portal.baseUrl)
  await client.session.signIn(alice)
  expect(await nextChange(client)).toBe('refreshed')
  expect(await nextChange(client)).toBe('refreshed')
  expect(portal.state.refreshes).toBe(2)
})

test('two tabs with an expired token send one refresh, and both use the new token', async () => {
  const portal = await servePortal({ rememberMe: true })
  const browser = openBrowser()
  const stores = browser.openTab()
  stores.remembered.setItem(
    sessionKey,
    JSON.stringify({
      ...sessionOf(1, { rememberMe: true }),
      obtained: Date.now() - 10_000,
      expires: Date.now() - 1,
    }),
  )
  portal.state.turn = 1
  const tabs = [open(portal.baseUrl, stores), open(portal.baseUrl, browser.openTab())]
  await Promise.all(tabs.map((tab) => tab.call('organizations.get')))
  expect(portal.state.refreshes).toBe(1)
  expect(tabs.map((tab) => tab.session.current()?.access_token)).toEqual(['access-2', 'access-2'])
})

test('a duplicated tab receives the new tokens and the sign-out of the original tab', async () => {
  const portal = await servePortal()
  const browser = openBrowser()
  const [one, two] = [browser.openTab(), browser.openTab()]
  const first = open(portal.baseUrl, one)
  await first.session.signIn(alice)
  two.tab.setItem(sessionKey, one.tab.getItem(sessionKey) ?? '')
  const second = open(portal.baseUrl, two)
  await first.session.refresh()
  expect(second.session.current()?.access_token).toBe('access-2')
  const change = nextChange(second)
  await first.session.signOut()
  expect(await change).toBe('otherTab')
  expect(second.session.current()).toBeUndefined()
  expect(two.tab.getItem(sessionKey)).toBeNull()
})

test('signing out in one tab signs out the other, and revokes the session on the server', async () => {
  const portal = await servePortal()
  const browser = openBrowser()
  const first = open(portal.baseUrl, browser.openTab())
  const second = open(portal.baseUrl, browser.openTab())
  const seen = nextChange(second)
  await first.session.signIn({ ...alice, rememberMe: true })
  expect(await seen).toBe('otherTab')
  expect(second.session.current()?.username).toBe(alice.username)
  const change = nextChange(second)
  await first.session.signOut()
  expect(await change).toBe('otherTab')
  expect(second.session.current()).toBeUndefined()
  expect(portal.seen.at(-1)).toMatchObject({ path: '/oauth/revoke' })
})

test('an older session in local storage does not replace newer tokens', async () => {
  const portal = await servePortal({ rememberMe: true })
  const browser = openBrowser()
  const [stores, other] = [browser.openTab(), browser.openTab()]
  const client = open(portal.baseUrl, stores)
  await client.session.signIn({ ...alice, rememberMe: true })
  const older = { ...sessionOf(1, { rememberMe: true }), obtained: Date.now() - 1, expires: Date.now() + 1e6 }
  await client.session.refresh()
  stores.remembered.setItem(sessionKey, JSON.stringify(older))
  other.broadcast(undefined)
  expect(client.session.current()?.access_token).toBe('access-2')
})

test('signing out works immediately while the server is down', async () => {
  const portal = await servePortal()
  const stores = memoryStores()
  const signedIn = open(portal.baseUrl, stores)
  await signedIn.session.signIn(alice)
  const client = open('http://127.0.0.1:1', stores)
  await client.session.signOut()
  expect(client.session.current()).toBeUndefined()
  expect(stores.tab.getItem(sessionKey)).toBeNull()
})

test('tokens that arrive after a sign-out are revoked, not stored', async () => {
  const portal = await servePortal()
  const client = open(portal.baseUrl)
  await client.session.signIn(alice)
  const [reached, released] = [createDeferred(), createDeferred()]
  portal.state.onRefresh = async () => {
    reached.resolve()
    await released.promise
    portal.state.isRevoked = false
  }
  const refresh = client.session.refresh()
  await reached.promise
  await client.session.signOut()
  released.resolve()
  expect(await refresh).toBeUndefined()
  expect(client.session.current()).toBeUndefined()
  const isRevoked = () =>
    portal.seen.some(({ path, body }) => path === '/oauth/revoke' && body.includes('refresh-2'))
  await expect.poll(isRevoked).toBe(true)
})

test('a session is valid until its token expires', async () => {
  const portal = await servePortal()
  const client = open(portal.baseUrl)
  expect(client.session.isFresh()).toBe(false)
  const { expires } = await client.session.signIn(alice)
  vi.useFakeTimers({ toFake: ['Date'], now: expires - 1_000 })
  expect(client.session.isFresh()).toBe(true)
  vi.setSystemTime(expires)
  expect(client.session.isFresh()).toBe(false)
})

test('a clock that is set back makes the token invalid, so that it is refreshed', async () => {
  const portal = await servePortal()
  const client = open(portal.baseUrl)
  await client.session.signIn(alice)
  expect(client.session.isFresh()).toBe(true)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
  expect(client.session.isFresh()).toBe(false)
  await client.call('organizations.get')
  expect(client.session.current()?.access_token).toBe('access-2')
})
