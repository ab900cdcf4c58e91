import { limits } from '@pontic/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eraseAccount } from '../../people/accounts/closing.queries.ts'
import { removeUnusedImages } from '../../people/images/images.service.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addressOf, as, createPeople, type People, type Person } from '../../test/people.ts'
import { insertOperator, insertWorkOrder, seededType, uploadPicture } from '../../test/workorders.ts'

let app: TestApp
let people: People
let typeId: string

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  typeId = await seededType(app)
})
afterAll(() => app.close())

const db = () => app.services.database.db
const submit = (person: Person, more: object = {}) =>
  as(app, person).call('workorders.create', {
    body: { typeId, priority: 'normal', title: 'Uploads stop', content: 'At 99 percent.', ...more },
  })
const get = (person: Person, id: string) => as(app, person).call('workorders.get', { params: { id } })
const reply = (person: Person, id: string, text: string, more: object = {}) =>
  as(app, person).call('workorders.reply', { body: { id, text, ...more } })
const handle = (person: Person, id: string, action: string, more: object = {}) =>
  as(app, person).call('workorders.handle', { body: { id, action, ...more } })
const list = async (person: Person, filters: object = {}) =>
  (await as(app, person).call('workorders.list', { body: filters })).body.data
const listNotifications = async (person: Person) =>
  (await as(app, person).call('notifications.list', { body: {} })).body.data.list
const mailsTo = async (person: Person) => (await app.readMails()).filter((mail) => mail.to === person.email)
const settle = async () => {
  await app.services.database.transaction((tx) => enqueueJob(tx, 'workorders.settle', {}))
  await app.runJobs()
}

async function setOperator(person: Person | undefined): Promise<void> {
  if (person) await insertOperator(app, person)
  await db()
    .updateTable('work_order_type')
    .set({ operator_id: person?.accountId ?? null })
    .where('id', '=', typeId)
    .execute()
}
beforeEach(() => setOperator(people.olga))

