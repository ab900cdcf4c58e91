import { expect, onTestFinished, test } from 'vitest'
import { type ChangesState, subscribeToChanges } from './changes.ts'
import { createClient } from './client.ts'
import { EventStreamParser, type ServerEvent } from './event-stream.ts'
import { answer, createDeferred, serve } from './test/http.ts'
import { alice, servePortal } from './test/portal.ts'

const quick = { firstRetryMs: 1, longestRetryMs: 2 }
const id = '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f'
const head = { 'content-type': 'text/event-stream' }
const changeText = (feature: string) => `event: change\ndata: ${JSON.stringify({ feature, id })}\n\n`

function parse(parts: string[]): { events: ServerEvent[]; retryMs: number | undefined } {
  const events: ServerEvent[] = []
  const parser = new EventStreamParser((event) => events.push(event))
  for (const part of parts) parser.push(part)
  return { events, retryMs: parser.retryMs }
}

test('events are parsed with every line ending, and at every split of the stream', () => {
  const lines = [
    '\ufeff: hello',
    'retry: 750',
    'event: change',
    'data: {"a":1,',
    'data:"b":2}',
    'id: 7',
    '',
    'data: x',
    '',
    '',
  ]
  const expected = [
    { event: 'change', data: '{"a":1,\n"b":2}', id: '7' },
    { event: 'message', data: 'x', id: '7' },
  ]
  for (const end of ['\n', '\r\n', '\r']) {
    const text = lines.join(end)
    // A CR at the end of a stream may be the first half of a CRLF, so the test adds one more character.
    const stream = end === '\r' ? `${text}:` : text
    for (const parts of [[stream], [...stream]])
      expect(parse(parts)).toEqual({ events: expected, retryMs: 750 })
  }
})

test('an event without data, an incomplete event and unknown fields are ignored', () => {
  expect(parse(['event: change\n\nfoo: bar\n: c\n\ndata\n\ndata: half']).events).toEqual([
    { event: 'message', data: '', id: undefined },
  ])
})

test('after a lost connection the client reconnects and receives further changes, and reports each loss as a state', async () => {
  let turns = 0
  const { baseUrl, seen } = await serve((_, response) => {
    turns += 1
    if (turns === 2) return answer(response, 503, {})
    response.writeHead(200, head).write(`: alive\n\n${changeText(turns === 1 ? 'orders' : 'files')}`)
    if (turns === 1) response.end()
  })
  const changes: string[] = []
  const states: ChangesState[] = []
  const heardBoth = createDeferred()
  const stop = subscribeToChanges(
    createClient({ baseUrl }),
    ({ feature }) => {
      changes.push(feature)
      if (feature === 'files') heardBoth.resolve()
    },
    (state) => states.push(state),
    quick,
  )
  onTestFinished(stop)
  await heardBoth.promise
  expect(changes).toEqual(['orders', 'files'])
  expect(states).toEqual(['connecting', 'open', 'waiting', 'connecting', 'waiting', 'connecting', 'open'])
  expect(seen[0]).toMatchObject({
    method: 'GET',
    path: '/restful/events',
    headers: { accept: 'text/event-stream' },
  })
})

test('an unknown feature, malformed JSON and events of other types are ignored', async () => {
  const { baseUrl } = await serve((_, response) => {
    const odd =
      'event: change\ndata: {"feature":"moon","id":null}\n\nevent: change\ndata: {{\n\nevent: other\ndata: {}\n\n'
    response.writeHead(200, head).write(odd + changeText('partners'))
  })
  const heard = createDeferred<unknown>()
  onTestFinished(subscribeToChanges(createClient({ baseUrl }), heard.resolve))
  expect(await heard.promise).toEqual({ feature: 'partners', id })
})

test('the client reports how far back a connection repeats changes, before it reports them', async () => {
  const { baseUrl } = await serve((_, response) => {
    response.writeHead(200, head).write(`event: replay\ndata: {"ms":4200}\n\n${changeText('orders')}`)
  })
  const heard: unknown[] = []
  const heardChange = createDeferred()
  const onChange = ({ feature }: { feature: string }) => {
    heard.push(feature)
    heardChange.resolve()
  }
  const onReplay = (ms: number) => heard.push(ms)
  onTestFinished(subscribeToChanges(createClient({ baseUrl }), onChange, undefined, { onReplay }))
  await heardChange.promise
  expect(heard).toEqual([4200, 'orders'])
})

test('a connection on which nothing arrives is closed, and the client connects again', async () => {
  let turns = 0
  const { baseUrl } = await serve((_, response) => {
    turns += 1
    response.writeHead(200, head).write(turns === 1 ? ': alive\n\n' : changeText('orders'))
  })
  const heard = createDeferred<unknown>()
  onTestFinished(
    subscribeToChanges(createClient({ baseUrl }), heard.resolve, undefined, { ...quick, silenceMs: 30 }),
  )
  expect(await heard.promise).toEqual({ feature: 'orders', id })
})

test.each([401, 403])('after a response of %i the stream stops and does not reconnect', async (status) => {
  const { baseUrl, seen } = await serve((_, response) => answer(response, status, {}))
  const ended = createDeferred()
  const onState = (state: ChangesState) => state === 'stopped' && ended.resolve()
  onTestFinished(subscribeToChanges(createClient({ baseUrl }), () => undefined, onState, quick))
  await ended.promise
  expect(seen).toHaveLength(1)
})

test('the stream stops when the user signs out', async () => {
  const portal = await servePortal()
  const client = createClient({ baseUrl: portal.baseUrl })
  onTestFinished(() => client.dispose())
  await client.session.signIn(alice)
  const ended = createDeferred()
  onTestFinished(
    subscribeToChanges(
      client,
      () => undefined,
      (state) => state === 'stopped' && ended.resolve(),
      quick,
    ),
  )
  await client.session.signOut()
  await ended.promise
})
