import { readFileSync } from 'node:fs'
import { previewTokenHeader } from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { addressOf, as, createPeople, type People, type Person } from '../../test/people.ts'
import { uploadFile } from '../../test/upload.ts'
import { signPreviewToken } from './preview-token.ts'

const scan = readFileSync(
  new URL('../../../../../demo/scans/retention-rig-top-attachment.stl', import.meta.url),
)

let app: TestApp
let people: People
let order: { id: string; number: string }
let scanId: string
let photoId: string
beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
  order = await insertOrder(app, {
    clinic: people.alice,
    lab: people.bob,
    status: 'pending',
    patientName: 'Ada Secret',
  })
  const upload = (name: string, bytes: Buffer, role: 'upper' | 'photo') =>
    uploadFile(app, people.alice, order.id, { name, bytes, role })
  scanId = (await upload('Ada Secret upper.stl', scan, 'upper')).id
  photoId = (await upload('face.svg', Buffer.from('<svg onload="alert(1)"/>'), 'photo')).id
  await app.runJobs()
})
afterAll(() => app.close())

async function createLink(person: Person = people.alice, days?: number) {
  const answer = await as(app, person).call('previews.createLink', {
    body: { id: order.id, ...(days && { days }) },
  })
  expect(answer.status).toBe(200)
  const url = new URL(answer.body.data.url)
  return { url, token: url.hash.slice(1), expiresAt: answer.body.data.expiresAt }
}

const open = (token: string) => as(app, undefined).call('previews.open', {}, { [previewTokenHeader]: token })

const download = (token: string, fileId: string, headers = {}) =>
  fetch(app.url + addressOf('meshes.openLevel', { params: { fileId, level: '0' } }), {
    headers: { [previewTokenHeader]: token, ...headers },
  })

const linkIdOf = (token: string) =>
  Buffer.from(token, 'base64url')
    .toString('hex', 0, 16)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

describe('A preview link', () => {
  it('a link opens the scans of its case with their roles, without names of people', async () => {
    const { url, token, expiresAt } = await createLink()
    expect(url.origin + url.pathname + url.search).toBe('http://pontic.test/open/preview3d')
    const answer = await open(token)
    expect(answer.body.data).toMatchObject({
      number: order.number,
      expiresAt,
      files: [{ id: scanId, role: 'upper', kind: 'stl', sizeBytes: scan.length }],
    })
    const got = await download(token, scanId)
    expect(got.status).toBe(200)
    expect(
      Buffer.from(await got.arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ).toBe('glTF')
    expect(JSON.stringify([answer.body, ...got.headers])).not.toContain('Secret')
    expect((await download(token, scanId, { range: 'bytes=0-79' })).status).toBe(206)
  })

  it('a link counts its views', async () => {
    const { token } = await createLink()
    await Promise.all([open(token), open(token), open(token)])
    const row = await app.services.database.db
      .selectFrom('preview_link')
      .select('views')
      .where('id', '=', linkIdOf(token))
      .executeTakeFirst()
    expect(row?.views).toBe(3)
  })

  it('T66: a link opens no other case and no attachment, and nothing opens without a signed token', async () => {
    const { token, expiresAt } = await createLink()
    const other = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
    const foreign = await uploadFile(app, people.alice, other.id, { name: 'b.stl', bytes: scan })
    for (const fileId of [foreign.id, photoId, '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f'])
      expect((await download(token, fileId)).status).toBe(404)
    const linkId = linkIdOf(token)
    const forged = [
      '',
      'x'.repeat(72),
      token.slice(1),
      `${token}A`,
      ...[0, 15, 16, 25, 40, 71].map(
        (at) => token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1),
      ),
      signPreviewToken('another key that has more than 32 letters', {
        linkId,
        expiresAt: new Date(expiresAt),
      }),
      signPreviewToken(app.services.config.secretKey, {
        linkId: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f',
        expiresAt: new Date(expiresAt),
      }),
    ]
    for (const one of forged) {
      const answer = await open(one)
      expect([one, answer.status, answer.body.error]).toEqual([one, 404, 'preview.link_invalid'])
      expect((await download(one, scanId)).status).toBe(404)
    }
  })

  it('T66: a link accepts no URL to load from', async () => {
    const { token } = await createLink()
    const answer = await fetch(`${app.url}${addressOf('previews.open')}?url=http://127.0.0.1:1/a.stl`, {
      headers: { [previewTokenHeader]: token },
    })
    const { data } = (await answer.json()) as { data?: { files: { id: string }[] } }
    expect(data?.files.map((file) => file.id) ?? []).toEqual(answer.status === 200 ? [scanId] : [])
  })

  it('T66: a link is invalid after its expiry, after its revocation, and while its creator is disabled or has lost the case', async () => {
    const { db } = app.services.database
    const revoked = await createLink()
    await db
      .updateTable('preview_link')
      .set({ revoked_at: new Date() })
      .where('id', '=', linkIdOf(revoked.token))
      .execute()
    expect((await open(revoked.token)).status).toBe(410)

    const byLab = await createLink(people.bob)
    const byClinic = await createLink(people.alice, 1)
    expect((await open(byLab.token)).status).toBe(200)
    expect((await as(app, people.alice).call('orders.recall', { body: { id: order.id } })).status).toBe(200)
    expect((await open(byLab.token)).status).toBe(404)
    expect((await download(byLab.token, scanId)).status).toBe(404)

    const disable = (disabled_at: Date | null) =>
      db.updateTable('account').set({ disabled_at }).where('id', '=', people.alice.accountId).execute()
    await disable(new Date())
    expect((await open(byClinic.token)).status).toBe(404)
    await disable(null)
    expect((await open(byClinic.token)).status).toBe(200)
    app.clock.advance({ hours: 24 })
    expect((await open(byClinic.token)).status).toBe(404)
  })

  it('only parties of a case create links, and only for a case with a scan', async () => {
    const create = (person: Person, id: string) =>
      as(app, person).call('previews.createLink', { body: { id } })
    const empty = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
    expect((await create(people.alice, empty.id)).body.error).toBe('order.wrong_status')
    for (const person of [people.erin, people.carol])
      expect((await create(person, order.id)).body.error).toBe('order.not_found')
    for (const person of [people.dave, people.root, people.olga])
      expect((await create(person, order.id)).status).toBe(403)
  })
})