describe('a support request', () => {
  it('a request is answered and processed by its operator, and resolved by its submitter', async () => {
    const { amy, olga } = people
    const submitted = await submit(amy, {
      priority: 'critical',
      requestNumber: 'HD-2041',
      contactPhone: '+44 117 496 0182',
    })
    expect(submitted.body.data).toMatchObject({
      number: expect.stringMatching(/^S\d\d-[0-9A-HJKMNP-TV-Z]{6}$/),
      status: 'assigned',
      operatorName: 'Olga',
      submittedBy: 'Amy',
      organizationName: 'Brookside Dental',
      requestNumber: 'HD-2041',
      type: { code: 'system_issue' },
      unread: 0,
    })
    const { id } = submitted.body.data
    expect((await list(olga)).list[0]).toMatchObject({ id, unread: 1 })
    const answered = await reply(olga, id, 'Which browser do you use?')
    expect(answered.body.data).toMatchObject({
      kind: 'reply',
      side: 'platform',
      by: 'Olga',
      isOwn: true,
      to: 'in_progress',
    })
    expect((await reply(amy, id, 'Firefox.')).body.data.side).toBe('submitter')
    expect((await handle(olga, id, 'processed')).body.data.status).toBe('processed')
    const waiting = (await get(amy, id)).body.data
    expect(waiting).toMatchObject({
      content: 'At 99 percent.',
      contactPhone: '+44 117 496 0182',
      parties: ['submitter'],
      resolvesAt: expect.any(String),
      workOrder: { status: 'processed', modifiedBy: 'Olga' },
    })
    const days = (Date.parse(waiting.resolvesAt!) - app.clock.now().getTime()) / 86_400_000
    expect(Math.round(days)).toBe(limits.workOrderResolveDays)
    expect((await handle(amy, id, 'resolved')).body.data).toMatchObject({ status: 'resolved', version: 4 })
    const { records } = (await get(olga, id)).body.data
    expect(records.map(({ kind, by, to, operatorName }) => [kind, by, to, operatorName])).toEqual([
      ['submit', 'Amy', 'submitted', null],
      ['assign', null, 'assigned', 'Olga'],
      ['reply', 'Olga', 'in_progress', null],
      ['reply', 'Amy', 'in_progress', null],
      ['processed', 'Olga', 'processed', null],
      ['resolved', 'Amy', 'resolved', null],
    ])
    const audited = await db()
      .selectFrom('audit')
      .select(['action', 'account_id'])
      .where('object_id', '=', id)
      .orderBy('id')
      .execute()
    expect(audited.map(({ action }) => action)).toEqual(
      ['submit', 'reply', 'reply', 'processed', 'resolved', 'get'].map((kind) => `workorders.${kind}`),
    )
  })

  it('a request waits for an assignment if its type has no operator, or a disabled one', async () => {
    await setOperator(undefined)
    expect((await submit(people.dave)).body.data).toMatchObject({ status: 'submitted', operatorName: null })
    await setOperator(people.olga)
    const disable = (disabled_at: Date | null) =>
      db().updateTable('account').set({ disabled_at }).where('id', '=', people.olga.accountId).execute()
    await disable(app.clock.now())
    const { id } = (await submit(people.dave)).body.data
    expect((await get(people.dave, id)).body.data.workOrder.status).toBe('submitted')
    await disable(null)
    const assigned = await as(app, people.root).call('workorders.assign', {
      body: { id, operatorId: people.olga.accountId },
    })
    expect(assigned.body.data).toMatchObject({ status: 'assigned', operatorName: 'Olga' })
    const { records } = (await get(people.dave, id)).body.data
    expect(records.at(-1)).toMatchObject({ kind: 'assign', by: 'Root', operatorName: 'Olga' })
  })

  it('a request can be reassigned, and the first operator can no longer read it', async () => {
    const { id } = await insertWorkOrder(app, {
      by: people.dave,
      operator: people.olga,
      status: 'in_progress',
    })
    await insertOperator(app, people.root)
    const assign = (operatorId: string) =>
      as(app, people.root).call('workorders.assign', { body: { id, operatorId } })
    expect((await assign(people.root.accountId)).body.data).toMatchObject({
      status: 'in_progress',
      operatorName: 'Root',
    })
    expect((await get(people.olga, id)).body.error).toBe('workorder.not_found')
    expect((await assign(people.root.accountId)).body.data.version).toBe(2)
    expect((await assign(people.alice.accountId)).body.error).toBe('workorder.operator_not_found')
  })

  it('a request refuses a step with a stale version', async () => {
    const { id } = await insertWorkOrder(app, { by: people.amy, operator: people.olga, status: 'assigned' })
    const { version } = (await get(people.olga, id)).body.data.workOrder
    await reply(people.olga, id, 'On it.')
    const late = await handle(people.amy, id, 'close', { version })
    expect([late.status, late.body.error]).toEqual([409, 'workorder.changed'])
    expect((await handle(people.amy, id, 'close', { version: version + 1 })).status).toBe(200)
  })

  it.each([
    ['title', 'abc', 'too_short'],
    ['title', 'x'.repeat(51), 'too_long'],
    ['requestNumber', 'x', 'two_characters'],
    ['requestNumber', 'x'.repeat(31), 'too_long'],
    ['contactPhone', '1234567', 'too_short'],
    ['contactPhone', '1'.repeat(21), 'too_long'],
    ['contactPhone', 'call me now', 'pattern'],
    ['content', '  ', 'required'],
    ['content', 'x'.repeat(5_001), 'too_long'],
    ['priority', 'urgent', 'choice'],
  ])('a request refuses the %s "%s"', async (field, value, _reason) => {
    const { status, body } = await submit(people.amy, { [field]: value })
    expect([status, body.error, Object.keys(body.fields ?? {})]).toEqual([400, 'request.invalid', [field]])
  })

  it('a request accepts texts of minimum and maximum length, and empty optional texts', async () => {
    for (const [title, requestNumber, contactPhone] of [
      ['abcd', 'xy', '12345678'],
      ['x'.repeat(50), 'x'.repeat(30), '1'.repeat(20)],
      ['No more', '', ''],
    ]) {
      const { status, body } = await submit(people.erin, { title, requestNumber, contactPhone })
      expect([status, body.data.requestNumber]).toEqual([200, requestNumber || null])
    }
  })

  it('every kind of user can submit a request with an active type', async () => {
    for (const person of [people.ben, people.dave, people.olga, people.root])
      expect((await submit(person)).status).toBe(200)
    const unknown = await submit(people.ben, { typeId: people.ben.accountId })
    expect([unknown.status, unknown.body.error]).toEqual([404, 'workorder.type_not_found'])
    const { list: types } = (await as(app, people.dave).call('workorders.listTypes')).body.data
    expect(types.map(({ code }) => code)).toEqual([
      'system_issue',
      'ui_issue',
      'test_work_order_type',
      'test_type',
    ])
  })

  it('a person can submit twenty requests an hour', async () => {
    app.clock.advance({ hours: 1 })
    const statuses: number[] = []
    for (let count = 0; count <= limits.workOrdersPerHour; count++)
      statuses.push((await submit(people.carol)).status)
    expect(statuses).toEqual([...Array(limits.workOrdersPerHour).fill(200), 429])
  })
})

