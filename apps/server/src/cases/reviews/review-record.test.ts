import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import {
  changedAspects,
  fineAspects,
  insertDesign,
  insertReview,
  requestReview,
} from '../../test/design-reviews.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { readPdfText } from '../../test/pdf-text.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'
import { eraseOrder } from '../patients/empty-case.service.ts'
import { replaceName } from '../patients/traces.queries.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app.close())

/** Creates a case whose second version is approved, by calls. */
async function reviewedCase(note = 'Looks right.') {
  const { alice, bob, amy } = people
  const { id, number } = await insertOrder(app, { clinic: alice, lab: bob, status: 'accepted' })
  const first = await requestReview(app, people, id)
  await as(app, alice).call('reviews.askChanges', {
    body: { orderId: id, stepId: first.stepId, aspects: changedAspects },
  })
  const second = await requestReview(app, people, id)
  await as(app, amy).call('reviews.approve', {
    body: { orderId: id, stepId: second.stepId, aspects: fineAspects, note },
  })
  return { id, number, hashes: [first.sha256, second.sha256] }
}

async function readPdf(person: Person, id: string, language = 'en_US') {
  const response = await fetch(`${app.url}/restful/orders/${id}/review/pdf`, {
    headers: { authorization: `Bearer ${person.token}`, 'accept-language': language.replace('_', '-') },
  })
  return {
    status: response.status,
    bytes: Buffer.from(await response.arrayBuffer()),
    headers: response.headers,
  }
}

async function readZip(person: Person, id: string): Promise<Buffer> {
  const made = await as(app, person).call('files.createTicket', { body: { id, fileId: null } })
  return Buffer.from(await (await fetch(app.url + made.body.data.path)).arrayBuffer())
}

describe('the record of a design review', () => {
  it('names who assessed which files by SHA-256, in the language of the reader', async () => {
    const { id, number, hashes } = await reviewedCase()
    const { status, bytes, headers } = await readPdf(people.ben, id)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const text = readPdfText(bytes)
    for (const part of [number, 'Test Patient', 'Alice', 'Amy', 'Ben', 'Open at 24 mesial.', 'Looks right.'])
      expect(text).toContain(part)
    for (const sha256 of hashes) expect(text).toContain(`SHA-256 ${sha256}`)
    expect(text).toContain('Proximal contact: To change')
    expect(readPdfText((await readPdf(people.ben, id, 'de_DE')).bytes)).toContain('Approximalkontakt: Ändern')
    expect(readPdfText((await readPdf(people.ben, id, 'ja_JP')).bytes)).toContain('デザイン確認')
  })

  it('does not exist before the first review, and not for others', async () => {
    const { id } = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'accepted' })
    expect((await readPdf(people.amy, id)).status).toBe(404)
    const reviewed = await reviewedCase()
    expect((await readPdf(people.carol, reviewed.id)).status).toBe(404)
    expect((await readPdf(people.root, reviewed.id)).status).toBe(403)
  })

  it('is in the ZIP of the case for both parties, and not for an individual', async () => {
    const { id, hashes } = await reviewedCase()
    await as(app, people.alice).call('orders.share', {
      body: { id, email: people.dave.email, download: true },
    })
    for (const person of [people.amy, people.bob]) {
      const zip = await readZip(person, id)
      const at = zip.indexOf('%PDF-1.7')
      const pdf = zip.subarray(at, zip.indexOf('%%EOF\n', at) + '%%EOF\n'.length)
      expect(readPdfText(pdf)).toContain(hashes[1])
      expect(zip.includes('design-review.pdf')).toBe(true)
      expect(zip.includes('"state": "approved"')).toBe(true)
    }
    const shared = await readZip(people.dave, id)
    expect(shared.includes('crown-24.stl')).toBe(true)
    expect(shared.includes('design-review.pdf')).toBe(false)
    expect(shared.includes('Looks right.')).toBe(false)
  })

  it('cannot be changed or deleted by the server’s database role', async () => {
    const { id } = await insertReview(app, people, { state: 'requested' })
    const { db } = app.services.database
    const refused = /permission denied for table design_review_step/
    await expect(
      db.updateTable('design_review_step').set({ note: 'Other.' }).where('order_id', '=', id).execute(),
    ).rejects.toThrow(refused)
    await expect(db.deleteFrom('design_review_step').where('order_id', '=', id).execute()).rejects.toThrow(
      refused,
    )
    await expect(sql`truncate design_review_step`.execute(db)).rejects.toThrow(refused)
  })

  it('loses its texts and keeps verdicts and digests when the patient is erased', async () => {
    const { id, hashes } = await reviewedCase('Fine for Test Patient.')
    await app.services.database.transaction((tx) =>
      eraseOrder({ tx, services: app.services }, { orderId: id, code: 'P-1' }),
    )
    const { steps } = (await as(app, people.amy).call('reviews.get', { params: { id } })).body.data
    expect(steps.map(({ note }) => note)).toEqual(['', '', '', ''])
    expect(steps[1]?.aspects?.contacts).toEqual({ verdict: 'change', note: '' })
    expect(steps.flatMap(({ files }) => files.map(({ name }) => name))).toEqual(['', '', '', ''])
    expect(steps[3]?.files[0]?.sha256).toBe(hashes[1])
    expect(readPdfText((await readPdf(people.amy, id)).bytes)).not.toContain('Test Patient')
  })

  it('loses the name of an erased patient in the texts of other cases of the clinic', async () => {
    const { id } = await reviewedCase('Same shade as for "Zoë" Quist.')
    const scope = { clinicId: people.alice.organizationId, organizationIds: [people.alice.organizationId] }
    await app.services.database.transaction((tx) => replaceName(tx, scope, '"Zoë" Quist', 'P-2'))
    const { steps } = (await as(app, people.amy).call('reviews.get', { params: { id } })).body.data
    expect(steps.at(-1)?.note).toBe('Same shade as for P-2.')
  })

  it('is in the export of the patient’s data', async () => {
    const { alice } = people
    const patientName = 'Exported Patient'
    const { id } = await insertOrder(app, { clinic: alice, lab: people.bob, status: 'accepted', patientName })
    const { id: fileId, sha256 } = await insertDesign(app, people, id)
    const body = { orderId: id, fileIds: [fileId], note: 'First version.' }
    await as(app, people.bob).call('reviews.request', { body })
    const made = await as(app, alice).call('patients.createExport', {
      body: { name: patientName, orderIds: [id] },
    })
    const zip = Buffer.from(await (await fetch(app.url + made.body.data.path)).arrayBuffer())
    expect(zip.includes('"designReview"')).toBe(true)
    expect(zip.includes('First version.')).toBe(true)
    expect(zip.includes(sha256)).toBe(true)
  })
})
