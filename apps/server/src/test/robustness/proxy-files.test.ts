import { readFileSync } from 'node:fs'
import type { OrderFile } from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notifyAccessRevoked } from '../../platform/db/notify.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { insertOrder, insertPartnership } from '../insert-rows.ts'
import { addressOf, as, createPeople, createSession, type People, type Person } from '../people.ts'
import { haveNginx, type StartedProxy, startNginx } from '../proxies.ts'
import { hashOf, uploadFile } from '../upload.ts'

const scan = readFileSync(new URL('../../../../../demo/scans/case0-upper-teeth.obj', import.meta.url))

describe.skipIf(!haveNginx())('Downloads that the shipped nginx sends', () => {
  let app: TestApp
  let people: People
  let proxy: string
  let nginx: StartedProxy
  let order: { id: string }
  let file: OrderFile
  let path: string
  beforeAll(async () => {
    app = await startTestApp({
      PONTIC_TRUSTED_PROXIES: '127.0.0.1',
      PONTIC_PROXY_FILES: '/stored-files/',
    })
    people = await createPeople(app)
    await insertPartnership(app, people.alice, people.bob)
    order = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'pending' })
    file = await uploadFile(app, people.alice, order.id, { name: 'upper.obj', bytes: scan })
    path = addressOf('files.download', { params: { id: order.id, fileId: file.id } })
    nginx = await startNginx({ nodes: [app], filesFolder: `${app.dataFolder}/storage/files/` })
    proxy = nginx.url
  })
  afterAll(async () => {
    await nginx.stop()
    await app.close()
  })

  const bearer = (person: Pick<Person, 'token'>) => ({ authorization: `Bearer ${person.token}` })
  const get = async (from: string, headers: Record<string, string> = {}, base = proxy) => {
    const answer = await fetch(base + from, { headers })
    return {
      status: answer.status,
      headers: answer.headers,
      bytes: Buffer.from(await answer.arrayBuffer()),
    }
  }

  test('nginx sends the same bytes and headers as the portal, without the location of the file', async () => {
    const sent = await get(path, bearer(people.bob))
    expect([sent.status, sent.bytes.equals(scan)]).toEqual([200, true])
    expect(sent.headers.has('x-accel-redirect')).toBe(false)
    const direct = await get(path, bearer(people.bob), app.url)
    expect([direct.status, direct.bytes.equals(scan)]).toEqual([200, true])
    const ofConnection = new Set(['date', 'connection', 'keep-alive', 'server', 'x-request-id'])
    const facts = ({ headers }: typeof sent) =>
      [...headers].filter(([name]) => !ofConnection.has(name)).sort()
    expect(facts(sent)).toEqual(facts(direct))
    expect(sent.headers.get('etag')).toBe(`"${hashOf(scan)}"`)
    expect(sent.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('the portal sends the bytes itself to a caller that did not come through a trusted proxy', async () => {
    const { url, close } = await app.startSecondNode({ PONTIC_TRUSTED_PROXIES: '192.0.2.1' })
    const got = await get(path, { ...bearer(people.bob), 'x-forwarded-for': '198.51.100.7' }, url)
    await close()
    expect([got.status, got.bytes.equals(scan)]).toEqual([200, true])
    expect(got.headers.has('x-accel-redirect')).toBe(false)
  })

  test('nginx sends any range, and the portal answers 416, 304 and HEAD', async () => {
    const size = scan.length
    const wishes: [range: string, from: number, to: number][] = [
      ['bytes=0-0', 0, 1],
      ['bytes=1048570-1048590', 1_048_570, 1_048_591],
      ['bytes=-7', size - 7, size],
      [`bytes=10-${size + 10}`, 10, size],
    ]
    const part = (range: string, more = {}) => get(path, { ...bearer(people.bob), range, ...more })
    for (const [range, from, to] of wishes) {
      const got = await part(range)
      expect([range, got.status]).toEqual([range, 206])
      expect(got.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${size}`)
      expect(got.bytes.equals(scan.subarray(from, to))).toBe(true)
    }
    const outside = await part(`bytes=${size}-`)
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
    expect((await part('bytes=0-1,5-6')).status).toBe(200)
    expect((await part('bytes=0-9', { 'if-range': '"other"' })).status).toBe(200)
    expect((await part('bytes=0-9', { 'if-range': `"${hashOf(scan)}"` })).status).toBe(206)
    const known = await get(path, { ...bearer(people.bob), 'if-none-match': `"${hashOf(scan)}"` })
    expect([known.status, known.bytes.length]).toEqual([304, 0])
    const head = await fetch(proxy + path, { method: 'HEAD', headers: bearer(people.bob) })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)])
  })

  test('T03: nginx sends no file without the portal’s permission', async () => {
    const stored = `${hashOf(scan).slice(0, 2)}/${hashOf(scan).slice(2, 4)}/${hashOf(scan)}`
    const outside = ['/stored-files/', `/stored-files/${stored}`, `/restful/../stored-files/${stored}`]
    for (const one of outside)
      expect([one, (await get(one, bearer(people.alice))).status]).toEqual([one, 404])
    expect(
      (await get(`/stored-files/${stored}`, { 'x-accel-redirect': `/stored-files/${stored}` })).status,
    ).toBe(404)
    expect((await get(path)).status).toBe(401)
    expect((await get(path, bearer(people.carol))).status).toBe(404)
  })

  test('T04, T11: a ticket and a token are refused at the next call after the session has ended', async () => {
    const ben = { ...people.ben, ...(await createSession(app, people.ben.accountId)) }
    const { body } = await as(app, ben).call('files.createTicket', {
      body: { id: order.id, fileId: file.id },
    })
    const ticket = body.data.path as string
    expect((await get(ticket)).bytes.equals(scan)).toBe(true)
    expect((await get(path, bearer(ben))).status).toBe(200)
    await app.services.database.db.deleteFrom('session').where('id', '=', ben.sessionId).execute()
    await app.services.database.transaction((tx) => notifyAccessRevoked(tx, { sessionId: ben.sessionId }))
    expect((await get(ticket, { range: 'bytes=1-' })).status).toBe(404)
    expect((await get(path, bearer(ben))).status).toBe(401)
  })

  test('the download of a file whose bytes are missing fails without the location of the file', async () => {
    const lost = await uploadFile(app, people.alice, order.id, {
      name: 'lost.obj',
      bytes: Buffer.concat([scan, Buffer.from('v 0 0 0\n')]),
    })
    await app.services.storage.removeFile(lost.sha256!)
    const got = await get(
      addressOf('files.download', { params: { id: order.id, fileId: lost.id } }),
      bearer(people.bob),
    )
    expect(got.status).toBe(500)
    expect(got.headers.has('x-accel-redirect')).toBe(false)
    expect(got.bytes.toString()).not.toMatch(/stored-files|[0-9a-f]{64}/)
  })
})
