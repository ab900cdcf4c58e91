import { errors, orderStatuses, questionReasonsOf } from '@pontic/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
  await insertPartnership(app, people.alice, people.carol)
})
afterAll(() => app.close())

let orderId: string

const db = () => app.services.database.db
async function insertAccepted(deliveryOn: string | null = '2037-12-04'): Promise<string> {
  const { id } = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'accepted' })
  await db().updateTable('orders').set({ delivery_on: deliveryOn }).where('id', '=', id).execute()
  return id
}
beforeEach(async () => {
  orderId = await insertAccepted()
})

const ask = (person: Person, reason = 'shade_missing', text = 'Which shade for 24?') =>
  as(app, person).call('conversation.ask', { body: { orderId, reason, text } })
const answer = (person: Person, questionId: string, text = 'A3.') =>
  as(app, person).call('conversation.answer', { body: { questionId, text } })
const withdraw = (person: Person, questionId: string) =>
  as(app, person).call('conversation.withdraw', { body: { questionId } })
const read = async (person: Person) =>
  (await as(app, person).call('orders.get', { params: { id: orderId } })).body.data

describe('a question', () => {
  it('a question pauses the case until it is answered, and appears in both timelines', async () => {
    const asked = await ask(people.bob)
    expect(asked.status).toBe(200)
    expect(asked.body.data).toMatchObject({ state: 'open', askedBy: 'lab', reason: 'shade_missing' })
    const paused = await read(people.alice)
    expect(paused.order.questionWaitsFor).toBe('clinic')
    expect(paused.order.questionOpenSince).toBe(asked.body.data.askedAt)
    expect(paused.question).toMatchObject({ id: asked.body.data.id, text: 'Which shade for 24?' })
    const shipping = await as(app, people.bob).call('orders.ship', {
      body: { id: orderId, withoutNumber: true },
    })
    expect([shipping.status, shipping.body.error]).toEqual([409, 'order.on_hold'])
    const answered = await answer(people.alice, asked.body.data.id)
    expect(answered.body.data).toMatchObject({ state: 'answered' })
    for (const person of [people.alice, people.bob]) {
      const { order, question, timeline } = await read(person)
      expect([order.questionOpenSince, order.questionWaitsFor, question]).toEqual([null, null, null])
      expect(timeline.map((entry) => [entry.kind, entry.reason, entry.note])).toEqual([
        ['question', 'shade_missing', 'Which shade for 24?'],
        ['answer', null, 'A3.'],
      ])
    }
    const shipped = await as(app, people.bob).call('orders.ship', {
      body: { id: orderId, withoutNumber: true },
    })
    expect(shipped.status).toBe(200)
  })

  it('a question prevents accepting a sent case, but neither rejecting nor recalling it', async () => {
    const { id } = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'pending' })
    orderId = id
    await ask(people.bob, 'bite_missing')
    const accepting = await as(app, people.bob).call('orders.accept', {
      body: { id, deliveryOn: '2037-12-08' },
    })
    expect(accepting.body.error).toBe('order.on_hold')
    const rejecting = { id, reason: 'bite_missing', note: 'Scan it again.' }
    expect((await as(app, people.bob).call('orders.reject', { body: rejecting })).status).toBe(200)
    const { order, question } = await read(people.alice)
    expect([order.status, order.questionOpenSince, question]).toEqual(['rejected', null, null])
    const row = await db().selectFrom('order_question').select('state').where('order_id', '=', id).execute()
    expect(row).toEqual([{ state: 'lapsed' }])
  })

  it('a question is closed when the clinic recalls the case or confirms its arrival', async () => {
    const { id } = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'pending' })
    const accepted = orderId
    for (const [one, name, more] of [
      [id, 'orders.recall', {}],
      [accepted, 'orders.complete', { arrivedUnshipped: true }],
    ] as const) {
      orderId = one
      const { body } = await ask(people.bob)
      expect((await as(app, people.alice).call(name, { body: { id: one, ...more } as never })).status).toBe(
        200,
      )
      const late = await answer(people.alice, body.data.id)
      expect(late.body.error).toBe('question.wrong_state')
      expect((await read(people.alice)).order.questionOpenSince).toBeNull()
    }
  })

  it('a question about scans lets the clinic add a scan to a case in production, until it is answered', async () => {
    const files = [{ name: 'bite.stl', sizeBytes: 1_000, role: 'bite' }]
    const announce = () => as(app, people.alice).call('files.announce', { body: { id: orderId, files } })
    expect((await announce()).body.error).toBe('order.wrong_status')
    const { body } = await ask(people.bob, 'bite_missing')
    expect((await announce()).status).toBe(200)
    await answer(people.alice, body.data.id)
    expect((await announce()).body.error).toBe('order.wrong_status')
    await ask(people.alice, 'change_wanted')
    expect((await announce()).body.error).toBe('order.wrong_status')
  })

  it('a question is refused while another one is open', async () => {
    await ask(people.bob)
    const second = await ask(people.alice, 'delivery_day')
    expect([second.status, second.body.error]).toEqual([409, 'question.open'])
    const errorKeys = await Promise.all([1, 2, 3].map(async () => (await ask(people.bob)).body.error))
    expect(new Set(errorKeys)).toEqual(new Set(['question.open']))
  })

  it('one of three simultaneous questions is accepted', async () => {
    const questions = await Promise.all(
      [people.bob, people.ben, people.alice].map((person) => ask(person, 'delivery_day')),
    )
    expect(questions.map((one) => one.status).sort()).toEqual([200, 409, 409])
  })

  it('one of two simultaneous answers is accepted', async () => {
    const { body } = await ask(people.bob)
    const answers = await Promise.all(
      [people.alice, people.amy].map((person) => answer(person, body.data.id)),
    )
    expect(answers.map((one) => one.body.error).sort()).toEqual(['question.wrong_state', undefined])
  })

  it.each(orderStatuses)(
    'a question about a case with the status %s is accepted only if the case is pending or accepted',
    async (status) => {
      orderId = (await insertOrder(app, { clinic: people.alice, lab: people.bob, status })).id
      const may = status === 'pending' || status === 'accepted'
      expect((await ask(people.alice, 'delivery_day')).body.error).toBe(
        may ? undefined : 'order.wrong_status',
      )
    },
  )

  it('a question accepts only the reasons of the side that asks', async () => {
    expect((await ask(people.bob, 'change_wanted')).body.fields).toHaveProperty('reason')
    expect((await ask(people.alice, 'margin_unclear')).body.fields).toHaveProperty('reason')
    expect((await ask(people.alice, 'change_wanted')).status).toBe(200)
    expect(questionReasonsOf.lab).not.toContain('change_wanted')
  })
})

