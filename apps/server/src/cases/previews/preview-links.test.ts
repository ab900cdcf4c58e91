import { readFileSync } from 'node:fs'
import { passwordDigest } from '@pontic/client'
import { limits, previewPassHeader, previewTokenHeader } from '@pontic/contract'
import { sql as rawSql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { addressOf, as, createPeople, type People, type Person } from '../../test/people.ts'
import { uploadFile } from '../../test/upload.ts'
import { signPreviewToken } from './preview-token.ts'

const scan = readFileSync(
  new URL('../../../../../demo/scans/retention-rig-top-attachment.stl', import.meta.url),
)
const password = passwordDigest('see-the-scan-7')

let app: TestApp
let people: People
let order: { id: string; number: string }
let other: { id: string }
let upperId: string
let lowerId: string
let photoId: string
beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
  const parties = { clinic: people.alice, lab: people.bob, status: 'pending' } as const
  order = await insertOrder(app, { ...parties, patientName: 'Ada Secret' })
  other = await insertOrder(app, parties)
  const upload = (name: string, bytes: Buffer, role: 'upper' | 'lower' | 'photo') =>
    uploadFile(app, people.alice, order.id, { name, bytes, role })
  upperId = (await upload('Ada Secret upper.stl', scan, 'upper')).id
  lowerId = (await upload('Ada Secret lower.stl', Buffer.concat([scan]), 'lower')).id
  photoId = (await upload('face.svg', Buffer.from('<svg/>'), 'photo')).id
  await uploadFile(app, people.alice, other.id, { name: 'other.stl', bytes: scan, role: 'upper' })
  await app.runJobs()
})
afterAll(() => app.close())

type Wish = { days?: number; fileIds?: string[]; password?: string; allowsTools?: boolean }

const create = (person: Person, wish: Wish = {}, id = order.id) =>
  as(app, person).call('previews.createLink', { body: { id, ...wish } })

async function createLink(person: Person, wish: Wish = {}) {
  const answer = await create(person, wish)
  expect(answer.status).toBe(200)
  const { url } = answer.body.data
  return { url, token: new URL(url).hash.slice(1) }
}

const headersOf = (token: string, pass?: string) => ({
  [previewTokenHeader]: token,
  ...(pass && { [previewPassHeader]: pass }),
})

const open = (token: string, pass?: string, more = {}) =>
  as(app, undefined).call('previews.open', {}, { ...headersOf(token, pass), ...more })

const download = (token: string, fileId: string, pass?: string) =>
  fetch(app.url + addressOf('meshes.openLevel', { params: { fileId, level: '0' } }), {
    headers: headersOf(token, pass),
  })

const unlock = (token: string, digest: string) =>
  as(app, undefined).call('previews.unlock', { body: { password: digest } }, headersOf(token))

const list = async (person: Person, id = order.id) => {
  const answer = await as(app, person).call('previews.listLinks', { params: { id } })
  expect(answer.status).toBe(200)
  return answer.body.data.list
}

const revoke = (person: Person, linkId: string, id = order.id) =>
  as(app, person).call('previews.revokeLink', { body: { id, linkId } })

it('visitors may measure and compare only if the creator of the link has allowed it', async () => {
  const plain = await createLink(people.alice)
  const withTools = await createLink(people.bob, { allowsTools: true, password })
  expect((await open(plain.token)).body.data.allowsTools).toBe(false)
  // Without the password a link does not even say what it allows.
  const locked = await open(withTools.token)
  expect(locked.body.error).toBe('preview.password_needed')
  expect(JSON.stringify(locked.body)).not.toContain('allowsTools')
  const { pass } = (await unlock(withTools.token, password)).body.data
  expect((await open(withTools.token, pass)).body.data.allowsTools).toBe(true)
  // The clinic sees what the laboratory has allowed.
  const [newest, before] = await list(people.alice)
  expect([newest?.allowsTools, before?.allowsTools]).toEqual([true, false])
  for (const allowsTools of ['yes', 1, null]) {
    const answer = await create(people.alice, { allowsTools } as never)
    expect([answer.status, answer.body.error]).toEqual([400, 'request.invalid'])
  }
})

