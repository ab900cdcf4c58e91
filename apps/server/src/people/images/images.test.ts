import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib'
import { imageRules, limits } from '@pontic/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'
import { removeUnusedImages } from './images.service.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

type Reply = { error?: string; message: string; data: { id: string; widthPx: number; heightPx: number } }

async function upload(person: Person, purpose: string, bytes: Uint8Array, type = 'application/octet-stream') {
  const response = await fetch(`${app.url}/restful/images/${purpose}`, {
    method: 'POST',
    body: bytes as Uint8Array<ArrayBuffer>,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': type },
  })
  return { status: response.status, body: (await response.json()) as Reply }
}

async function download(person: Person, id: string) {
  const response = await fetch(`${app.url}/restful/images/${id}`, {
    headers: { authorization: `Bearer ${person.token}` },
  })
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

/** Returns a picture of one colour. */
const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2446d8' } })

/** Returns a PNG chunk: length, type, data, checksum. */
function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}

/** Returns a gigabyte of zeros, compressed with zlib (RFC 1950 §2.2) without allocating the gigabyte. */
function packedGigabyte(): Buffer {
  const part = deflateRawSync(Buffer.alloc(16 * 1024 * 1024), { finishFlush: constants.Z_FULL_FLUSH })
  const parts = Array.from({ length: 64 }, () => part)
  const sum = Buffer.alloc(4)
  // The upper half of the Adler-32 of zeros is their number modulo 65521, and the lower half is 1.
  sum.writeUInt32BE((((1024 ** 3 % 65_521) << 16) | 1) >>> 0)
  return Buffer.concat([Buffer.of(0x78, 0x9c), ...parts, deflateRawSync(Buffer.alloc(0)), sum])
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function headerOf(width: number, height: number): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([8, 2, 0, 0, 0], 8)
  return chunk('IHDR', data)
}

describe('accepted pictures', () => {
  it('T38: a photo is stored without its GPS position, upright, and reduced to the size of its purpose', async () => {
    const photo = await drawn(1600, 1200)
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const { status, body } = await upload(people.alice, 'logo', photo)
    expect(status).toBe(200)
    // Rotated by 90 degrees: the width of 1600 becomes the height.
    expect(body.data).toMatchObject({ widthPx: 480, heightPx: 640 })
    const { bytes, headers } = await download(people.alice, body.data.id)
    const found = await sharp(bytes).metadata()
    expect(found).toMatchObject({ format: 'jpeg', width: 480, height: 640 })
    for (const block of [found.exif, found.icc, found.xmp, found.iptc]) expect(block).toBeUndefined()
    expect(headers.get('content-type')).toBe('image/jpeg')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect(headers.get('vary')).toBe('Authorization')
    expect(headers.get('content-security-policy')).toContain('sandbox')
  })

  it('T38: a web page that is also a valid JPG loses everything but its pixels', async () => {
    const page = '<html><script>alert(1)</script></html>'
    const picture = await drawn(300, 200).jpeg().toBuffer()
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, page.length + 2]), Buffer.from(page)])
    const both = Buffer.concat([picture.subarray(0, 2), comment, picture.subarray(2), Buffer.from(page)])
    const { status, body } = await upload(people.alice, 'avatar', both, 'application/octet-stream')
    expect(status).toBe(200)
    const { bytes } = await download(people.alice, body.data.id)
    expect(bytes.includes('script')).toBe(false)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 512, height: 512 })
  })

  it('T38: a CMYK photo is converted to a format that every browser shows', async () => {
    const cmyk = await drawn(640, 480).toColourspace('cmyk').jpeg().toBuffer()
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk')
    const { body } = await upload(people.alice, 'logo', cmyk)
    const { bytes } = await download(people.alice, body.data.id)
    expect((await sharp(bytes).metadata()).space).toBe('srgb')
  })

  it('a PNG keeps its transparency, and small pictures are not enlarged', async () => {
    const clear = await sharp({ create: { width: 120, height: 60, channels: 4, background: '#0000' } })
      .png()
      .toBuffer()
    const { body } = await upload(people.bob, 'logo', clear)
    expect(body.data).toMatchObject({ widthPx: 120, heightPx: 60 })
    const { bytes } = await download(people.bob, body.data.id)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', hasAlpha: true })
  })

  it('T38: a cover must be at least 900 pixels wide', async () => {
    const narrow = await upload(people.alice, 'cover', await drawn(899, 400).png().toBuffer())
    expect(narrow).toMatchObject({ status: 400, body: { error: 'image.too_narrow' } })
    expect(narrow.body.message).toContain(String(imageRules.cover.minWidthPx))
    const wide = await upload(people.alice, 'cover', await drawn(900, 400).png().toBuffer())
    expect(wide).toMatchObject({ status: 200, body: { data: { widthPx: 900, heightPx: 400 } } })
  })
})

