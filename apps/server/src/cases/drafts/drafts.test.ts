import { limits, type RouteCall, type Routes } from '@pontic/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eraseAccountTraces } from '../../people/accounts/closing-traces.queries.ts'
import { newId } from '../../platform/db/ids.ts'
import { removeExpired } from '../../platform/jobs/cleanup.jobs.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership, minimalPrescription } from '../../test/insert-rows.ts'
import {
  addOrganization,
  addPerson,
  as,
  createPeople,
  extendSessions,
  type People,
  type Person,
} from '../../test/people.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
  await extendSessions(app)
})
afterAll(() => app.close())

type Content = RouteCall<Routes['drafts.save']>['body']['content']

const contentOf = (patientName: string, more: Partial<Content> = {}): Content => ({
  ...more,
  values: { type: 0, patientName, ...more.values },
})
const save = (by: Person, id: string, version: number, content: Content) =>
  as(app, by).call('drafts.save', { body: { id, version, content } })
const get = (by: Person, id: string) => as(app, by).call('drafts.get', { params: { id } })
const list = async (by: Person, body: { cursor?: string; pageSize?: number } = {}) =>
  (await as(app, by).call('drafts.list', { body })).body.data
const register = (by: Person, id: string, draft: { patientName: string; remark?: string }) =>
  as(app, by).call('drafts.register', { body: { id, draft: { type: 0, ...draft } } })
const remove = (by: Person, id: string) => as(app, by).call('drafts.delete', { params: { id } })

async function begin(by: Person, patientName: string, more: Partial<Content> = {}): Promise<string> {
  const id = newId()
  expect((await save(by, id, 0, contentOf(patientName, more))).status).toBe(200)
  return id
}

const runCleanup = () => app.services.database.transaction((tx) => removeExpired(tx, app.clock.now()))
const countRows = async (id: string) =>
  (await app.services.database.pool.query('select 1 from case_draft where id = $1', [id])).rows.length

it('a draft is saved with everything that was filled in, also with texts that are too long for a case', async () => {
  const more = {
    values: { doctor: 'D'.repeat(200), deliveryOn: '2031-04-09', remark: 'two\nlines' },
    prescriptions: [minimalPrescription(0), minimalPrescription(2)],
    moreTypes: [2],
    labId: people.bob.organizationId,
    step: 'prescription',
    fileNames: ['upper.stl'],
  } as const
  const id = await begin(people.alice, 'Anna Berg', {
    ...more,
    prescriptions: [...more.prescriptions],
    moreTypes: [...more.moreTypes],
    fileNames: ['upper.stl'],
  })
  const { data } = (await get(people.alice, id)).body
  expect(data).toMatchObject({ id, version: 1, patientName: 'Anna Berg', type: 0, by: 'Alice', order: null })
  expect(data.content).toEqual({
    values: { type: 0, patientName: 'Anna Berg', ...more.values },
    prescriptions: more.prescriptions,
    moreTypes: more.moreTypes,
    labId: more.labId,
    isWithoutScans: false,
    step: 'prescription',
    fileNames: ['upper.stl'],
  })
  expect(Date.parse(data.expiresAt) - Date.parse(data.updatedAt)).toBe(limits.caseDraftDays * 86_400_000)
})

it('colleagues list and continue a draft; other clinics, laboratories, individuals and the platform cannot read it', async () => {
  const { alice, amy, erin, bob, dave, root } = people
  const id = await begin(alice, 'Carla Dietz')
  expect((await list(amy)).list[0]).toMatchObject({ id, patientName: 'Carla Dietz', by: 'Alice' })
  expect((await save(amy, id, 1, contentOf('Carla Dietz-Vogel'))).body.data.version).toBe(2)
  expect((await get(alice, id)).body.data.patientName).toBe('Carla Dietz-Vogel')
  expect((await list(erin)).list).toEqual([])
  for (const version of [0, 2])
    expect((await save(erin, id, version, contentOf('Taken'))).body.error).toBe('draft.not_found')
  expect((await get(erin, id)).body.error).toBe('draft.not_found')
  expect((await register(erin, id, { patientName: 'Taken' })).body.error).toBe('draft.not_found')
  expect((await remove(erin, id)).body.error).toBe('draft.not_found')
  for (const person of [bob, dave, root]) {
    expect((await get(person, id)).status).toBe(403)
    expect((await as(app, person).call('drafts.list', { body: {} })).status).toBe(403)
  }
  expect((await get(alice, id)).body.data.patientName).toBe('Carla Dietz-Vogel')
})

