import { expect, onTestFinished, test } from 'vitest'
import { CallError } from './call-error.ts'
import { createClient, pathOf } from './client.ts'
import { answer, answerData, createDeferred, serve } from './test/http.ts'
import { alice, servePortal } from './test/portal.ts'

const orderId = '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f'

/** Returns the error of a call that must fail. */
const failureOf = (call: Promise<unknown>): Promise<CallError> =>
  call.then(
    () => Promise.reject(new Error('the call went through')),
    (error) => error,
  )

test('a call sends the route’s method and path, the language, a JSON body and the idempotency key, and returns data', async () => {
  const { baseUrl, seen } = await serve((_, response) => answerData(response, { id: orderId }))
  const client = createClient({ baseUrl, language: () => 'zh_CN' })
  const body = { type: 0, patientName: 'Test Patient' } as const
  const order = await client.call('orders.create', { body }, { idempotencyKey: 'k1' })
  expect(order.id).toBe(orderId)
  expect(seen[0]).toMatchObject({ method: 'POST', path: '/restful/orders', body: JSON.stringify(body) })
  expect(seen[0]?.headers).toMatchObject({
    'accept-language': 'zh-CN',
    'content-type': 'application/json',
    'idempotency-key': 'k1',
  })
  expect(seen[0]?.headers.authorization).toBeUndefined()
})

test('a call with a binary body sends the bytes unchanged as application/octet-stream', async () => {
  const { baseUrl, seen } = await serve((_, response) =>
    answerData(response, { id: orderId, widthPx: 512, heightPx: 512 }),
  )
  const client = createClient({ baseUrl })
  const image = await client.call('images.create', {
    params: { purpose: 'avatar' },
    body: new Blob(['the bytes of a picture'], { type: 'image/png' }),
  })
  expect(image).toEqual({ id: orderId, widthPx: 512, heightPx: 512 })
  expect(seen[0]).toMatchObject({
    method: 'POST',
    path: '/restful/images/avatar',
    body: 'the bytes of a picture',
  })
  expect(seen[0]?.headers['content-type']).toBe('application/octet-stream')
})

test('path parameters are escaped, so that a name cannot change the path', () => {
  expect(pathOf('accounts.get', { params: { username: '../orders?x=1#y' } })).toBe(
    '/restful/accounts/..%2Forders%3Fx%3D1%23y',
  )
  expect(pathOf('orders.get', { params: { id: orderId } })).toBe(`/restful/orders/${orderId}`)
})

test('an error response is thrown with its key, code, message, fields, request id and Retry-After', async () => {
  const { baseUrl } = await serve((_, response) =>
    answer(
      response,
      429,
      { code: 1009, error: 'request.too_many', message: 'Wait.', fields: { email: 'Bad.' }, requestId: 'r7' },
      { 'retry-after': '30' },
    ),
  )
  const error = await failureOf(createClient({ baseUrl }).call('organizations.get'))
  expect(error).toBeInstanceOf(CallError)
  expect({ ...error, message: error.message }).toMatchObject({
    key: 'request.too_many',
    status: 429,
    code: 1009,
    message: 'Wait.',
    fields: { email: 'Bad.' },
    requestId: 'r7',
    retryAfterSeconds: 30,
  })
})

test('a call fails if its response has the status 200 and a non-zero code', async () => {
  const { baseUrl } = await serve((_, response) =>
    answer(response, 200, { code: 6001, error: 'order.not_found', message: 'Gone.' }),
  )
  const error = await failureOf(createClient({ baseUrl }).call('organizations.get'))
  expect(error).toMatchObject({ key: 'order.not_found', message: 'Gone.' })
})

test('a sign-in error is read from error and error_description (RFC 6749 §5.2), and from a key or code of the catalogue if present', async () => {
  const replies = [
    { error: 'invalid_client', error_description: 'Unknown program.' },
    { error: 'invalid_grant', error_description: 'Not verified.', code: 2008 },
    { error: 'invalid_grant', error_description: 'Disabled.', key: 'session.disabled' },
  ]
  const { baseUrl } = await serve((_, response) => answer(response, 400, replies.shift()))
  const client = createClient({ baseUrl })
  const first = await failureOf(client.session.signIn(alice))
  const second = await failureOf(client.session.signIn(alice))
  const third = await failureOf(client.session.signIn(alice))
  expect(third).toMatchObject({ key: 'session.disabled', code: 2006 })
  expect(first).toMatchObject({ key: 'session.invalid_client', message: 'Unknown program.' })
  expect(second).toMatchObject({ key: 'session.unverified', message: 'Not verified.', code: 2008 })
})