describe('the delivery day', () => {
  it('the delivery day moves by the working days during which the question was open', async () => {
    const { body } = await ask(people.bob)
    const askedAt = new Date(app.clock.now().getTime() - 6.5 * 86_400_000)
    const asked = db().updateTable('order_question').set({ asked_at: askedAt })
    await asked.where('id', '=', body.data.id).execute()
    const answered = (await answer(people.alice, body.data.id)).body.data
    // Seven days always contain five working days, so the delivery day moves by a week.
    expect([answered.daysMoved, answered.deliveryOn]).toEqual([5, '2037-12-11'])
    const { order, timeline } = await read(people.bob)
    expect([order.deliveryOn, timeline.at(-1)?.deliveryOn]).toEqual(['2037-12-11', '2037-12-11'])
  })

  it('an answer within the hour moves the delivery day by one working day, from Friday to Monday', async () => {
    const { body } = await ask(people.bob)
    const answered = (await answer(people.alice, body.data.id)).body.data
    expect([answered.daysMoved, answered.deliveryOn]).toEqual([1, '2037-12-07'])
  })

  it('a withdrawn question does not move the delivery day, and an answer sets none for a case without one', async () => {
    const { body } = await ask(people.bob)
    expect((await withdraw(people.bob, body.data.id)).body.data).toMatchObject({
      state: 'withdrawn',
      daysMoved: null,
    })
    expect((await read(people.alice)).order.deliveryOn).toBe('2037-12-04')
    orderId = await insertAccepted(null)
    const other = await ask(people.bob)
    expect((await answer(people.alice, other.body.data.id)).body.data.deliveryOn).toBeNull()
    expect((await read(people.alice)).order.deliveryOn).toBeNull()
  })
})

