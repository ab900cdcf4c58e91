import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertFile, insertOrder, insertPartnership, minimalPrescription } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app.close())

const crown = minimalPrescription(0)
const implant = minimalPrescription(2)
const denture = minimalPrescription(7)
const both = { prescription: crown, morePrescriptions: [implant] }

const prescriptionsOf = async (person: Person, id: string) => {
  const { data } = (await as(app, person).call('orders.get', { params: { id } })).body
  return { prescription: data?.prescription, morePrescriptions: data?.morePrescriptions }
}
const update = (id: string, given: object, person: Person = people.alice) =>
  as(app, person).call('prescriptions.update', { body: { id, ...given } })

/** Creates an uploaded order with a crown on 16 and an implant on 36. */
async function createWithBoth(): Promise<string> {
  const { id } = await insertOrder(app, { clinic: people.alice, isBlank: true })
  expect((await update(id, both)).status).toBe(200)
  return id
}

describe('the further prescriptions of a case', () => {
  it('are read by clinic and laboratory, and are empty for a case with one prescription', async () => {
    const { alice, bob } = people
    const { id } = await insertOrder(app, { clinic: alice, lab: bob, status: 'rejected' })
    expect(await prescriptionsOf(bob, id)).toEqual({ prescription: crown, morePrescriptions: [] })
    await update(id, both)
    for (const person of [alice, bob]) expect(await prescriptionsOf(person, id)).toEqual(both)
  })

  it('stay as they are if a client sends only the first, and are removed with an empty list', async () => {
    const id = await createWithBoth()
    const prescription = { ...crown, note: 'Light contact' }
    await update(id, { prescription })
    expect(await prescriptionsOf(people.alice, id)).toEqual({ prescription, morePrescriptions: [implant] })
    await update(id, { prescription, morePrescriptions: [] })
    expect(await prescriptionsOf(people.alice, id)).toEqual({ prescription, morePrescriptions: [] })
  })

  it('are refused at their type if two of them have the same type, and at their invalid field', async () => {
    const id = await createWithBoth()
    const fieldsOf = async (morePrescriptions: object[]) => {
      const { status, body } = await update(id, { prescription: crown, morePrescriptions })
      expect(status).toBe(400)
      return Object.keys(body.fields ?? {})
    }
    expect(await fieldsOf([crown])).toEqual(['morePrescriptions.0.type'])
    expect(await fieldsOf([implant, denture, implant])).toEqual(['morePrescriptions.2.type'])
    expect(await fieldsOf([{ ...implant, items: [...implant.items, ...implant.items] }])).toEqual([
      'morePrescriptions.0.items.1.work',
    ])
    expect(await fieldsOf([implant, denture, minimalPrescription(1), implant])).toContain('morePrescriptions')
    expect(await prescriptionsOf(people.alice, id)).toEqual(both)
  })

  it('block a send at their missing fields, with what the laboratory requires for their type', async () => {
    const { alice, bob } = people
    const id = await createWithBoth()
    const send = () => as(app, alice).call('orders.send', { body: { id, labId: bob.organizationId } })
    const require = (requirements: string[]) =>
      as(app, bob).call('prescriptions.setRequirements', { body: { requirements } })
    const open = { ...implant, items: [{ ...implant.items[0]!, retention: null }] }
    await update(id, { prescription: crown, morePrescriptions: [denture, open] })
    await require(['implant.parts', 'removable.baseShade', 'orthodontics.note'])
    const refused = await send()
    expect([refused.status, refused.body.error]).toEqual([409, 'prescription.incomplete'])
    expect(Object.keys(refused.body.fields ?? {})).toEqual([
      'morePrescriptions.0.baseShade',
      'morePrescriptions.1.items.0.retention',
      'morePrescriptions.1.parts',
    ])
    await require(['implant.bodyScan'])
    await update(id, both)
    const withoutScan = await send()
    expect([withoutScan.status, withoutScan.body.error]).toEqual([409, 'order.not_ready'])
    await require([])
    expect((await send()).body.data?.status).toBe('pending')
  })

  it('change places with the first if the case gets the type of one of them', async () => {
    const { alice } = people
    const id = await createWithBoth()
    const setType = (type: 0 | 2 | 7) =>
      as(app, alice).call('orders.update', { body: { id, draft: { patientName: 'Nora Quist', type } } })
    await setType(2)
    expect(await prescriptionsOf(alice, id)).toEqual({ prescription: implant, morePrescriptions: [crown] })
    await setType(7)
    expect(await prescriptionsOf(alice, id)).toEqual({ prescription: null, morePrescriptions: [implant] })
    await setType(0)
    expect(await prescriptionsOf(alice, id)).toEqual(both)
  })

  it('are copied with the prescription of an earlier case', async () => {
    const { alice } = people
    const fromId = await createWithBoth()
    const { id } = await insertOrder(app, { clinic: alice, isBlank: true })
    await as(app, alice).call('prescriptions.copy', { body: { id, fromId } })
    expect(await prescriptionsOf(alice, id)).toEqual(both)
  })

  it('belong to a template', async () => {
    const { call } = as(app, people.alice)
    const saved = await call('prescriptions.saveTemplate', { body: { name: 'Crown and implant', ...both } })
    expect(saved.body.data).toMatchObject(both)
    await call('prescriptions.saveTemplate', { body: { name: 'Crown', prescription: crown } })
    const { list } = (await call('prescriptions.listTemplates', {})).body.data!
    expect(list.map(({ name, morePrescriptions }) => [name, morePrescriptions.length])).toEqual([
      ['Crown', 0],
      ['Crown and implant', 1],
    ])
    const twice = await call('prescriptions.saveTemplate', {
      body: { name: 'Two crowns', prescription: crown, morePrescriptions: [crown] },
    })
    expect(Object.keys(twice.body.fields ?? {})).toEqual(['morePrescriptions.0.type'])
  })

  it('belong to a remake', async () => {
    const { alice, bob } = people
    const { id } = await insertOrder(app, { clinic: alice, lab: bob, status: 'shipped' })
    await app.services.database.db
      .updateTable('prescription')
      .set({ more: JSON.stringify([implant]) })
      .where('order_id', '=', id)
      .execute()
    const remake = await as(app, alice).call('orders.remake', {
      params: { id },
      body: { cause: 'lab', note: 'The crown does not fit.' },
    })
    expect(await prescriptionsOf(alice, remake.body.data!.id)).toEqual(both)
  })

  it('choose the picture of the case if the first prescription names no tooth', async () => {
    const { alice } = people
    const { id } = await insertOrder(app, { clinic: alice, isBlank: true })
    const pictureOf = async () =>
      (
        await app.services.database.db
          .selectFrom('orders')
          .select('picture_file_id')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).picture_file_id
    const scans = await Promise.all(
      (['upper', 'lower'] as const).map(async (role) => {
        const file = await insertFile(app, {
          orderId: id,
          by: alice,
          bytes: Buffer.from(`solid ${role}`),
          name: `${role}.stl`,
          role,
        })
        const key = Buffer.from(file.sha256, 'hex')
        await app.services.database.db
          .insertInto('mesh')
          .values({
            key,
            content_sha256: key,
            state: 'ready',
            has_picture: true,
            created_at: app.clock.now(),
          })
          .execute()
        await app.services.database.db
          .updateTable('order_file')
          .set({ mesh_key: key })
          .where('id', '=', file.id)
          .execute()
        return [role, file.id] as const
      }),
    )
    const { upper, lower } = Object.fromEntries(scans)
    await update(id, { prescription: { ...crown, items: [] } })
    expect(await pictureOf()).toBe(upper)
    await update(id, { prescription: { ...crown, items: [] }, morePrescriptions: [implant] })
    expect(await pictureOf()).toBe(lower)
  })

  it('lose their texts if a node of the previous version erases the patient', async () => {
    const withText = await createWithBoth()
    const withoutText = await createWithBoth()
    const note = { ...implant, items: [{ ...implant.items[0]!, note: 'Nora wants it light' }] }
    await update(withText, { prescription: crown, morePrescriptions: [note] })
    for (const id of [withText, withoutText])
      await app.services.database.db
        .updateTable('orders')
        .set({ erased_at: app.clock.now() })
        .where('id', '=', id)
        .execute()
    const moreOf = async (id: string) =>
      (await prescriptionsOf(people.alice, id)).morePrescriptions?.map(({ type }) => type)
    expect(await moreOf(withText)).toEqual([])
    expect(await moreOf(withoutText)).toEqual([2])
  })
})