describe('refused pictures', () => {
  const refused = async (bytes: Uint8Array, error: string, status = 400) => {
    const before = process.memoryUsage().rss
    const answer = await upload(people.alice, 'avatar', bytes)
    expect([answer.body.error, answer.status]).toEqual([error, status])
    // A decoder without limits would need more than a gigabyte for the pixels or the profile.
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
  }

  it('T38: SVG, GIF, WebP and empty files are refused', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="9" height="9"/></svg>'
    await refused(Buffer.from(svg), 'image.kind_refused')
    await refused(await drawn(20, 20).gif().toBuffer(), 'image.kind_refused')
    await refused(await drawn(20, 20).webp().toBuffer(), 'image.kind_refused')
    await refused(Buffer.alloc(0), 'image.kind_refused')
    const typed = await upload(people.alice, 'avatar', await drawn(20, 20).png().toBuffer(), 'image/svg+xml')
    expect(typed.status).toBe(415)
  })

  it('T38: a file of more than 4 MiB is refused', async () => {
    const { status, body } = await upload(people.alice, 'avatar', Buffer.alloc(limits.imageBytesMax + 1))
    expect([status, body.error, body.message]).toEqual([
      413,
      'image.too_large',
      'Image size cannot exceed 4MB.',
    ])
  })

  it('T39: a PNG of 30,000 by 30,000 pixels is refused before it is decoded', async () => {
    const data = chunk('IDAT', deflateSync(Buffer.alloc(1_000_000)))
    const flood = Buffer.concat([signature, headerOf(30_000, 30_000), data, chunk('IEND', Buffer.alloc(0))])
    await refused(flood, 'image.unreadable')
  })

  it('T39: truncated pictures are refused', async () => {
    const noise = Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, at) => (at * 7919) % 251))
    const raw = sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
    for (const whole of [await raw.clone().jpeg().toBuffer(), await raw.clone().png().toBuffer()]) {
      for (const part of [0.02, 0.5, 0.95]) {
        await refused(whole.subarray(0, Math.floor(whole.length * part)), 'image.unreadable')
      }
    }
    // The end marker follows half of the pixels.
    const jpeg = await raw.clone().jpeg().toBuffer()
    const half = Buffer.concat([jpeg.subarray(0, jpeg.length / 2), Buffer.from([0xff, 0xd9])])
    await refused(half, 'image.unreadable')
  })

  it('T39: a colour profile that decompresses to a gigabyte is refused', async () => {
    const profile = chunk('iCCP', Buffer.concat([Buffer.from('bomb\0\0', 'latin1'), packedGigabyte()]))
    const good = await drawn(40, 40).png().toBuffer()
    const bomb = Buffer.concat([good.subarray(0, 33), profile, good.subarray(33)])
    await refused(bomb, 'image.unreadable')
  })

  it('T39: a JPG with more scans than the limit is refused', async () => {
    const picture = await drawn(64, 64).jpeg({ progressive: true }).toBuffer()
    const scan = picture.indexOf(Buffer.from([0xff, 0xda]))
    const scans = picture.subarray(scan, picture.length - 2)
    const many = Buffer.concat([
      picture.subarray(0, scan),
      ...Array.from({ length: 200 }, () => scans),
      picture.subarray(-2),
    ])
    await refused(many, 'image.unreadable')
  })
})

describe('who may see a picture', () => {
  const made = async (person: Person, purpose: 'avatar' | 'logo', widthPx = 64) => {
    const { body } = await upload(person, purpose, await drawn(widthPx, 64).png().toBuffer())
    return body.data.id
  }
  const use = (id: string) =>
    app.services.database.db
      .updateTable('image')
      .set({ used_at: app.clock.now() })
      .where('id', '=', id)
      .execute()
  const statuses = async (id: string, ...who: Person[]) => {
    const found: number[] = []
    for (const person of who) found.push((await download(person, id)).status)
    return found
  }

  it('only the uploader reads a picture until it is used', async () => {
    const id = await made(people.alice, 'avatar')
    expect(await statuses(id, people.alice, people.amy, people.bob)).toEqual([200, 404, 404])
    await use(id)
    expect(await statuses(id, people.alice, people.amy, people.root)).toEqual([200, 200, 200])
    // Other organizations and a member who waits for approval cannot read it.
    expect(await statuses(id, people.bob, people.dave, people.wanda)).toEqual([404, 404, 404])
    const missing = await as(app, people.bob).call('images.get', { params: { id: newId() } })
    const foreign = await as(app, people.bob).call('images.get', { params: { id } })
    expect([foreign.status, foreign.body.error]).toEqual([missing.status, missing.body.error])
  })

  it('a logo is readable for other organizations until its organization is banned', async () => {
    const id = await made(people.carol, 'logo')
    await use(id)
    expect(await statuses(id, people.alice, people.bob)).toEqual([200, 200])
    const ban = (banned_at: Date | null) =>
      app.services.database.db
        .updateTable('organization')
        .set({ banned_at })
        .where('id', '=', people.carol.organizationId)
        .execute()
    await ban(app.clock.now())
    expect(await statuses(id, people.alice, people.root)).toEqual([404, 200])
    await ban(null)
  })

  it('an unused picture is deleted after a day, and its bytes are deleted if no other picture has the same bytes', async () => {
    const { db } = app.services.database
    const unused = await made(people.erin, 'logo', 77)
    const twin = await made(people.erin, 'logo', 77)
    const row = await db
      .selectFrom('image')
      .select('sha256')
      .where('id', '=', unused)
      .executeTakeFirstOrThrow()
    const sha256 = row.sha256.toString('hex')
    await use(twin)
    app.clock.advance({ hours: limits.imageUnusedHours + 1 })
    await removeUnusedImages(app.services)
    expect(await statuses(unused, people.erin)).toEqual([404])
    expect(await statuses(twin, people.erin)).toEqual([200])
    await db.updateTable('image').set({ used_at: null }).where('id', '=', twin).execute()
    await removeUnusedImages(app.services)
    expect(await app.services.storage.findFileSize(sha256)).toBeUndefined()
  })

  it('an account can upload a limited number of pictures an hour', async () => {
    app.clock.advance({ hours: 1 })
    const picture = await drawn(8, 8).png().toBuffer()
    for (let count = 0; count < limits.imagesPerHour; count++) await upload(people.olga, 'avatar', picture)
    expect(await upload(people.olga, 'avatar', picture)).toMatchObject({
      status: 429,
      body: { error: 'request.too_many' },
    })
  })
})
