import { readFileSync } from 'node:fs'
import { previewTokenHeader, type Route, type RouteName, routes } from '@pontic/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { addressOf, as, createPeople, type People, type Person } from '../../test/people.ts'
import { uploadFile } from '../../test/upload.ts'

const scans = new URL('../../../../../demo/scans/', import.meta.url)
const scan = readFileSync(new URL('case0-lower-teeth.obj', scans))

let app: TestApp
let people: People
let orderId: string
let token: string
let photo: Buffer
const files: { id: string; bytes: Buffer }[] = []
beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
  const order = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'pending' })
  orderId = order.id
  const red = { create: { width: 3_000, height: 20, channels: 3, background: '#c02020' } } as const
  photo = await sharp(red)
    .jpeg()
    .withExif({ IFD0: { Artist: 'Ada Secret' } })
    .toBuffer()
  const given: [string, Buffer, 'lower' | 'photo' | 'document'][] = [
    ['lower.obj', scan, 'lower'],
    ['face.jpg', photo, 'photo'],
    ['letter.pdf', Buffer.from('%PDF-1.7\nAda Secret'), 'document'],
  ]
  for (const [name, bytes, role] of given)
    files.push({ id: (await uploadFile(app, people.alice, orderId, { name, bytes, role })).id, bytes })
  await app.runJobs()
  const shared = { body: { id: orderId, email: people.dave.email, download: false } }
  expect((await as(app, people.alice).call('orders.share', shared)).status).toBe(200)
  const link = await as(app, people.alice).call('previews.createLink', { body: { id: orderId } })
  token = new URL(link.body.data.url).hash.slice(1)
})
afterAll(() => app.close())

/** Returns the addresses of all routes that send bytes of one file, for several levels and picture sizes. */
function addressesOf(fileId: string): string[] {
  const streams = (Object.entries(routes) as [RouteName, Route][]).filter(
    ([, { method, reply, path }]) => method === 'GET' && reply === 'stream' && path.includes(':fileId'),
  )
  const forms = [
    { level: '0', size: 'small' },
    { level: '1', size: 'large' },
    { level: '2', size: 'large' },
  ]
  return streams.flatMap(([name, { path }]) =>
    forms.map((form) => {
      const all: Record<string, string> = { id: orderId, fileId, ...form }
      const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, part]) => [part!, all[part!]!]))
      return addressOf(name, { params: params as never })
    }),
  )
}

const whoLooks = {
  'dave, an individual who may not download': () => ({ authorization: `Bearer ${people.dave.token}` }),
  'somebody with a link': () => ({ [previewTokenHeader]: token }),
  'a stranger': () => ({}),
  'an individual’s link': () => ({
    authorization: `Bearer ${people.dave.token}`,
    [previewTokenHeader]: token,
  }),
} satisfies Record<string, () => Record<string, string>>

const readAll = async (headers: Record<string, string>, fileId: string) => {
  const got: { path: string; status: number; type: string | null; bytes: Buffer }[] = []
  for (const path of new Set(addressesOf(fileId))) {
    const answer = await fetch(app.url + path, { headers })
    const type = answer.headers.get('content-type')
    got.push({ path, status: answer.status, type, bytes: Buffer.from(await answer.arrayBuffer()) })
  }
  return got
}

describe('A view-only share', () => {
  it.each(Object.entries(whoLooks))('T03: no byte of an original is sent to %s', async (_, headersOf) => {
    for (const { id, bytes } of files) {
      const answers = await readAll(headersOf(), id)
      expect(answers.length).toBeGreaterThan(10)
      for (const { path, bytes: got } of answers) {
        expect([path, got.equals(bytes), got.includes('Ada Secret')]).toEqual([path, false, false])
        // The reply must not contain the beginning of the original.
        expect([path, got.includes(bytes.subarray(0, 64))]).toEqual([path, false])
      }
    }
  })

  it('T03: an individual and the holder of a link see the scan by its levels and picture', async () => {
    for (const name of ['dave, an individual who may not download', 'somebody with a link'] as const) {
      const good = (await readAll(whoLooks[name](), files[0]!.id)).filter(({ status }) => status === 200)
      expect(good.map(({ type }) => type).toSorted()).toEqual([
        'image/png',
        'image/webp',
        'model/gltf-binary',
        'model/gltf-binary',
      ])
    }
  })

  it('an individual sees a redrawn photo, smaller and without EXIF data, also by range', async () => {
    const path = addressOf('previews.read', { params: { id: orderId, fileId: files[1]!.id } })
    const get = (headers = {}) =>
      fetch(app.url + path, { headers: { authorization: `Bearer ${people.dave.token}`, ...headers } })
    const drawn = Buffer.from(await (await get()).arrayBuffer())
    const facts = await sharp(drawn).metadata()
    expect(facts).toMatchObject({ format: 'webp', width: 2_048 })
    expect(facts.exif).toBeUndefined()
    const part = await get({ range: 'bytes=0-3' })
    expect([part.status, await part.text()]).toEqual([206, 'RIFF'])
  })

  it('the parties get the original files, and so does the individual once the clinic allows downloads', async () => {
    const share = { body: { id: orderId, email: people.dave.email, download: true } }
    await as(app, people.alice).call('orders.share', share)
    const download = async (person: Person, id: string) => {
      const path = addressOf('files.download', { params: { id: orderId, fileId: id } as never })
      const answer = await fetch(app.url + path, { headers: { authorization: `Bearer ${person.token}` } })
      return Buffer.from(await answer.arrayBuffer())
    }
    for (const person of [people.alice, people.bob, people.dave])
      for (const { id, bytes } of files) expect((await download(person, id)).equals(bytes)).toBe(true)
  })
})