it('a link of an earlier release, which had the tools, still has them', async () => {
  const { db } = app.services.database
  const sql = readFileSync(
    new URL('../../platform/db/migrations/0047_preview_link_tools.sql', import.meta.url),
    'utf8',
  )
  const kept = await db.transaction().execute(async (tx) => {
    await rawSql`create temporary table preview_link (id int) on commit drop`.execute(tx)
    await rawSql`insert into preview_link values (1)`.execute(tx)
    await rawSql.raw(sql).execute(tx)
    await rawSql`insert into preview_link (id) values (2)`.execute(tx)
    return (await rawSql`select id, allows_tools from preview_link order by id`.execute(tx)).rows
  })
  expect(kept).toEqual([
    { id: 1, allows_tools: true },
    { id: 2, allows_tools: false },
  ])
})

describe('A link with chosen scans', () => {
  it('T66: a link opens the chosen scans and no other scan of its case', async () => {
    const { token } = await createLink(people.alice, { fileIds: [lowerId] })
    const { files } = (await open(token)).body.data
    expect(files.map((file) => file.id)).toEqual([lowerId])
    expect((await download(token, lowerId)).status).toBe(200)
    for (const fileId of [upperId, photoId]) expect((await download(token, fileId)).status).toBe(404)
  })

  it('T66: a scan that the clinic removes from the case is gone from every link with the next request', async () => {
    const { id } = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
    const add = async (role: 'upper' | 'bite') =>
      (await uploadFile(app, people.alice, id, { name: `${role}.stl`, bytes: scan, role })).id
    const [kept, taken] = [await add('upper'), await add('bite')]
    const { url } = (await create(people.alice, { fileIds: [kept, taken] }, id)).body.data
    const token = new URL(url).hash.slice(1)
    expect((await download(token, taken)).status).toBe(200)
    const removed = await as(app, people.alice).call('files.remove', { params: { fileId: taken } })
    expect(removed.status).toBe(200)
    expect((await download(token, taken)).status).toBe(404)
    expect((await open(token)).body.data.files.map((file) => file.id)).toEqual([kept])
  })

  it('T66: a link serves neither levels nor pictures of another scan, and nothing without its password', async () => {
    const open = await createLink(people.alice, { fileIds: [lowerId] })
    const locked = await createLink(people.alice, { fileIds: [lowerId], password })
    const fetchPart = async (token: string, fileId: string, name: 'openLevel' | 'openPicture') => {
      const part = name === 'openLevel' ? { level: '0' as const } : { size: 'large' as const }
      const address = addressOf(`meshes.${name}`, { params: { fileId, ...part } as never })
      const answer = await fetch(app.url + address, { headers: headersOf(token) })
      if (answer.ok) return (await answer.arrayBuffer()).byteLength > 1_000
      return ((await answer.json()) as { error?: string }).error
    }
    for (const name of ['openLevel', 'openPicture'] as const) {
      expect(await fetchPart(open.token, upperId, name)).toBe('preview.link_invalid')
      expect(await fetchPart(open.token, lowerId, name)).toBe(true)
      expect(await fetchPart(locked.token, lowerId, name)).toBe('preview.password_needed')
    }
  })

  it('a link can be created only for scans of the case, not for photos, scans of other cases or unknown ids', async () => {
    const foreign = await uploadFile(app, people.alice, other.id, { name: 'b.stl', bytes: scan })
    for (const fileId of [photoId, foreign.id, other.id]) {
      const answer = await create(people.alice, { fileIds: [lowerId, fileId] })
      expect([answer.status, answer.body.error]).toEqual([404, 'file.not_found'])
    }
    expect((await create(people.alice, { fileIds: [] })).status).toBe(400)
  })

  it('a link without chosen scans opens all scans', async () => {
    const { db } = app.services.database
    const { token } = await createLink(people.alice)
    const link = (await list(people.alice)).find(({ url }) => url?.endsWith(token))!
    const row = await db
      .selectFrom('preview_link')
      .select(['file_ids', 'password_hash'])
      .where('id', '=', link.id)
      .executeTakeFirst()
    expect(row).toEqual({ file_ids: null, password_hash: null })
    expect((await open(token)).body.data.files.map((file) => file.id)).toEqual([upperId, lowerId])
  })
})

