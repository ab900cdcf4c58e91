import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { MeshFacts, OrderFile } from '@pontic/contract'
import { previewTokenHeader } from '@pontic/contract'
import { writeDracoGlb } from '@pontic/viewer/draco-files'
import { makeBox } from '@pontic/viewer/made-scans'
import { decodePreview } from '@pontic/viewer/preview'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { addressOf, as, createPeople, type People, type Person } from '../../test/people.ts'
import { uploadFile } from '../../test/upload.ts'
import { writeZip } from '../../test/zip-bombs.ts'
import { catchUpMeshes } from './mesh-files.service.ts'

const scans = new URL('../../../../../demo/scans/', import.meta.url)
const rig = readFileSync(new URL('retention-rig-top-attachment.stl', scans))
const upper = readFileSync(new URL('case0-upper-teeth.obj', scans))
const broken = Buffer.from(
  'ply\nformat ascii 1.0\nelement vertex 4000000000\nproperty float x\nend_header\n1\n',
)

/** Creates a GLB from this JSON and body. */
function glb(json: object, body: Buffer = Buffer.alloc(0)): Buffer {
  const text = Buffer.from(JSON.stringify(json))
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')])
  const head = Buffer.alloc(20)
  const length = 28 + padded.length + body.length
  for (const [i, word] of [0x46546c67, 2, length, padded.length, 0x4e4f534a].entries())
    head.writeUInt32LE(word, i * 4)
  const second = Buffer.alloc(8)
  second.writeUInt32LE(body.length, 0)
  second.writeUInt32LE(0x004e4942, 4)
  return Buffer.concat([head, padded, second, body])
}

/** Creates a GLB with a triangle of 10 mm, whose corners map to the middle of the picture. */
function texturedGlb(picture: Buffer): Buffer {
  const points = [0, 0, 0, 10, 0, 0, 0, 10, 0]
  const numbers = Buffer.from(Float32Array.from([...points, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]).buffer)
  const json = {
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, name: 'Ada Secret' }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, material: 0 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' },
      { bufferView: 1, componentType: 5126, count: 3, type: 'VEC2' },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: 36 },
      { buffer: 0, byteOffset: 36, byteLength: 24 },
      { buffer: 0, byteOffset: 60, byteLength: picture.length },
    ],
    materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    textures: [{ source: 0 }],
    images: [{ bufferView: 2, name: 'Ada Secret' }],
  }
  return glb(json, Buffer.concat([numbers, picture]))
}

const box = makeBox([10, 20, 30], 12)
const dracoGlb = Buffer.from(writeDracoGlb(box))

let app: TestApp
let people: People
beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app.close())

const insertCase = (status: 'uploaded' | 'pending' = 'uploaded') =>
  insertOrder(app, { clinic: people.alice, lab: people.bob, status, patientName: 'Ada Secret' })

