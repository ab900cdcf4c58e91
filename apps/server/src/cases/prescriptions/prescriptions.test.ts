import { blankPreferences, limits, type OrderStatus, orderStatuses, orderTypes } from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseAccount } from '../../people/accounts/closing.queries.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import {
  bridgePrescription,
  insertOrder,
  insertPartnership,
  minimalPrescription,
} from '../../test/insert-rows.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  for (const lab of [people.bob, people.carol]) await insertPartnership(app, people.alice, lab)
})
afterAll(() => app.close())

const crown = minimalPrescription(0)
const bridge = bridgePrescription()

const prescriptionOf = async (person: Person, id: string) =>
  (await as(app, person).call('orders.get', { params: { id } })).body.data?.prescription
const stateOf = (id: string) =>
  app.services.database.db
    .selectFrom('orders')
    .select(['status', 'version', 'send_waiting_lab_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const answerOf = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error]

describe('the prescription', () => {
  it.each(Object.values(orderTypes))(
    'clinic and laboratory read the stored prescription of type %i',
    async (type) => {
      const { alice, amy, bob } = people
      const { id } = await insertOrder(app, {
        clinic: alice,
        lab: bob,
        status: 'rejected',
        type,
        isBlank: true,
      })
      expect(await prescriptionOf(alice, id)).toBeNull()
      const prescription = minimalPrescription(type)
      const answer = await as(app, amy).call('prescriptions.update', {
        body: { id, version: 1, prescription },
      })
      expect(answer.body.data).toMatchObject({ id, version: 2, updater: 'Amy', status: 'rejected' })
      expect(await prescriptionOf(alice, id)).toEqual(prescription)
      expect(await prescriptionOf(bob, id)).toEqual(prescription)
    },
  )

  it('a change of a prescription is audited without the content of the prescription', async () => {
    const { alice } = people
    const { id } = await insertOrder(app, { clinic: alice })
    await as(app, alice).call('prescriptions.update', { body: { id, prescription: bridge } })
    const rows = await app.services.database.db
      .selectFrom('audit')
      .select(['action', 'account_id', 'object_type', 'detail'])
      .where('object_id', '=', id)
      .execute()
    expect(rows).toEqual([
      {
        action: 'prescriptions.update',
        account_id: alice.accountId,
        object_type: 'order',
        detail: { before: { version: 1 }, after: { version: 2 }, withheld: ['prescription'] },
      },
    ])
  })

  it('an invalid prescription is refused at the invalid field', async () => {
    const { id } = await insertOrder(app, { clinic: people.alice })
    const refused = async (prescription: object) => {
      const answer = await as(app, people.alice).call('prescriptions.update', { body: { id, prescription } })
      expect(answerOf(answer)).toEqual([400, 'request.invalid'])
      return Object.keys(answer.body.fields ?? {})
    }
    expect(await refused({ ...bridge, connectors: [{ from: '16', to: '14' }] })).toEqual([
      'prescription.connectors.0',
    ])
    expect(await refused({ ...bridge, connectors: [] })).toEqual(['prescription.items.1.work'])
    expect(await refused({ ...crown, items: [...crown.items, ...crown.items] })).toEqual([
      'prescription.items.1.work',
    ])
    expect(await refused({ ...crown, items: Array(65).fill(crown.items[0]) })).toContain('prescription.items')
    expect(await prescriptionOf(people.alice, id)).toEqual(crown)
  })

  it('a prescription belongs to the type of the case, and stays stored but hidden under another type', async () => {
    const { alice } = people
    const { call } = as(app, alice)
    const { id } = await insertOrder(app, { clinic: alice, type: 0 })
    const answer = await call('prescriptions.update', { body: { id, prescription: minimalPrescription(7) } })
    expect(answerOf(answer)).toEqual([409, 'prescription.wrong_type'])
    const draft = { patientName: 'Nora Quist' }
    await call('orders.update', { body: { id, draft: { ...draft, type: 7 } } })
    expect(await prescriptionOf(alice, id)).toBeNull()
    await call('orders.update', { body: { id, draft: { ...draft, type: 0 } } })
    expect(await prescriptionOf(alice, id)).toEqual(crown)
  })

  it('a save does not overwrite a simultaneous change', async () => {
    const { alice, amy } = people
    const { id } = await insertOrder(app, { clinic: alice })
    const write = (person: Person, prescription: object) =>
      as(app, person).call('prescriptions.update', { body: { id, version: 1, prescription } })
    const answers = await Promise.all([write(alice, crown), write(amy, bridge)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.error).toBe('order.changed')
    expect((await stateOf(id)).version).toBe(2)
  })
})

describe('who may prescribe', () => {
  const write = (person: Person, id: string) =>
    as(app, person).call('prescriptions.update', { body: { id, prescription: bridge } })

  it.each(orderStatuses)(
    'T06: the clinic can prescribe only while it has the case: %s',
    async (status: OrderStatus) => {
      const { alice, bob } = people
      const { id } = await insertOrder(app, { clinic: alice, lab: bob, status })
      const isWithClinic = ['scanned', 'uploaded', 'rejected'].includes(status)
      expect(answerOf(await write(alice, id))).toEqual(
        isWithClinic ? [200, undefined] : [409, 'order.wrong_status'],
      )
      expect((await stateOf(id)).version).toBe(isWithClinic ? 2 : 1)
      expect((await prescriptionOf(bob, id)) === undefined).toBe(['scanned', 'uploaded'].includes(status))
    },
  )

  it('T06: laboratories, the platform and individuals can prescribe in no status', async () => {
    const { alice, bob, dave, root } = people
    const { id } = await insertOrder(app, { clinic: alice, lab: bob, status: 'rejected' })
    for (const person of [bob, dave, root])
      expect(answerOf(await write(person, id))).toEqual([403, 'request.forbidden'])
    expect(await prescriptionOf(alice, id)).toEqual(crown)
  })

  it('T01: another clinic gets the 404 of a missing case', async () => {
    const { alice, erin } = people
    const { id } = await insertOrder(app, { clinic: alice })
    const missing = '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f'
    for (const one of [id, missing])
      expect(answerOf(await write(erin, one))).toEqual([404, 'order.not_found'])
    const own = await insertOrder(app, { clinic: erin, isBlank: true })
    const copied = await as(app, erin).call('prescriptions.copy', { body: { id: own.id, fromId: id } })
    expect(answerOf(copied)).toEqual([404, 'order.not_found'])
    expect(await prescriptionOf(erin, own.id)).toBeNull()
  })
})

describe('copying an earlier case', () => {
  it('the prescription of an earlier case can be copied', async () => {
    const { alice, amy } = people
    const from = await insertOrder(app, { clinic: alice, lab: people.bob, status: 'completed', type: 2 })
    const to = await insertOrder(app, { clinic: alice, type: 2, isBlank: true })
    const body = { id: to.id, version: 1, fromId: from.id }
    expect((await as(app, amy).call('prescriptions.copy', { body })).body.data.version).toBe(2)
    expect(await prescriptionOf(alice, to.id)).toEqual(minimalPrescription(2))
  })

  it('a copy requires a prescription of the same type', async () => {
    const { alice } = people
    const { call } = as(app, alice)
    const blank = await insertOrder(app, { clinic: alice, isBlank: true })
    const removable = await insertOrder(app, { clinic: alice, type: 7 })
    const { id } = await insertOrder(app, { clinic: alice })
    const copy = async (fromId: string) =>
      answerOf(await call('prescriptions.copy', { body: { id, fromId } }))
    expect(await copy(blank.id)).toEqual([404, 'prescription.not_found'])
    expect(await copy(removable.id)).toEqual([409, 'prescription.wrong_type'])
    expect(await prescriptionOf(alice, id)).toEqual(crown)
  })
})

describe('sending', () => {
  const send = (id: string, lab = people.bob) =>
    as(app, people.alice).call('orders.send', { body: { id, labId: lab.organizationId } })

  it.each([
    [0, ['prescription.items']],
    [2, ['prescription.items']],
    [1, ['prescription.appliance', 'prescription.arch']],
    [7, ['prescription.kind', 'prescription.arch']],
  ] as const)('a case of type %i cannot be sent without a prescription', async (type, fields) => {
    const { id } = await insertOrder(app, { clinic: people.alice, type, isBlank: true })
    const answer = await send(id)
    expect(answerOf(answer)).toEqual([409, 'prescription.incomplete'])
    expect(Object.keys(answer.body.fields ?? {})).toEqual(fields)
    expect(await stateOf(id)).toMatchObject({ status: 'uploaded', version: 1 })
    expect((await send((await insertOrder(app, { clinic: people.alice, type })).id)).status).toBe(200)
  })

  it('a send is refused while material or shade of a tooth is missing', async () => {
    const { id } = await insertOrder(app, { clinic: people.alice })
    const incomplete = { type: 0, items: [{ tooth: '16', work: 'crown' }] }
    await as(app, people.alice).call('prescriptions.update', { body: { id, prescription: incomplete } })
    const answer = await send(id)
    expect(answer.body.fields).toEqual({
      'prescription.items.0.material': expect.any(String),
      'prescription.items.0.shade.body': expect.any(String),
    })
  })

  it('a deferred send with an incomplete prescription is also refused at once', async () => {
    const { id } = await insertOrder(app, { clinic: people.alice, status: 'scanned', isBlank: true })
    expect(answerOf(await send(id))).toEqual([409, 'prescription.incomplete'])
    expect(await stateOf(id)).toMatchObject({ version: 1, send_waiting_lab_id: null })
  })

  it('during a deferred send the required fields cannot be removed', async () => {
    const { call } = as(app, people.alice)
    const { id } = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
    await send(id)
    const blank = await call('prescriptions.update', { body: { id, prescription: { type: 0 } } })
    expect(answerOf(blank)).toEqual([409, 'prescription.incomplete'])
    const draft = { type: 7, patientName: 'Nora Quist' }
    const turned = await call('orders.update', { body: { id, draft } })
    expect(answerOf(turned)).toEqual([409, 'prescription.incomplete'])
    expect((await call('prescriptions.update', { body: { id, prescription: bridge } })).status).toBe(200)
    await call('orders.declareNoScans', { body: { id } })
    expect(await stateOf(id)).toMatchObject({ status: 'pending' })
  })

  it('a send requires the fields that the receiving laboratory requires, and not those of another laboratory', async () => {
    const { alice, bob, carol } = people
    const requirements = ['restoration.stump', 'implant.scanBody']
    await as(app, carol).call('prescriptions.setRequirements', { body: { requirements } })
    const { id } = await insertOrder(app, { clinic: alice })
    const refused = await send(id, carol)
    expect(refused.body.fields).toEqual({ 'prescription.items.0.shade.stump': expect.any(String) })
    expect((await send(id, bob)).status).toBe(200)
    await as(app, carol).call('prescriptions.setRequirements', { body: { requirements: [] } })
  })
})

describe('requirements of laboratories', () => {
  const read = (person: Person, id: string) =>
    as(app, person).call('prescriptions.getRequirements', { params: { id } })

  it('administrators of laboratories set requirements, which members, partners and the platform read', async () => {
    const { alice, amy, bob, ben, root } = people
    const requirements = ['restoration.tryIn', 'restoration.stump', 'restoration.tryIn']
    const answer = await as(app, bob).call('prescriptions.setRequirements', { body: { requirements } })
    expect(answer.body.data).toEqual({ requirements: ['restoration.tryIn', 'restoration.stump'] })
    for (const person of [alice, amy, bob, ben, root])
      expect((await read(person, bob.organizationId)).body.data).toEqual(answer.body.data)
    for (const person of [ben, alice, root])
      expect(
        answerOf(await as(app, person).call('prescriptions.setRequirements', { body: { requirements: [] } })),
      ).toEqual([403, 'request.forbidden'])
    await as(app, bob).call('prescriptions.setRequirements', { body: { requirements: [] } })
  })

  it('requirements are hidden from other organizations, and a clinic has none', async () => {
    const { alice, erin, bob, carol } = people
    for (const [person, id] of [
      [erin, bob.organizationId],
      [carol, bob.organizationId],
      [alice, alice.organizationId],
      [alice, '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f'],
    ] as const)
      expect(answerOf(await read(person, id))).toEqual([404, 'partner.not_found'])
  })
})

describe('templates', () => {
  const save = (person: Person, name: string, isShared: boolean, prescription: object = crown) =>
    as(app, person).call('prescriptions.saveTemplate', { body: { name, isShared, prescription } })
  const namesOf = async (person: Person) =>
    (await as(app, person).call('prescriptions.listTemplates', {})).body.data.list.map(({ name }) => name)
  const remove = async (person: Person, id: string) =>
    answerOf(await as(app, person).call('prescriptions.deleteTemplate', { params: { id } }))

  it('templates are personal or shared in the clinic, and hidden from other clinics', async () => {
    const { alice, amy, erin } = people
    const own = (await save(amy, 'Crown as I like it', false)).body.data
    const shared = (await save(amy, 'bridge of three', true, bridge)).body.data
    expect(own).toMatchObject({ by: 'Amy', mayWrite: true, isShared: false, prescription: crown })
    expect(await namesOf(amy)).toEqual(['bridge of three', 'Crown as I like it'])
    expect(await namesOf(alice)).toEqual(['bridge of three'])
    expect(await namesOf(erin)).toEqual([])
    expect(await remove(erin, shared.id)).toEqual([404, 'prescription.template_not_found'])
    // Not even the clinic's administrator sees amy's personal templates.
    expect(await remove(alice, own.id)).toEqual([404, 'prescription.template_not_found'])
    expect(await remove(alice, shared.id)).toEqual([200, undefined])
    expect(await remove(amy, own.id)).toEqual([200, undefined])
    expect(await namesOf(amy)).toEqual([])
  })

  it('a member cannot delete a template that an administrator has shared', async () => {
    const { alice, amy } = people
    const { id } = (await save(alice, 'House style', true)).body.data
    const [seen] = (await as(app, amy).call('prescriptions.listTemplates', {})).body.data.list
    expect(seen).toMatchObject({ id, mayWrite: false, by: 'Alice' })
    expect(await remove(amy, id)).toEqual([404, 'prescription.template_not_found'])
    expect(await remove(alice, id)).toEqual([200, undefined])
  })

  it('a template replaces one with the same name and type, also with simultaneous saves', async () => {
    const { alice } = people
    await Promise.all([save(alice, 'Twice', false), save(alice, 'Twice', false, bridge)])
    const last = (await save(alice, 'Twice', true, bridge)).body.data
    await save(alice, 'Twice', false, minimalPrescription(7))
    const { list } = (await as(app, alice).call('prescriptions.listTemplates', {})).body.data
    expect(list.map(({ name, prescription }) => [name, prescription.type])).toEqual(
      expect.arrayContaining([
        ['Twice', 0],
        ['Twice', 7],
      ]),
    )
    expect(list).toHaveLength(2)
    expect(list.find(({ id }) => id === last.id)?.isShared).toBe(true)
    for (const { id } of list) await remove(alice, id)
  })

  it('an account has a limited number of templates', async () => {
    const { erin } = people
    const count = limits.prescriptionTemplatesMax
    for (let number = 1; number <= count; number++) await save(erin, `Template ${number}`, false)
    expect(answerOf(await save(erin, 'One more', false))).toEqual([409, 'prescription.too_many'])
    expect((await save(erin, 'Template 1', true)).status).toBe(200)
    expect(await namesOf(erin)).toHaveLength(count)
  })

  it('laboratories have no templates', async () => {
    expect(answerOf(await save(people.bob, 'Mine', false))).toEqual([403, 'request.forbidden'])
  })
})

describe('preferences', () => {
  const light = { ...blankPreferences, occlusalContact: 'light' }
  const tight = { ...blankPreferences, proximalContact: 'tight' }
  const save = (person: Person, isShared: boolean, preferences: object | null) =>
    as(app, person).call('prescriptions.savePreferences', { body: { isShared, preferences } })
  const read = async (person: Person) =>
    (await as(app, person).call('prescriptions.getPreferences', {})).body.data

  it('preferences can be saved for the account and for the clinic, and deleted', async () => {
    const { alice, amy, erin } = people
    expect(await read(amy)).toEqual({ own: null, shared: null })
    expect((await save(amy, false, light)).body.data).toEqual({ own: light, shared: null })
    expect((await save(alice, true, tight)).body.data).toEqual({ own: null, shared: tight })
    expect(await read(amy)).toEqual({ own: light, shared: tight })
    expect(await read(erin)).toEqual({ own: null, shared: null })
    await save(amy, false, tight)
    expect(await read(amy)).toEqual({ own: tight, shared: tight })
    await save(amy, false, null)
    await save(alice, true, null)
    expect(await read(amy)).toEqual({ own: null, shared: null })
  })

  it('preferences of the clinic can be saved only by its administrator', async () => {
    const { amy } = people
    expect(answerOf(await save(amy, true, light))).toEqual([403, 'request.forbidden'])
    expect(await read(amy)).toEqual({ own: null, shared: null })
  })
})

// These tests come last, because they erase amy's account.
describe('an account that was closed and erased', () => {
  it('shared templates of an erased account stay, without the name of the account', async () => {
    const { alice, amy } = people
    const keep = (name: string, isShared: boolean) =>
      as(app, amy).call('prescriptions.saveTemplate', { body: { name, isShared, prescription: crown } })
    await keep('For me alone', false)
    await keep('For all', true)
    const { database } = app.services
    const now = app.clock.now()
    await database.transaction((tx) => eraseAccount(tx, amy.accountId, 'Closed account', now))
    const rows = await database.db
      .selectFrom('prescription_template')
      .select(['name', 'account_name'])
      .where('account_id', '=', amy.accountId)
      .execute()
    expect(rows).toEqual([{ name: 'For all', account_name: 'Closed account' }])
    const { list } = (await as(app, alice).call('prescriptions.listTemplates', {})).body.data
    expect(list).toMatchObject([{ name: 'For all', by: 'Closed account' }])
  })
})