describe('T07: requests of others', () => {
  it('T07: every call about a support request of others is answered with 404, and a closed request refuses changes', async () => {
    const { id } = await insertWorkOrder(app, { by: people.amy, operator: people.root, status: 'assigned' })
    for (const stranger of [people.erin, people.bob, people.ben, people.dave, people.olga]) {
      const missing = await get(stranger, people.amy.accountId)
      for (const answer of [
        await get(stranger, id),
        await reply(stranger, id, 'Hello'),
        await handle(stranger, id, 'close'),
        await as(app, stranger).call('workorders.markRead', { body: { id, recordId: id } }),
      ]) {
        expect([answer.status, answer.body.error, answer.body.message]).toEqual([
          404,
          'workorder.not_found',
          missing.body.message,
        ])
      }
      expect((await list(stranger, { pageSize: 100 })).list.map((row) => row.id)).not.toContain(id)
    }
    expect((await handle(people.amy, id, 'close')).status).toBe(200)
    for (const answer of [
      await handle(people.amy, id, 'close'),
      await handle(people.root, id, 'processed'),
      await reply(people.amy, id, 'One more thing'),
    ])
      expect([answer.status, answer.body.error]).toEqual([409, 'workorder.wrong_status'])
  })

  it('T07: an administrator reads and answers requests of members, and members do not read those of others', async () => {
    const { id } = await insertWorkOrder(app, { by: people.alice, operator: people.olga, status: 'assigned' })
    expect((await get(people.amy, id)).status).toBe(404)
    const { id: hers } = await insertWorkOrder(app, {
      by: people.amy,
      operator: people.olga,
      status: 'processed',
    })
    expect((await get(people.alice, hers)).body.data.parties).toEqual(['administrator'])
    expect((await reply(people.alice, hers, 'It concerns all rooms.')).status).toBe(200)
    expect((await handle(people.alice, hers, 'resolved')).body.error).toBe('request.forbidden')
  })
})

describe('a picture', () => {
  const look = async (person: Person, imageId: string) => {
    const response = await fetch(`${app.url}/restful/images/${imageId}`, {
      headers: { authorization: `Bearer ${person.token}` },
    })
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  }

  it('the pictures of a request and its replies are visible to its readers, without EXIF data', async () => {
    const [first, second] = [await uploadPicture(app, people.amy), await uploadPicture(app, people.olga)]
    expect((await look(people.amy, first)).status).toBe(200)
    for (const other of [people.alice, people.root, people.olga])
      expect((await look(other, first)).status).toBe(404)
    const { id } = (await submit(people.amy, { imageId: first })).body.data
    expect((await reply(people.olga, id, '', { imageId: second })).body.data.image).toMatchObject({
      id: second,
      widthPx: 640,
    })
    for (const imageId of [first, second]) {
      for (const reader of [people.amy, people.alice, people.olga, people.root]) {
        const { status, bytes } = await look(reader, imageId)
        expect(status).toBe(200)
        expect((await sharp(bytes).metadata()).exif).toBeUndefined()
      }
      for (const stranger of [people.ben, people.erin, people.dave, people.wanda])
        expect((await look(stranger, imageId)).status).toBe(404)
    }
    app.clock.advance({ hours: limits.imageUnusedHours + 1 })
    await removeUnusedImages(app.services)
    expect((await look(people.amy, second)).status).toBe(200)
  })

  it('a picture can be used only once, by its uploader and for its purpose', async () => {
    const used = await uploadPicture(app, people.amy)
    const { id } = (await submit(people.amy, { imageId: used })).body.data
    const foreign = await uploadPicture(app, people.alice)
    const photo = await uploadPicture(app, people.amy, 'message')
    for (const imageId of [used, foreign, photo, id]) {
      const answer = await reply(people.amy, id, 'Look', { imageId })
      expect([answer.status, answer.body.error]).toEqual([404, 'image.not_found'])
    }
    const empty = await reply(people.amy, id, '')
    expect([empty.status, empty.body.error, empty.body.fields]).toEqual([
      400,
      'message.empty',
      { text: expect.any(String) },
    ])
  })
})

