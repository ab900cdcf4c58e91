import { limits } from '@pontic/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { createPeople, type People, type Person } from '../../test/people.ts'
import { exocadSample, iteroSample } from '../../test/sample-documents.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

async function read(by: Person, bytes: Uint8Array) {
  const response = await fetch(`${app.url}/restful/documents/read`, {
    method: 'POST',
    headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/octet-stream' },
    body: bytes as Uint8Array<ArrayBuffer>,
  })
  return { status: response.status, body: await response.json() }
}

it('a document fills in patient, type, dates, and prescription', async () => {
  const { status, body } = await read(people.alice, exocadSample)
  expect(status).toBe(200)
  expect(body.data.refusal).toBeNull()
  const { values } = body.data
  expect(values).toMatchObject({ system: 'exocad', type: 0 })
  expect(values.patientName).not.toBe('')
  expect(values.prescription.items.length).toBeGreaterThan(0)
  expect((await read(people.amy, iteroSample)).body.data.values.system).toBe('itero')
})

it('a document without a patient leaves the name empty, and names its files with their roles', async () => {
  const files = [{ name: 'a.stl', role: 'upper' }]
  const source = { system: 'pontic', id: 'c-1' }
  const document = { format: 'pontic.order', version: 1, source, type: 2, patient: {}, files }
  const { body } = await read(people.alice, Buffer.from(JSON.stringify(document)))
  expect(body.data.values).toMatchObject({ patientName: '', type: 2, prescription: null, files })
})

it('T41: a document that is no order has no values, and a dangerous one is refused with the reason', async () => {
  const answer = async (text: string) => (await read(people.alice, Buffer.from(text))).body.data
  expect(await answer('<Materials></Materials>')).toEqual({ values: null, refusal: null })
  expect(await answer('{"a": 1}')).toEqual({ values: null, refusal: null })
  expect(await answer('<Treatment>')).toEqual({ values: null, refusal: 'xml_broken' })
  const doctype = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><Treatment>&b;</Treatment>'
  expect(await answer(doctype)).toEqual({ values: null, refusal: 'xml_doctype' })
})

it('a document that is too large is refused, and only clinics read documents', async () => {
  const large = await read(people.alice, Buffer.alloc(limits.documentBytesMax + 1, 32))
  expect([large.status, large.body.error]).toEqual([413, 'document.too_large'])
  for (const person of [people.bob, people.dave, people.root])
    expect((await read(person, exocadSample)).status).toBe(403)
})

it('nothing of a document is stored or logged', async () => {
  const { body } = await read(people.alice, exocadSample)
  const { patientName } = body.data.values
  const { rows } = await app.services.database.pool.query(
    `select 1 from case_draft union all select 1 from orders union all select 1 from audit`,
  )
  expect(rows).toEqual([])
  expect(app.logLines.filter((line) => line.includes(patientName))).toEqual([])
})