test('a page of a proxy is mapped by its status: 502 is unavailable, 404 not found, an unexpected 200 an invalid reply', async () => {
  const statuses = [502, 200, 404]
  const { baseUrl } = await serve((_, response) => response.writeHead(statuses.shift() ?? 500).end('<html>'))
  const client = createClient({ baseUrl })
  const keys = []
  for (let i = 0; i < 3; i++) keys.push((await failureOf(client.call('organizations.get'))).key)
  expect(keys).toEqual(['server.unavailable', 'network.invalid_reply', 'request.not_found'])
})

test('a portal that is down or disconnects during a response is reported as unreachable', async () => {
  const { baseUrl } = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('{"code":0')
    response.destroy()
  })
  const cut = await failureOf(createClient({ baseUrl }).call('organizations.get'))
  const nobody = await failureOf(createClient({ baseUrl: 'http://127.0.0.1:1' }).call('organizations.get'))
  expect([cut.key, nobody.key]).toEqual(['network.unreachable', 'network.unreachable'])
  expect(nobody.isTransient).toBe(true)
})

test('a call without a response fails with a time-out, and an aborted call with the caller’s reason', async () => {
  const arrived = createDeferred()
  const { baseUrl } = await serve(() => arrived.resolve())
  const client = createClient({ baseUrl })
  const late = await failureOf(client.call('organizations.get', {}, { timeoutMs: 20 }))
  expect(late.key).toBe('network.timeout')
  const stop = new AbortController()
  const call = client.call('organizations.get', {}, { signal: stop.signal })
  await arrived.promise
  stop.abort(new Error('left the page'))
  await expect(call).rejects.toThrow('left the page')
})

test('the bearer token is sent with calls that need a session, and never with public calls', async () => {
  const portal = await servePortal()
  const client = createClient({ baseUrl: portal.baseUrl })
  await client.session.signIn(alice)
  await client.call('organizations.get')
  await failureOf(client.call('organizations.findByName', { body: { name: 'Brookside' } }))
  expect(portal.seen.map(({ headers }) => headers.authorization)).toEqual([
    undefined,
    'Bearer access-1',
    undefined,
  ])
  await client.session.refresh()
  const tokenCalls = portal.seen.filter(({ path }) => path === '/oauth/token')
  expect(tokenCalls.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined])
})

test('a client with an API key sends the key with calls that are not public, and requests no token when the key is refused', async () => {
  const { baseUrl, seen } = await serve((request, response) =>
    request.path === '/restful/orders/inbox/list'
      ? answerData(response, { list: [], cursor: null, hasMore: false })
      : answer(response, 401, {
          code: 1004,
          error: 'request.unauthenticated',
          message: 'Sign in.',
          requestId: 'r1',
        }),
  )
  const client = createClient({ baseUrl, apiKey: 'pontic_k' })
  expect(await client.call('inbox.list', { body: {} })).toEqual({ list: [], cursor: null, hasMore: false })
  expect(seen[0]?.headers.authorization).toBe('Bearer pontic_k')
  const refused = await failureOf(client.call('orders.get', { params: { id: orderId } }))
  expect(refused.key).toBe('request.unauthenticated')
  expect(seen).toHaveLength(2)
})

test('calls that need a recent sign-in share one prompt, and are repeated after it succeeds', async () => {
  const { baseUrl, seen, state } = await servePortal()
  const answered = createDeferred<boolean>()
  let questions = 0
  const reauthenticate = () => {
    questions += 1
    return answered.promise
  }
  const client = createClient({ baseUrl, reauthenticate })
  onTestFinished(() => client.dispose())
  await client.session.signIn(alice)
  state.isStale = true
  const body = { years: 12, implantYears: 20 }
  const calls = [
    client.call('retention.save', { body }, { idempotencyKey: 'k1' }),
    client.call('organizations.get'),
  ]
  await expect.poll(() => seen.filter(({ path }) => path.startsWith('/restful')).length).toBe(2)
  state.isStale = false
  answered.resolve(true)
  await Promise.all(calls)
  expect(questions).toBe(1)
  const repeated = seen.filter(({ path }) => path === '/restful/patients/retention')
  expect(repeated.map((one) => [one.body, one.headers['idempotency-key']])).toEqual([
    [JSON.stringify(body), 'k1'],
    [JSON.stringify(body), 'k1'],
  ])
  // The token was valid, so the refusal causes no refresh, and the session remains.
  expect([state.refreshes, client.session.current()?.access_token]).toEqual([0, 'access-1'])
})

test('a call fails with session.reauthenticate if the prompt is cancelled or the client has none', async () => {
  const { baseUrl, state } = await servePortal()
  for (const more of [{}, { reauthenticate: async () => false }]) {
    const client = createClient({ baseUrl, ...more })
    state.isStale = false
    await client.session.signIn(alice)
    state.isStale = true
    expect((await failureOf(client.call('organizations.get'))).key).toBe('session.reauthenticate')
    expect(client.session.current()).toBeDefined()
    client.dispose()
  }
})