describe('the list', () => {
  it('the list contains the requests that the caller may read, and finds them by number, reference, title and submitter', async () => {
    const made = await submit(people.amy, { title: 'Margins look grey', requestNumber: 'REF 77' })
    const { id, number } = made.body.data
    const has = async (person: Person, filters: object) =>
      (await list(person, { pageSize: 100, ...filters })).list.some((row) => row.id === id)
    for (const reader of [people.amy, people.alice, people.olga, people.root])
      for (const words of [number.toLowerCase(), 'ref 77', 'grey margins', 'amy'])
        expect([reader.name, words, await has(reader, { words })]).toEqual([reader.name, words, true])
    for (const stranger of [people.erin, people.ben, people.dave]) expect(await has(stranger, {})).toBe(false)
    expect(await has(people.root, { words: '%' })).toBe(false)
    const right = { status: 'assigned', typeId, priority: 'normal' }
    expect(await has(people.amy, right)).toBe(true)
    for (const wrong of [{ status: 'closed' }, { priority: 'critical' }, { typeId: id }])
      expect(await has(people.amy, { ...right, ...wrong })).toBe(false)
  })

  it('the list is paged by cursor, last modified first, without repeats or gaps', async () => {
    const ids: string[] = []
    for (let count = 0; count < 5; count++)
      ids.push((await insertWorkOrder(app, { by: people.bob, title: `Paged ${count}` })).id)
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(people.bob, {
        words: 'paged',
        pageSize: 2,
        ...(cursor ? { cursor } : {}),
      })
      expect(page.total).toBe(5)
      found.push(...page.list.map((row) => row.id))
      cursor = page.cursor ?? undefined
    } while (cursor)
    expect(found).toEqual(ids.toReversed())
    const wrong = await as(app, people.bob).call('workorders.list', { body: { cursor: 'WyJvcmRlcnMiXQ' } })
    expect(wrong.body.fields).toHaveProperty('cursor')
  })

  it('the list and the bell notification count the unread entries of other people', async () => {
    const { id } = (await submit(people.ben)).body.data
    await reply(people.olga, id, 'One')
    await reply(people.olga, id, 'Two')
    const unread = async (person: Person) =>
      (await list(person, { pageSize: 100 })).list.find((row) => row.id === id)?.unread
    expect(await unread(people.ben)).toBe(2)
    // This administrator of the laboratory has never opened the request.
    expect(await unread(people.bob)).toBe(0)
    const [first] = await listNotifications(people.ben)
    expect(first).toMatchObject({ kind: 'workorder_replies', workOrderId: id, count: 2, isRead: false })
    const { records } = (await get(people.ben, id)).body.data
    await as(app, people.ben).call('workorders.markRead', { body: { id, recordId: records.at(-1)!.id } })
    expect(await unread(people.ben)).toBe(0)
    expect((await listNotifications(people.ben))[0]).toMatchObject({ workOrderId: id, isRead: true })
  })
})

describe('mails and bell notifications', () => {
  it('mails go to administrators of the platform, the operator and the submitter, each in their language', async () => {
    const { erin, olga, root } = { erin: people.erin, olga: people.olga, root: people.root }
    await db().updateTable('account').set({ language: 'zh_CN' }).where('id', '=', erin.accountId).execute()
    await setOperator(undefined)
    const { id, number } = (await submit(erin, { title: 'Patient Quimby is missing' })).body.data
    expect((await mailsTo(root))[0]).toMatchObject({
      subject: `Support request ${number} needs an operator`,
      links: [`http://pontic.test/work/detail?id=${id}`],
    })
    expect((await listNotifications(root))[0]).toMatchObject({
      kind: 'workorder_submitted',
      organization: 'Meadow Dental',
    })
    await as(app, root).call('workorders.assign', { body: { id, operatorId: olga.accountId } })
    expect((await mailsTo(olga))[0]?.subject).toBe(`Support request ${number} is assigned to you`)
    await handle(olga, id, 'processed')
    const [mail] = await mailsTo(erin)
    expect(mail?.subject).toBe(`客服工单 ${number} 已处理`)
    expect((await listNotifications(erin))[0]).toMatchObject({ kind: 'workorder_processed', number })
    await handle(erin, id, 'unresolved')
    expect((await mailsTo(olga))[0]?.subject).toBe(`Support request ${number} was not resolved`)
    for (const one of await app.readMails()) expect(one.text + one.html).not.toContain('Quimby')
  })

  it('one mail reports several replies, and no mail reports replies that were read before', async () => {
    const { id, number } = (await submit(people.dave)).body.data
    await reply(people.olga, id, 'First')
    await reply(people.olga, id, 'Second')
    const jobs = () =>
      db()
        .selectFrom('graphile_worker.jobs' as never)
        .select(['key', 'run_at'] as never[])
        .where('key' as never, '=', `replies:${id}:${people.dave.accountId}` as never)
        .execute() as Promise<{ run_at: string }[]>
    expect(await jobs()).toHaveLength(1)
    const mailNow = () =>
      app.services.database.transaction((tx) =>
        enqueueJob(tx, 'workorders.mailReplies', { workOrderId: id, accountId: people.dave.accountId }),
      )
    await mailNow()
    const subject = `2 new entries on support request ${number}`
    expect((await mailsTo(people.dave)).filter((mail) => mail.subject === subject)).toHaveLength(1)
    const { records } = (await get(people.dave, id)).body.data
    await as(app, people.dave).call('workorders.markRead', { body: { id, recordId: records.at(-1)!.id } })
    await mailNow()
    expect((await mailsTo(people.dave)).filter((mail) => mail.subject === subject)).toHaveLength(1)
  })
})