it('of two simultaneous saves of the same version one succeeds and the other is told', async () => {
  const { alice, amy } = people
  const id = await begin(alice, 'Dora Engel')
  const answers = await Promise.all([
    save(alice, id, 1, contentOf('Dora Engel', { values: { remark: 'from alice' } })),
    save(amy, id, 1, contentOf('Dora Engel', { values: { remark: 'from amy' } })),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.error).toBe('draft.changed')
  const winner = answers[0].status === 200 ? 'from alice' : 'from amy'
  expect((await get(alice, id)).body.data.content.values.remark).toBe(winner)
})

it('the first save with the id of an existing draft overwrites nothing', async () => {
  const { alice, amy } = people
  const id = await begin(alice, 'Emma Fuchs')
  expect((await save(amy, id, 0, contentOf('Fritz Gros'))).body.error).toBe('draft.changed')
  expect((await get(alice, id)).body.data.patientName).toBe('Emma Fuchs')
})

it('drafts of two patients keep their contents apart, and the list has pages with the last changed first', async () => {
  const clinic = await addOrganization(app, 1)
  const ids: string[] = []
  for (const patient of ['One', 'Two', 'Three']) {
    ids.push(await begin(clinic, patient, { values: { doctor: `Dr. ${patient}` } }))
    app.clock.advance({ seconds: 1 })
  }
  await save(clinic, ids[0]!, 1, contentOf('One', { values: { doctor: 'Dr. First' } }))
  const first = await list(clinic, { pageSize: 2 })
  expect(first).toMatchObject({ total: 3, list: [{ patientName: 'One' }, { patientName: 'Three' }] })
  const second = await list(clinic, { pageSize: 2, cursor: first.cursor! })
  expect(second.list.map(({ id }) => id)).toEqual([ids[1]])
  const doctors = await Promise.all(
    ids.map(async (id) => (await get(clinic, id)).body.data.content.values.doctor),
  )
  expect(doctors).toEqual(['Dr. First', 'Dr. Two', 'Dr. Three'])
})

it('a registered draft has one case, also after simultaneous calls, and a repeat corrects its fields', async () => {
  const { alice, amy } = people
  const id = await begin(alice, 'Greta Holm')
  const answers = await Promise.all(
    [alice, amy, alice].map((by) => register(by, id, { patientName: 'Greta Holm' })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
  const order = answers[0]!.body.data
  expect(order).toMatchObject({ status: 'scanned', patientName: 'Greta Holm', version: 1 })
  const again = await register(amy, id, { patientName: 'Greta Holm', remark: 'Fragile' })
  expect(again.body.data).toMatchObject({ id: order.id, remark: 'Fragile', version: 2 })
  expect((await list(alice)).list[0]).toMatchObject({ id, order: { id: order.id, number: order.number } })
  // The registration does not change the content, so the open form can save.
  expect((await save(alice, id, 1, contentOf('Greta Holm'))).status).toBe(200)
})

it('a refused registration names its fields and registers no case', async () => {
  const id = await begin(people.alice, '')
  const body = { id, draft: { type: 0 as const, patientName: '', deliveryOn: '2020-01-01' } }
  const empty = await as(app, people.alice).call('drafts.register', { body })
  expect(empty.body).toMatchObject({
    error: 'request.invalid',
    fields: { 'draft.patientName': expect.any(String) },
  })
  const late = await as(app, people.alice).call('drafts.register', {
    body: { id, draft: { ...body.draft, patientName: 'Hans' } },
  })
  expect(late.body).toMatchObject({
    error: 'request.invalid',
    fields: { 'draft.deliveryOn': expect.any(String) },
  })
  expect((await get(people.alice, id)).body.data.order).toBeNull()
})

it('a draft disappears when its case is sent or discarded, and the clean-up deletes it', async () => {
  const { alice, bob } = people
  for (const end of ['send', 'discard'] as const) {
    const id = await begin(alice, `Ida ${end}`)
    const order = (await register(alice, id, { patientName: `Ida ${end}` })).body.data
    const call = as(app, alice).call
    if (end === 'discard') await call('orders.discard', { params: { id: order.id } })
    else {
      await call('prescriptions.update', { body: { id: order.id, prescription: minimalPrescription(0) } })
      await call('orders.declareNoScans', { body: { id: order.id } })
      const sent = await call('orders.send', { body: { id: order.id, labId: bob.organizationId } })
      expect(sent.status).toBe(200)
    }
    expect((await get(alice, id)).body.error).toBe('draft.not_found')
    expect((await save(alice, id, 1, contentOf('Late'))).body.error).toBe('draft.not_found')
    expect((await list(alice)).list.map((draft) => draft.id)).not.toContain(id)
    await runCleanup()
    expect(await countRows(id)).toBe(0)
  }
})

it('a deleted draft keeps its registered case', async () => {
  const { alice } = people
  const id = await begin(alice, 'Jana Klein')
  const order = (await register(alice, id, { patientName: 'Jana Klein' })).body.data
  expect((await remove(alice, id)).status).toBe(200)
  expect((await remove(alice, id)).body.error).toBe('draft.not_found')
  expect((await as(app, alice).call('orders.get', { params: { id: order.id } })).status).toBe(200)
})

it('a draft is deleted 30 days after its last change', async () => {
  const { alice } = people
  const id = await begin(alice, 'Karl Lang')
  app.clock.advance({ days: 29 })
  await save(alice, id, 1, contentOf('Karl Lang'))
  app.clock.advance({ days: 29 })
  await runCleanup()
  expect((await get(alice, id)).status).toBe(200)
  app.clock.advance({ days: 1, minutes: 1 })
  expect((await get(alice, id)).body.error).toBe('draft.not_found')
  expect((await save(alice, id, 2, contentOf('Karl Lang'))).body.error).toBe('draft.not_found')
  await runCleanup()
  expect(await countRows(id)).toBe(0)
})

it('a new case starts with doctor, equipment and laboratory of the last case of the same person', async () => {
  const clinic = await addOrganization(app, 1)
  const colleague = await addPerson(app, clinic)
  await insertPartnership(app, clinic, people.bob)
  const defaults = async (by: Person) => (await as(app, by).call('drafts.getDefaults')).body.data
  const none = { doctor: '', equipmentNumber: '', softwareVersion: '', labId: null }
  expect(await defaults(clinic)).toEqual(none)
  const values = { type: 0 as const, doctor: 'Dr. Own', equipmentNumber: 'TRI-1', softwareVersion: '5.1' }
  await as(app, clinic).call('orders.create', {
    body: { ...values, patientName: 'Lena Moos', remark: 'Hers' },
  })
  await as(app, colleague).call('orders.create', {
    body: { type: 0, patientName: 'Max Nord', doctor: 'Dr. Other' },
  })
  const { type: _, ...own } = values
  expect(await defaults(clinic)).toEqual({ ...own, labId: null })
  await insertOrder(app, { clinic, lab: people.bob, status: 'pending' })
  expect((await defaults(clinic)).labId).toBe(people.bob.organizationId)
  await app.services.database.pool.query('delete from partnership where $1 in (low_id, high_id)', [
    clinic.organizationId,
  ])
  expect((await defaults(clinic)).labId).toBeNull()
})

it('a clinic has a limited number of drafts, also with simultaneous saves', async () => {
  const clinic = await addOrganization(app, 1)
  await app.services.database.pool.query(
    `insert into case_draft (id, organization_id, patient_name, type, content, version, created_at, updated_at)
     select gen_random_uuid(), $1, '', 0, '{}', 1, $3, $3 from generate_series(1, $2)`,
    [clinic.organizationId, limits.caseDraftsMax - 3, app.clock.now()],
  )
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, turn) => save(clinic, newId(), 0, contentOf(`Patient ${turn}`))),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(answers.filter(({ body }) => body.error === 'draft.too_many')).toHaveLength(3)
})

it('a draft that another version wrote keeps its patient and type', async () => {
  const { alice } = people
  const id = await begin(alice, 'Nora Olm')
  await app.services.database.pool.query(
    `update case_draft set content = '{"shape": "round"}' where id = $1`,
    [id],
  )
  const { data } = (await get(alice, id)).body
  expect(data.content.values).toEqual({ type: 0, patientName: 'Nora Olm' })
})

it('a closed account is no longer named in its drafts, which stay with the clinic', async () => {
  const leaver = await addPerson(app, people.alice)
  const id = await begin(leaver, 'Olaf Pohl')
  const exported = await fetch(`${app.url}/restful/accounts/export`, {
    headers: { authorization: `Bearer ${leaver.token}` },
  })
  const text = await exported.text()
  expect(JSON.parse(text).caseDrafts).toMatchObject([{ createdAt: expect.any(String) }])
  expect(text).not.toContain('Olaf Pohl')
  await app.services.database.transaction((tx) => eraseAccountTraces(tx, leaver.accountId, 'Former member'))
  expect((await get(people.alice, id)).body.data).toMatchObject({ by: '', patientName: 'Olaf Pohl' })
})