/** Changes the last letter of a preview token. All 72 letters are significant, because they encode 54 bytes. */
const forge = (token: string) => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`

type TestCase = Awaited<ReturnType<typeof insertCase>>

async function addScan(order: TestCase, name: string, bytes: Buffer, role: 'upper' | 'lower' = 'upper') {
  const { id } = await uploadFile(app, people.alice, order.id, { name, bytes, role })
  return id
}

async function readCase(id: string, person: Person = people.alice) {
  const { body } = await as(app, person).call('orders.get', { params: { id } })
  return body.data
}

async function meshOf(orderId: string, fileId: string): Promise<MeshFacts> {
  const { files } = await readCase(orderId)
  return files.find((file: OrderFile) => file.id === fileId)?.mesh as MeshFacts
}

const get = (name: 'meshes.level' | 'meshes.picture', params: object, person: Person | undefined) =>
  fetch(app.url + addressOf(name, { params: params as never }), {
    headers: person ? { authorization: `Bearer ${person.token}` } : {},
  })
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer())

describe('A scan that a clinic has uploaded', () => {
  let order: TestCase
  let fileId: string
  beforeAll(async () => {
    order = await insertCase('pending')
    fileId = await addScan(order, 'Ada Secret.stl', rig)
  })

  it('a scan waits in the queue, and has measures, levels and a picture after the job', async () => {
    expect(await meshOf(order.id, fileId)).toMatchObject({ state: 'waiting', levels: [], hasPicture: false })
    await app.runJobs()
    const mesh = await meshOf(order.id, fileId)
    expect(mesh).toMatchObject({
      state: 'ready',
      reason: null,
      hasPicture: true,
      unit: 'mm',
      hasColors: false,
    })
    expect(mesh.sizeMm?.map(Math.round)).toEqual([14, 19, 16])
    // The scan fits into the coarse level; triangles without an area are removed.
    expect(mesh.levels).toMatchObject([{ level: 0, triangleCount: 8575 }])
  })

  it('both sides can read the levels of a scan, which do not contain its name', async () => {
    for (const person of [people.alice, people.bob]) {
      const answer = await get('meshes.level', { id: order.id, fileId, level: '0' }, person)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('model/gltf-binary')
      const bytes = await bytesOf(answer)
      expect(Buffer.from(bytes).includes('Secret')).toBe(false)
      const { mesh, measure } = await decodePreview(bytes)
      expect(mesh.triangleCount).toBe(8575)
      expect(measure.sizeMm.map(Math.round)).toEqual([14, 19, 16])
    }
    expect((await get('meshes.level', { id: order.id, fileId, level: '1' }, people.alice)).status).toBe(404)
  })

  it('the picture of a scan is not empty, and the case uses it as its screenshot', async () => {
    const sizes = { small: [240, 180, 'webp'], large: [1200, 900, 'png'] } as const
    for (const [size, [width, height, format]] of Object.entries(sizes)) {
      const bytes = await bytesOf(await get('meshes.picture', { id: order.id, fileId, size }, people.bob))
      expect(await sharp(bytes).metadata()).toMatchObject({ width, height, format, hasAlpha: true })
      const { channels } = await sharp(bytes).stats()
      // Part of the picture is the scan, the rest is transparent, and the scan has more than one tone.
      expect(channels[3]!.mean).toBeGreaterThan(255 * 0.1)
      expect(channels[3]!.mean).toBeLessThan(255 * 0.9)
      expect(channels[1]!.stdev).toBeGreaterThan(10)
    }
    const { order: shown } = await readCase(order.id, people.bob)
    expect(shown.screenshot).toBe(fileId)
  })

  it('a scan is hidden from everybody but the two parties and the holders of a valid preview link', async () => {
    for (const person of [people.carol, people.erin, people.dave, undefined]) {
      const expected = person === undefined ? 401 : 404
      const level = await get('meshes.level', { id: order.id, fileId, level: '0' }, person)
      const picture = await get('meshes.picture', { id: order.id, fileId, size: 'small' }, person)
      expect([level.status, picture.status]).toEqual([expected, expected])
    }
    const made = await as(app, people.alice).call('previews.createLink', { body: { id: order.id } })
    const token = new URL(made.body.data.url).hash.slice(1)
    for (const [address, type] of [
      [addressOf('meshes.openLevel', { params: { fileId, level: '0' } }), 'model/gltf-binary'],
      [addressOf('meshes.openPicture', { params: { fileId, size: 'small' } }), 'image/webp'],
    ] as const) {
      const open = (text: string) => fetch(app.url + address, { headers: { [previewTokenHeader]: text } })
      const opened = await open(token)
      expect([opened.status, opened.headers.get('content-type')]).toEqual([200, type])
      expect((await open(forge(token))).status).toBe(404)
    }
  })
})

describe('A page that a preview link opens', () => {
  it('a page with a valid link receives the processing progress without counting a view', async () => {
    const order = await insertCase()
    const own = Buffer.concat([upper, Buffer.from('# of the link\n')])
    const [chosen] = [await addScan(order, 'a.obj', own), await addScan(order, 'b.stl', rig)]
    const made = await as(app, people.alice).call('previews.createLink', {
      body: { id: order.id, fileIds: [chosen] },
    })
    const token = new URL(made.body.data.url).hash.slice(1)
    const ask = (text: string) =>
      as(app, undefined).call('previews.progress', {}, { [previewTokenHeader]: text })
    const before = await ask(token)
    expect(before.body.data.files).toMatchObject([{ id: chosen, mesh: { state: 'waiting', levels: [] } }])
    await app.runJobs()
    const { files } = (await ask(token)).body.data
    expect(files).toMatchObject([
      { id: chosen, mesh: { state: 'ready', levels: [{ level: 0 }, { level: 1 }] } },
    ])
    const links = await as(app, people.alice).call('previews.listLinks', { params: { id: order.id } })
    expect(links.body.data.list[0]).toMatchObject({ views: 0 })
    expect((await ask(forge(token))).body).toMatchObject({ error: 'preview.link_invalid' })
  })
})

describe('The mesh of a scan', () => {
  it('files with the same bytes share a mesh, which is deleted with the last of these files', async () => {
    const [first, second] = [await insertCase(), await insertCase()]
    const ids = [await addScan(first, 'a.obj', upper), await addScan(second, 'b.obj', upper)]
    await app.runJobs()
    const mesh = await meshOf(second.id, ids[1]!)
    expect(mesh).toMatchObject({ state: 'ready', triangleCount: 85_232, jaw: 'unknown', openEdges: 0 })
    expect(mesh.levels.map(({ level }) => level)).toEqual([0, 1])
    expect(mesh.levels[0]!.sizeBytes).toBeLessThanOrEqual(250_000)
    expect((await readCase(first.id)).order.screenshot).toBe(ids[0])
    const row = await app.services.database.db
      .selectFrom('order_file')
      .select('mesh_key')
      .where('id', '=', ids[0]!)
      .executeTakeFirstOrThrow()
    const key = row.mesh_key!.toString('hex')
    const { storage } = app.services
    const remove = async (at: number) => {
      const { status } = await as(app, people.alice).call('files.remove', { params: { fileId: ids[at]! } })
      expect(status).toBe(200)
      await app.runJobs()
    }
    await remove(0)
    expect((await readCase(first.id)).order.screenshot).toBeNull()
    expect(await storage.findPreviewSize(key, 'level-1')).toBe(mesh.levels[1]!.sizeBytes)
    await remove(1)
    for (const part of ['level-0', 'level-1', 'small', 'large'])
      expect(await storage.findPreviewSize(key, part)).toBeUndefined()
    const left = await app.services.database.db
      .selectFrom('mesh')
      .select('key')
      .where('key', '=', row.mesh_key!)
      .execute()
    expect(left).toEqual([])
  })

  it('the mesh of an OBJ has the colours of its material and texture, also if they are uploaded later', async () => {
    const order = await insertCase()
    const obj = Buffer.from(
      `mtllib ../secret/Jaw.mtl\nv 0 0 0\nv 10 0 0\nv 0 10 0\nvt 0.5 0.5\nusemtl a\nf 1/1 2/1 3/1\n`,
    )
    const fileId = await addScan(order, 'jaw.obj', obj)
    await app.runJobs()
    expect(await meshOf(order.id, fileId)).toMatchObject({ state: 'ready', hasColors: false })
    const add = (name: string, bytes: Buffer, role: 'photo' | 'other') =>
      uploadFile(app, people.alice, order.id, { name, bytes, role })
    const blue = { create: { width: 8, height: 8, channels: 3, background: '#2040c0' } } as const
    await add('jaw.mtl', Buffer.from('newmtl a\nKd 1 1 1\nmap_Kd C:\\x\\Jaw.PNG\n'), 'other')
    await add(
      'jaw.png',
      await sharp(blue)
        .png()
        .withExif({ IFD0: { Artist: 'Ada Secret' } })
        .toBuffer(),
      'photo',
    )
    await app.runJobs()
    expect(await meshOf(order.id, fileId)).toMatchObject({ state: 'ready', hasColors: true })
    const bytes = await bytesOf(await get('meshes.level', { id: order.id, fileId, level: '0' }, people.alice))
    const { mesh } = await decodePreview(bytes)
    expect([...mesh.colors!.subarray(0, 4)]).toEqual([0x20, 0x40, 0xc0, 255])
    expect(Buffer.from(bytes).includes('Secret')).toBe(false)
  })

  it('the catch-up job builds meshes of scans that were verified before previews existed', async () => {
    const order = await insertCase()
    const own = Buffer.concat([rig])
    own.write('of an earlier year', 0)
    const fileId = await addScan(order, 'old.stl', own)
    const { database } = app.services
    const [at, later] = [app.clock.now(), new Date(app.clock.now().getTime() + 60_000)]
    await database.transaction(async (tx) => {
      await tx.updateTable('order_file').set({ mesh_key: null }).where('id', '=', fileId).execute()
      await tx
        .deleteFrom('mesh')
        .where('content_sha256', '=', createHash('sha256').update(own).digest())
        .execute()
    })
    await app.runJobs()
    expect(await meshOf(order.id, fileId)).toBeNull()
    const caughtUp = await database.transaction((tx) => catchUpMeshes(tx, at, later, 10))
    expect(caughtUp).toBeGreaterThan(0)
    await app.runJobs()
    expect(await meshOf(order.id, fileId)).toMatchObject({ state: 'ready' })
  })

  it('T42: a hostile file fails with an error, and another scan of the same case is built', async () => {
    const order = await insertCase()
    const [bad, good] = [
      await addScan(order, 'bad.ply', broken, 'lower'),
      await addScan(order, 'good.stl', rig),
    ]
    await app.runJobs()
    expect(await meshOf(order.id, bad)).toMatchObject({
      state: 'failed',
      reason: 'mesh.truncated',
      levels: [],
    })
    expect(await meshOf(order.id, good)).toMatchObject({ state: 'ready' })
    expect((await readCase(order.id)).order.screenshot).toBe(good)
  })

  it('T42: hostile files of each format fail with an error, and affect no other scan', async () => {
    const order = await insertCase()
    const text = (content: string) => Buffer.from(content)
    const stl = Buffer.concat([rig])
    stl.writeFloatLE(Number.NaN, 84 + 50 * 7 + 16)
    const bomb = writeZip([{ name: '3D/3dmodel.model', content: Buffer.alloc(32 * 1024 * 1024) }])
    const damagedDraco = Buffer.from(dracoGlb.map((byte, at) => (at < dracoGlb.length - 200 ? byte : 255)))
    const nothing = { nodes: [null], scenes: [{ nodes: [0, null] }], meshes: 7, materials: [null] }
    const files: [string, Buffer, string][] = [
      ['nan.stl', stl, 'mesh.bad_number'],
      ['cut.stl', text('solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n'), 'mesh.truncated'],
      ['far.obj', text('mtllib /etc/passwd\nv 0 0 0\nv 1 0 0\nv 0 1 inf\nf 1 2 3\n'), 'mesh.bad_number'],
      ['none.obj', text('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n'), 'mesh.bad_index'],
      ['many.off', text('OFF\n4000000000 2 0\n'), 'mesh.too_large'],
      ['bomb.3mf', bomb, 'mesh.too_large'],
      ['null.glb', glb(nothing), 'mesh.bad_index'],
      ['draco.glb', damagedDraco, 'mesh.draco'],
    ]
    const ids: string[] = []
    for (const [name, bytes] of files) ids.push(await addScan(order, name, bytes, 'lower'))
    const good = await addScan(order, 'good.stl', rig)
    await app.runJobs()
    for (const [at, [name, , reason]] of files.entries())
      expect([name, await meshOf(order.id, ids[at]!)]).toMatchObject([name, { state: 'failed', reason }])
    expect(await meshOf(order.id, good)).toMatchObject({ state: 'ready' })
  })

  it('a GLB that is compressed with Draco gets levels with all its triangles', async () => {
    const order = await insertCase()
    const fileId = await addScan(order, 'draco.glb', dracoGlb)
    await app.runJobs()
    expect(await meshOf(order.id, fileId)).toMatchObject({
      state: 'ready',
      triangleCount: box.indices.length / 3,
    })
  })

  it('the mesh of a GLB has the colours of its PNG or JPEG textures, but no other data of the textures', async () => {
    const order = await insertCase()
    const blue = { create: { width: 8, height: 8, channels: 3, background: '#2040c0' } } as const
    const exif = { IFD0: { Artist: 'Ada Secret', ImageDescription: 'Ada Secret' } }
    const png = await sharp(blue).png().withExif(exif).toBuffer()
    const jpeg = await sharp(blue).jpeg({ quality: 100 }).withExif(exif).toBuffer()
    for (const [name, picture] of [
      ['png.glb', png],
      ['jpeg.glb', jpeg],
    ] as const) {
      expect(picture.includes('Ada Secret')).toBe(true)
      const fileId = await addScan(order, name, texturedGlb(picture))
      await app.runJobs()
      expect(await meshOf(order.id, fileId)).toMatchObject({ state: 'ready', hasColors: true })
      const level = await bytesOf(
        await get('meshes.level', { id: order.id, fileId, level: '0' }, people.alice),
      )
      const { colors } = (await decodePreview(level)).mesh
      // JPEG does not preserve colours exactly.
      for (const [at, value] of [0x20, 0x40, 0xc0].entries())
        expect(Math.abs(colors![at]! - value)).toBeLessThanOrEqual(2)
      for (const size of ['small', 'large'] as const) {
        const drawn = await bytesOf(await get('meshes.picture', { id: order.id, fileId, size }, people.alice))
        expect(await sharp(drawn).metadata()).not.toHaveProperty('exif')
        expect(Buffer.from(drawn).includes('Secret')).toBe(false)
      }
      expect(Buffer.from(level).includes('Secret')).toBe(false)
    }
  })
})

describe('Before a clinic sends a case', () => {
  const send = (order: TestCase) =>
    as(app, people.alice).call('orders.send', { body: { id: order.id, labId: people.bob.organizationId } })

  it('an unreadable scan blocks the send until it is removed', async () => {
    const order = await insertCase()
    const bad = await addScan(order, 'bad.ply', broken, 'lower')
    await app.runJobs()
    expect((await send(order)).body).toMatchObject({ error: 'order.not_ready' })
    await as(app, people.alice).call('files.remove', { params: { fileId: bad } })
    expect((await send(order)).status).toBe(200)
  })

  it('unmet requirements of the laboratory for scans block the send', async () => {
    const order = await insertCase()
    await addScan(order, 'a.stl', rig)
    const require = (requirements: string[]) =>
      as(app, people.bob).call('prescriptions.setRequirements', {
        body: { requirements: requirements as never },
      })
    await require(['restoration.biteScan'])
    expect((await send(order)).body).toMatchObject({ error: 'order.not_ready' })
    await require([])
    expect((await send(order)).status).toBe(200)
  })

  it('only the clinic sees which scans an earlier case also contains', async () => {
    const [first, second] = [await insertCase(), await insertCase()]
    const bytes = Buffer.concat([rig, Buffer.alloc(0)])
    bytes.write('one of its own', 0)
    await addScan(first, 'a.stl', bytes)
    const again = await addScan(second, 'b.stl', bytes)
    expect((await readCase(second.id)).repeated).toEqual([{ fileId: again, number: first.number }])
    expect((await readCase(first.id)).repeated).toEqual([])
    await app.runJobs()
    expect((await send(second)).status).toBe(200)
    expect((await readCase(second.id, people.bob)).repeated).toEqual([])
  })
})
