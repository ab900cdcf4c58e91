import { seededWorkOrderTypes, workOrderPriorities } from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, type People } from '../../test/people.ts'
import { insertOperator, seededType, uploadPicture } from '../../test/workorders.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

describe('the fields of a support request', () => {
  it('the fields of a request are returned as entered, with the number, submitter and time', async () => {
    const { amy, alice } = people
    const submittedAt = app.clock.now().getTime()
    const typed = {
      typeId: await seededType(app, 'ui_issue'),
      priority: 'important',
      title: 'The chart is cut off',
      content: 'Below 400 pixels\nthe lower arch is gone.',
      requestNumber: 'HD-2041',
      contactPhone: '+44 117 496 0182',
    } as const
    const imageId = await uploadPicture(app, amy)
    const created = await as(app, amy).call('workorders.create', { body: { ...typed, imageId } })
    const { id } = created.body.data
    const detail = (await as(app, amy).call('workorders.get', { params: { id } })).body.data
    const { content, contactPhone, typeId, ...listed } = typed
    expect(detail).toMatchObject({ content, contactPhone, image: { id: imageId } })
    expect(detail.workOrder).toMatchObject({
      ...listed,
      number: expect.stringMatching(/^S\d\d-[0-9A-HJKMNP-TV-Z]{6}$/),
      type: { id: typeId, code: 'ui_issue' },
      submittedBy: 'Amy',
      organizationName: 'Brookside Dental',
      modifiedBy: 'Amy',
    })
    const { workOrder } = detail
    expect(Date.parse(workOrder.submittedAt)).toBeGreaterThanOrEqual(submittedAt)
    expect(workOrder.modifiedAt).toBe(workOrder.submittedAt)
    const { list } = (await as(app, alice).call('workorders.list', { body: {} })).body.data
    expect(list.find((row) => row.id === id)).toMatchObject({ ...listed, submittedAt: workOrder.submittedAt })
  })

  it('a request shows its last editor and the time of the edit, and each reply can have one image', async () => {
    const { amy, olga } = people
    await insertOperator(app, olga)
    const typeId = await seededType(app)
    const body = { typeId, priority: 'normal' as const, title: 'Uploads stop', content: 'At 99 percent.' }
    const { id } = (await as(app, amy).call('workorders.create', { body })).body.data
    const assign = { id, operatorId: olga.accountId }
    expect((await as(app, people.root).call('workorders.assign', { body: assign })).status).toBe(200)
    const read = async () => (await as(app, amy).call('workorders.get', { params: { id } })).body.data
    const before = (await read()).workOrder
    app.clock.advance({ hours: 1 })
    const imageId = await uploadPicture(app, olga)
    await as(app, olga).call('workorders.reply', { body: { id, text: 'Like this?', imageId } })
    await as(app, amy).call('workorders.reply', { body: { id, text: 'No.' } })
    const after = await read()
    expect(after.workOrder).toMatchObject({ modifiedBy: 'Amy', submittedAt: before.submittedAt })
    expect(Date.parse(after.workOrder.modifiedAt) - Date.parse(before.modifiedAt)).toBeGreaterThanOrEqual(
      3_600_000,
    )
    expect(after.records.slice(-2)).toMatchObject([
      { kind: 'reply', by: 'Olga', text: 'Like this?', image: { id: imageId } },
      { kind: 'reply', by: 'Amy', text: 'No.', image: null },
    ])
  })

  it('the types of requests are system issue, UI issue and two test types', async () => {
    const { list } = (await as(app, people.dave).call('workorders.listTypes')).body.data
    expect(list.map(({ code }) => code).toSorted()).toEqual(
      ['system_issue', 'test_type', 'test_work_order_type', 'ui_issue'].toSorted(),
    )
    expect([...seededWorkOrderTypes].toSorted()).toEqual(list.map(({ code }) => code).toSorted())
  })

  it('the priorities of requests are Normal, Important and Critical', async () => {
    expect(workOrderPriorities).toEqual(['normal', 'important', 'critical'])
    const typeId = await seededType(app)
    const submit = (priority: string) =>
      as(app, people.erin).call('workorders.create', {
        body: { typeId, priority, title: 'Uploads stop', content: 'At 99 percent.' } as never,
      })
    for (const priority of workOrderPriorities) {
      const { body } = await submit(priority)
      const { list } = (await as(app, people.erin).call('workorders.list', { body: { priority } })).body.data
      expect(list.map((row) => [row.id, row.priority])).toEqual([[body.data.id, priority]])
    }
    for (const priority of ['urgent', 'NORMAL', '', 1]) {
      const { status, body } = await submit(priority as string)
      expect([priority, status, Object.keys(body.fields ?? {})]).toEqual([priority, 400, ['priority']])
    }
  })
})