describe('A link with a password', () => {
  it('T66: a link reveals nothing without its password, not even the number of the case', async () => {
    const { token } = await createLink(people.alice, { password })
    const answer = await open(token)
    expect([answer.status, answer.body.error]).toEqual([403, 'preview.password_needed'])
    expect(JSON.stringify(answer.body)).not.toContain(order.number)
    expect((await download(token, upperId)).status).toBe(403)

    const wrong = await unlock(token, passwordDigest('another-word-7'))
    expect([wrong.status, wrong.body.error]).toEqual([403, 'preview.password_wrong'])
    const { pass } = (await unlock(token, password)).body.data
    expect((await open(token, pass)).body.data.number).toBe(order.number)
    expect((await download(token, upperId, pass)).status).toBe(200)
  })

  it('T66: the pass of one link opens no other, a token is no pass, and a pass expires', async () => {
    const first = await createLink(people.alice, { password })
    const second = await createLink(people.alice, { password })
    const { pass } = (await unlock(first.token, password)).body.data
    const linkId = (await list(people.alice)).find(({ url }) => url === first.url)!.id
    const expiresAt = new Date(app.clock.now().getTime() + 1000)
    const forged = signPreviewToken(
      'another key that has more than 32 letters',
      { linkId, expiresAt },
      'pass',
    )
    for (const wrong of [second.token, first.token, forged, 'x'.repeat(72)])
      expect((await open(first.token, wrong)).status).toBe(403)
    expect((await open(second.token, pass)).status).toBe(403)
    // A pass cannot be used as a token.
    expect((await open(pass)).status).toBe(404)
    expect((await open(first.token, pass)).status).toBe(200)
    app.clock.advance({ hours: limits.previewPassHours })
    expect((await open(first.token, pass)).body.error).toBe('preview.password_needed')
  })

  it('T66: password attempts are limited, also parallel ones, and then even the right password is refused for a while', async () => {
    app.clock.advance({ hours: 1 })
    const { token } = await createLink(people.alice, { password })
    const tries = Array.from({ length: limits.previewPasswordTriesPerQuarterHour * 2 }, (_, at) =>
      unlock(token, passwordDigest(`guess-number-${at}`)),
    )
    const errors = (await Promise.all(tries)).map((answer) => answer.body.error)
    expect(errors.filter((key) => key === 'preview.password_wrong')).toHaveLength(
      limits.previewPasswordTriesPerQuarterHour,
    )
    const late = await unlock(token, password)
    expect([late.status, late.body.error]).toEqual([429, 'request.too_many'])
    expect(late.headers.get('retry-after')).not.toBeNull()
    app.clock.advance({ minutes: 15 })
    expect((await unlock(token, password)).status).toBe(200)
  })

  it('the password is stored as a salted hash, which is in no reply and in no log', async () => {
    const { token } = await createLink(people.alice, { password })
    await unlock(token, password)
    const rows = await app.services.database.db.selectFrom('preview_link').select('password_hash').execute()
    const hashes = rows.flatMap((row) => row.password_hash ?? [])
    expect(new Set(hashes).size).toBe(hashes.length)
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$/)
    const output = JSON.stringify([await list(people.alice), app.logLines])
    for (const secret of [password, ...hashes]) expect(output).not.toContain(secret)
  })
})