describe('who may answer and withdraw', () => {
  it('only the asked side can answer, and only the asking side can withdraw', async () => {
    const { body } = await ask(people.bob)
    expect((await answer(people.ben, body.data.id)).body.error).toBe('question.wrong_state')
    expect((await withdraw(people.alice, body.data.id)).body.error).toBe('question.wrong_state')
    expect((await withdraw(people.ben, body.data.id)).status).toBe(200)
    expect((await answer(people.alice, body.data.id)).body.error).toBe('question.wrong_state')
  })

  it('T05: other clinics and laboratories do not find the question; individuals and the platform lack the permission', async () => {
    const { body } = await ask(people.bob)
    for (const stranger of [people.carol, people.erin]) {
      expect((await ask(stranger, 'delivery_day')).status).toBe(404)
      const answered = await answer(stranger, body.data.id)
      expect([answered.status, answered.body.error]).toEqual([404, 'question.not_found'])
      expect((await withdraw(stranger, body.data.id)).status).toBe(404)
    }
    for (const never of [people.dave, people.root]) expect((await ask(never)).status).toBe(403)
    expect(errors['question.not_found'].status).toBe(404)
  })

  it('T05: a laboratory that has lost the case cannot answer, and the next one cannot read the question', async () => {
    const { id } = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'pending' })
    orderId = id
    const { body } = await ask(people.alice, 'delivery_day')
    await as(app, people.alice).call('orders.recall', { body: { id } })
    expect((await answer(people.bob, body.data.id)).status).toBe(404)
    const elsewhere = { lab_id: people.carol.organizationId, status: 'pending' } as const
    await db().updateTable('orders').set(elsewhere).where('id', '=', id).execute()
    const { timeline } = await read(people.carol)
    expect(timeline.map((entry) => entry.kind)).not.toContain('question')
    expect((await answer(people.carol, body.data.id)).status).toBe(404)
  })

  it('an individual with a share reads neither question nor answer', async () => {
    await db()
      .insertInto('order_share')
      .values({ order_id: orderId, account_id: people.dave.accountId, may_download: true })
      .execute()
    const { body } = await ask(people.bob)
    await answer(people.alice, body.data.id)
    const { timeline, question } = await read(people.dave)
    expect([timeline, question]).toEqual([[], null])
  })
})

describe('mails', () => {
  const mailsTo = async (person: Person) => (await app.readMails()).filter((mail) => mail.to === person.email)

  it('the other side gets a mail at once, without patient and text, even if its members have switched mails off', async () => {
    await db()
      .updateTable('account')
      .set({ accepts_order_email: false })
      .where('organization_id', '=', people.alice.organizationId)
      .execute()
    await db().updateTable('orders').set({ patient_name: 'Zoe Secret' }).where('id', '=', orderId).execute()
    const before = (await mailsTo(people.alice)).length
    const { body } = await ask(people.bob, 'shade_missing', 'Zoe Secret’s shade?')
    const [mail, ...rest] = await mailsTo(people.alice)
    expect(rest).toHaveLength(before)
    expect(mail?.subject).toContain('Shade missing')
    expect(mail?.links[0]).toContain(`/order/detail/${orderId}`)
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain('Secret')
    expect(await mailsTo(people.amy)).toEqual([])
    await answer(people.amy, body.data.id, 'Secret answer.')
    const [news] = await mailsTo(people.bob)
    expect(news?.subject).toContain('was answered')
    expect(news?.text).not.toContain('Secret')
  })
})
