import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership, prescribe } from '../../test/insert-rows.ts'
import { as, createPeople, type People } from '../../test/people.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app.close())

describe('input into a case', () => {
  it.each([
    ['9 characters', '123456789', 400],
    ['10 characters', '1234567890', 200],
    ['10 with blanks and hyphens between', ' 123-456 78-90 ', 200],
    ['20 characters', 'AB345678901234567890', 200],
    ['21 characters', 'AB3456789012345678901', 400],
    ['a control character', '1234567890\u0007', 400],
    ['an emoji', '1234567890📦', 400],
    ['letters of another script', '１２３４５６７８９０', 400],
    ['an empty number', '', 400],
  ])(
    'T34: a laboratory ships with %s as the express number, or is refused',
    async (_, expressNumber, status) => {
      const { alice, bob } = people
      const { id } = await insertOrder(app, { clinic: alice, lab: bob, status: 'accepted' })
      const answer = await as(app, bob).call('orders.ship', { body: { id, expressNumber } })
      expect(answer.status).toBe(status)
      if (status === 400) expect(Object.keys(answer.body.fields ?? {})).toEqual(['expressNumber'])
    },
  )

  it('T34: a laboratory must confirm that it ships without an express number', async () => {
    const { alice, bob } = people
    const { id } = await insertOrder(app, { clinic: alice, lab: bob, status: 'accepted' })
    const lab = as(app, bob)
    const asked = await lab.call('orders.ship', { body: { id } })
    expect([asked.status, asked.body.error]).toEqual([400, 'order.number_confirmation'])
    const shipped = await lab.call('orders.ship', {
      body: { id, withoutNumber: true, carrier: 'Courier', trackingNote: 'by our own driver' },
    })
    expect(shipped.body.data).toMatchObject({
      status: 'shipped',
      expressNumber: null,
      trackingNote: 'by our own driver',
    })
  })

  it.each([
    '<script>alert(1)</script>',
    '<svg onload=alert(1)>',
    'javascript:alert(1)',
    '{{7*7}}',
    `'; drop table orders; --`,
    '=1+1',
  ])('T36: %s is stored and shown unchanged, and never unescaped in a mail', async (text) => {
    const { alice, bob } = people
    const clinic = as(app, alice)
    const body = { type: 0 as const, patientName: text, doctor: text, otherRequirements: text, remark: text }
    const created = (await clinic.call('orders.create', { body })).body.data
    expect(created).toMatchObject({
      patientName: text,
      doctor: text,
      otherRequirements: text,
      remark: text,
    })
    const { id } = created
    await prescribe(app, id)
    await clinic.call('orders.declareNoScans', { body: { id } })
    await clinic.call('orders.send', { body: { id, labId: bob.organizationId } })
    await as(app, bob).call('orders.reject', { body: { id, reason: 'other', note: text } })
    const { timeline } = (await clinic.call('orders.get', { params: { id } })).body.data
    expect(timeline.at(-1)).toMatchObject({ kind: 'reject', note: text })
    for (const mail of await app.readMails()) expect(mail.html).not.toContain(text)
  })

  it.each([
    ['a NUL', 'a\u0000b'],
    ['a lone surrogate', 'a\ud800b'],
    ['a direction override', 'a\u202eb'],
    ['an escape', 'a\u001b[31mb'],
    ['a number', 42],
    ['an array', ['a']],
    ['an object', { $ne: null }],
    ['null', null],
    ['10 KB', 'a'.repeat(10_240)],
  ])('T57: %s as a patient’s name is refused at its field', async (_, patientName) => {
    const body = { type: 0, patientName }
    const answer = await as(app, people.alice).call('orders.create', { body })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields ?? {})).toEqual(['patientName'])
  })

  it.each([
    ['deliveryOn', '0000-01-01'],
    ['deliveryOn', '2026-02-30'],
    ['deliveryOn', '99999-01-01'],
    ['scanDate', 'infinity'],
    ['type', 3],
    ['type', 2 ** 63],
    ['status', 'completed'],
    ['clinicId', '00000000-0000-7000-8000-000000000000'],
  ])('T57: %s: %s in a new case is refused at its field', async (field, value) => {
    const body = { type: 0, patientName: 'Nora', [field]: value }
    const answer = await as(app, people.alice).call('orders.create', { body })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields ?? {})).toEqual([field])
  })

  it('T57: versions and ids out of range are refused', async () => {
    const { alice } = people
    const { id } = await insertOrder(app, { clinic: alice, status: 'uploaded' })
    // The body is written by hand, because no serializer produces these values.
    for (const version of ['1e999', '9007199254740993', '-1.5', '"1"', '[1]', 'null']) {
      const answer = await fetch(`${app.url}/restful/orders/remark`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${alice.token}`, 'content-type': 'application/json' },
        body: `{"id":"${id}","version":${version},"remark":""}`,
      })
      expect([version, answer.status]).toEqual([version, 400])
    }
    for (const wrong of ["'", '1', '%00', '../x']) {
      const answer = await as(app, alice).call('orders.get', { params: { id: wrong } })
      expect([400, 404]).toContain(answer.status)
    }
  })
})