describe('The links of a case', () => {
  it('the list shows when and from which network a link was viewed, never the complete address', async () => {
    const { token, url } = await createLink(people.alice, { fileIds: [upperId], days: 3 })
    const agent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604.1'
    await open(token, undefined, { 'user-agent': agent })
    await open(token)
    const link = (await list(people.alice)).find((one) => one.url === url)
    expect(link).toMatchObject({
      state: 'open',
      by: 'Alice',
      organizationName: people.alice.organizationName,
      fileIds: [upperId],
      hasPassword: false,
      views: 2,
    })
    expect(link?.lastViews).toHaveLength(2)
    expect(link?.lastViews[1]).toMatchObject({ network: '127.0.0.0/24', browser: 'Safari', system: 'iOS' })
    expect(JSON.stringify(link)).not.toContain('127.0.0.1')
  })

  it('a refused request does not count as a view', async () => {
    const { token, url } = await createLink(people.alice, { password })
    await open(token)
    await unlock(token, passwordDigest('another-word-7'))
    expect((await list(people.alice)).find((one) => one.url === url)?.views).toBe(0)
  })

  it('a revocation notifies open pages, and later requests with the link get 410', async () => {
    const { token, url } = await createLink(people.alice)
    const { id } = (await list(people.alice)).find((one) => one.url === url)!
    const leaving = new AbortController()
    const stream = await fetch(app.url + addressOf('previews.events'), {
      headers: headersOf(token),
      signal: leaving.signal,
    })
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
    let heard = ''
    const until = async (text: string) => {
      while (!heard.includes(text)) heard += (await reader.read()).value ?? ''
    }
    await until('retry:')
    expect((await revoke(people.alice, id)).status).toBe(200)
    await until('event: change')
    // The event names neither the order nor a person.
    expect(heard).toContain('data: {}')
    leaving.abort()
    for (const name of ['previews.open', 'previews.progress', 'previews.events'] as const) {
      const answer = await fetch(app.url + addressOf(name), { headers: headersOf(token) })
      expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
        410,
        'preview.link_revoked',
      ])
    }
  })

  it('a revoked link stops working at once, and stays in the list without its URL', async () => {
    const { token, url } = await createLink(people.alice, { password })
    const { pass } = (await unlock(token, password)).body.data
    const { id } = (await list(people.alice)).find((one) => one.url === url)!
    expect((await revoke(people.amy, id)).status).toBe(200)
    expect((await open(token, pass)).body.error).toBe('preview.link_revoked')
    expect((await download(token, upperId, pass)).status).toBe(410)
    expect((await unlock(token, password)).status).toBe(410)
    expect((await list(people.alice)).find((one) => one.id === id)).toMatchObject({
      state: 'revoked',
      url: null,
    })
    // A repeated call changes nothing.
    expect((await revoke(people.alice, id)).status).toBe(200)
  })

  it('a link that is older than those in the list can be revoked', async () => {
    expect((await create(people.alice, {}, other.id)).status).toBe(200)
    const { id } = (await list(people.alice, other.id))[0]!
    const { db } = app.services.database
    const row = await db.selectFrom('preview_link').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const created_at = new Date(app.clock.now().getTime() + 1000)
    const newer = Array.from({ length: limits.previewLinksListed }, () => ({
      ...row,
      id: newId(),
      created_at,
    }))
    await db.insertInto('preview_link').values(newer).execute()
    expect((await list(people.alice, other.id)).map((one) => one.id)).not.toContain(id)
    expect((await revoke(people.alice, id, other.id)).status).toBe(200)
  })

  it('a laboratory manages its own links; the clinic also sees and revokes them, but never sees their URL', async () => {
    const made = await createLink(people.bob, { fileIds: [upperId] })
    const own = (await list(people.bob)).find(({ url }) => url === made.url)!
    expect(own.by).toBe('Bob')
    expect((await list(people.bob)).every((link) => link.organizationName === own.organizationName)).toBe(
      true,
    )
    const seen = (await list(people.alice)).find(({ id }) => id === own.id)
    expect(seen).toMatchObject({ url: null, by: '', organizationName: people.bob.organizationName })

    const ofAlice = (await list(people.alice)).find(({ by }) => by === 'Alice')!
    const answer = await revoke(people.bob, ofAlice.id)
    expect([answer.status, answer.body.error]).toEqual([404, 'preview.link_not_found'])
    expect((await revoke(people.alice, own.id)).status).toBe(200)
    expect((await open(made.token)).status).toBe(410)
  })

  it('links are visible only to the parties of the case, and cannot be revoked under another case', async () => {
    const { url } = await createLink(people.alice)
    const { id } = (await list(people.alice)).find((one) => one.url === url)!
    for (const person of [people.erin, people.carol]) {
      const listed = await as(app, person).call('previews.listLinks', { params: { id: order.id } })
      expect(listed.body.error).toBe('order.not_found')
      expect((await revoke(person, id)).body.error).toBe('order.not_found')
    }
    expect((await revoke(people.alice, id, other.id)).body.error).toBe('preview.link_not_found')
  })

  it('creation, revocation and opening of a link are audited', async () => {
    const { token, url } = await createLink(people.amy, { fileIds: [upperId] })
    const { id } = (await list(people.alice)).find((one) => one.url === url)!
    await open(token)
    await revoke(people.alice, id)
    const rows = await app.services.database.db
      .selectFrom('audit')
      .select(['action', 'account_id'])
      .where('object_id', '=', order.id)
      .where((on) => on.eb('detail', '@>', JSON.stringify({ linkId: id })))
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { action: 'previews.createLink', account_id: people.amy.accountId },
      { action: 'previews.open', account_id: null },
      { action: 'previews.revokeLink', account_id: people.alice.accountId },
    ])
  })

  it('the number of new links per hour is limited', async () => {
    app.clock.advance({ hours: 1 })
    const { ben } = people
    const made = []
    for (let at = 0; at <= limits.previewLinksPerHour; at += 1) made.push((await create(ben)).status)
    expect(made.slice(0, -1).every((status) => status === 200)).toBe(true)
    expect(made.at(-1)).toBe(429)
  })
})