describe('a processed request without an answer', () => {
  const statusOf = async (id: string) => (await get(people.dave, id)).body.data.workOrder.status
  const announced = async (number: string) =>
    (await mailsTo(people.dave)).filter(
      ({ subject }) => subject === `Support request ${number} will be marked as resolved`,
    )

  it('the automatic resolution of a processed request is announced after seven days and happens after fourteen', async () => {
    const { id, number } = (await submit(people.dave)).body.data
    await handle(people.olga, id, 'processed')
    app.clock.advance({ days: limits.workOrderAnnounceDays, minutes: -1 })
    await settle()
    expect(await announced(number)).toHaveLength(0)
    app.clock.advance({ minutes: 2 })
    await settle()
    await settle()
    expect(await announced(number)).toHaveLength(1)
    expect((await listNotifications(people.dave))[0]).toMatchObject({
      kind: 'workorder_announced',
      day: expect.any(String),
    })
    app.clock.advance({ days: limits.workOrderResolveDays - limits.workOrderAnnounceDays, minutes: -3 })
    await settle()
    expect(await statusOf(id)).toBe('processed')
    app.clock.advance({ minutes: 4 })
    await settle()
    expect(await statusOf(id)).toBe('resolved')
    const { records, workOrder } = (await get(people.dave, id)).body.data
    expect(records.slice(-2).map(({ kind, by }) => [kind, by])).toEqual([
      ['announce', null],
      ['resolved', null],
    ])
    expect(workOrder.modifiedBy).toBeNull()
    for (const person of [people.dave, people.olga])
      expect((await mailsTo(person))[0]?.subject).toBe(`Support request ${number} is resolved`)
  })

  it('a processed request is not resolved until a week after its announcement, even if no job ran for a month', async () => {
    const { id } = (await submit(people.dave)).body.data
    await handle(people.olga, id, 'processed')
    app.clock.advance({ days: 30 })
    await settle()
    expect(await statusOf(id)).toBe('processed')
    app.clock.advance({ days: 7, minutes: 1 })
    await settle()
    expect(await statusOf(id)).toBe('resolved')
  })
})

it('the data export of an account contains its requests, and erasing the account deletes the requests’ telephone numbers', async () => {
  const { id, number } = (await submit(people.dave, { contactPhone: '+44 117 496 0999' })).body.data
  await reply(people.dave, id, 'Still so.')
  const response = await fetch(`${app.url}${addressOf('accounts.export')}`, {
    headers: { authorization: `Bearer ${people.dave.token}` },
  })
  const { supportRequests } = (await response.json()) as { supportRequests: object[] }
  expect(supportRequests).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ number, contactPhone: '+44 117 496 0999' }),
      expect.objectContaining({ number, kind: 'reply', text: 'Still so.' }),
    ]),
  )
  await app.services.database.transaction((tx) =>
    eraseAccount(tx, people.dave.accountId, 'Closed account', app.clock.now()),
  )
  const seen = (await get(people.root, id)).body.data
  expect([seen.contactPhone, seen.workOrder.submittedBy]).toEqual([null, 'Closed account'])
})
