import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import {
  changedAspects,
  fineAspects,
  insertReview,
  newDesign,
  requestReview,
} from '../../test/design-reviews.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, type People } from '../../test/people.ts'
import { uploadFile } from '../../test/upload.ts'

let app: TestApp
let secondNode: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  secondNode = await app.startSecondNode()
  people = await createPeople(app)
  for (const lab of [people.bob, people.carol]) await insertPartnership(app, people.alice, lab)
})
afterAll(() => app.close())

const acceptedCase = async () =>
  (await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'accepted' })).id

const readOrder = async (id: string) =>
  (await as(app, people.amy).call('orders.get', { params: { id } })).body.data

const readReview = async (id: string, by = people.amy) =>
  (await as(app, by).call('reviews.get', { params: { id } })).body.data

const approve = (orderId: string, stepId: string, node = app) =>
  as(node, people.amy).call('reviews.approve', { body: { orderId, stepId, aspects: fineAspects } })

const askChanges = (orderId: string, stepId: string, node = app) =>
  as(node, people.alice).call('reviews.askChanges', { body: { orderId, stepId, aspects: changedAspects } })

const ship = (id: string) => as(app, people.ben).call('orders.ship', { body: { id, withoutNumber: true } })

describe('a design review', () => {
  it('ends with an approval after a second version, and both parties read every step with the digests of its files', async () => {
    const id = await acceptedCase()
    const first = await requestReview(app, people, id)
    expect((await askChanges(id, first.stepId)).body.data.reviewState).toBe('changes_asked')
    const second = await requestReview(app, people, id)
    expect((await approve(id, second.stepId)).body.data.reviewState).toBe('approved')
    for (const by of [people.amy, people.ben]) {
      const review = await readReview(id, by)
      expect(review).toMatchObject({ state: 'approved', isRequired: true })
      expect(
        review.steps.map(({ kind, version, files }) => [kind, version, files.map(({ sha256 }) => sha256)]),
      ).toEqual([
        ['requested', 1, [first.sha256]],
        ['changes', 1, [first.sha256]],
        ['requested', 2, [second.sha256]],
        ['approved', 2, [second.sha256]],
      ])
      expect(review.steps[1]?.aspects?.contacts).toEqual({ verdict: 'change', note: 'Open at 24 mesial.' })
      expect(review.steps[1]).toMatchObject({ by: 'Alice' })
    }
    const { timeline } = await readOrder(id)
    expect(timeline.map(({ kind }) => kind)).toEqual([
      'reviewRequested',
      'reviewChanges',
      'reviewRequested',
      'reviewApproved',
    ])
  })

  it('refuses changes without a note, an approval with a change, and files that are no design of the laboratory', async () => {
    const { id, stepId } = await insertReview(app, people, { state: 'requested' })
    const silent = { ...fineAspects, contacts: { verdict: 'change' } } as const
    const noNote = await as(app, people.amy).call('reviews.askChanges', {
      body: { orderId: id, stepId, aspects: silent },
    })
    expect([noNote.status, noNote.body.error]).toEqual([400, 'request.invalid'])
    expect(noNote.body.fields).toHaveProperty('note')
    const change = await as(app, people.amy).call('reviews.approve', {
      body: { orderId: id, stepId, aspects: silent },
    } as never)
    expect(change.body.fields).toHaveProperty(['aspects.contacts.verdict'])
    const other = await insertReview(app, people, { state: 'none' })
    const foreign = await as(app, people.ben).call('reviews.request', {
      body: { orderId: await acceptedCase(), fileIds: [other.fileId] },
    })
    expect([foreign.status, foreign.body.fields]).toEqual([400, { fileIds: expect.any(String) }])
  })

  it('T33: of an approval and a demand for changes at once on two nodes, exactly one succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, stepId } = await insertReview(app, people, { state: 'requested' })
      const answers = await Promise.all([approve(id, stepId), askChanges(id, stepId, secondNode)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect((await readReview(id)).steps).toHaveLength(2)
    }
  })

  it('refuses the approval of files that the clinic has not seen', async () => {
    const id = await acceptedCase()
    const { stepId } = await requestReview(app, people, id)
    await uploadFile(app, people.ben, id, { name: 'abutment.stl', bytes: newDesign(), role: 'design' })
    expect((await approve(id, stepId)).body.error).toBe('review.wrong_state')
    const seen = await readReview(id)
    expect(seen.steps.at(-1)).toMatchObject({ kind: 'files', version: 1 })
    expect(seen.steps.at(-1)?.files).toHaveLength(2)
    expect((await approve(id, seen.steps.at(-1)?.id ?? '')).status).toBe(200)
  })

  it('begins again with a new design file after the approval', async () => {
    const id = await acceptedCase()
    await approve(id, (await requestReview(app, people, id)).stepId)
    await uploadFile(app, people.ben, id, { name: 'crown-24-b.stl', bytes: newDesign(), role: 'design' })
    expect((await readOrder(id)).order.reviewState).toBe('requested')
    expect((await readReview(id)).steps.at(-1)).toMatchObject({ kind: 'reopened', version: 2 })
    expect((await ship(id)).body.error).toBe('order.review_missing')
  })

  it('begins again when another file of the laboratory becomes a design', async () => {
    const id = await acceptedCase()
    await approve(id, (await requestReview(app, people, id)).stepId)
    const { id: fileId } = await uploadFile(app, people.ben, id, {
      name: 'base.stl',
      bytes: newDesign(),
      role: 'other',
    })
    expect((await readOrder(id)).order.reviewState).toBe('approved')
    await as(app, people.ben).call('files.setRole', { body: { fileId, role: 'design' } })
    expect((await readOrder(id)).order.reviewState).toBe('requested')
  })

  it('keeps the files that are under review or approved', async () => {
    const id = await acceptedCase()
    const { fileId, stepId } = await requestReview(app, people, id)
    const remove = () => as(app, people.ben).call('files.remove', { params: { fileId } })
    expect((await remove()).body.error).toBe('review.file_locked')
    const body = { fileId, role: 'other' } as const
    expect((await as(app, people.ben).call('files.setRole', { body })).body.error).toBe('review.file_locked')
    await askChanges(id, stepId)
    expect((await remove()).status).toBe(200)
  })
})

describe('shipping', () => {
  it('waits for the approval if the clinic demands a review, also after a deferred send', async () => {
    const { id } = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'scanned' })
    await as(app, people.amy).call('orders.send', {
      body: { id, labId: people.bob.organizationId, isReviewRequired: true },
    })
    await uploadFile(app, people.amy, id, { name: 'photo.txt', bytes: Buffer.from('A note.'), role: 'other' })
    await as(app, people.ben).call('orders.accept', { body: { id, deliveryOn: '2037-12-08' } })
    expect((await ship(id)).body.error).toBe('order.review_missing')
    await approve(id, (await requestReview(app, people, id)).stepId)
    expect((await ship(id)).status).toBe(200)
    expect((await readOrder(id)).order.reviewState).toBe('approved')
  })

  it('goes on after the clinic has waived the review or the laboratory has withdrawn its design', async () => {
    const demanded = await insertReview(app, people, { state: 'changes_asked', isRequired: true })
    expect((await ship(demanded.id)).body.error).toBe('order.review_missing')
    await as(app, people.amy).call('reviews.waive', { body: { orderId: demanded.id } })
    expect((await ship(demanded.id)).status).toBe(200)
    const offered = await insertReview(app, people, { state: 'requested' })
    expect((await ship(offered.id)).body.error).toBe('order.review_missing')
    await as(app, people.ben).call('reviews.withdraw', { body: { orderId: offered.id } })
    expect((await ship(offered.id)).status).toBe(200)
  })

  it('waits after the clinic has asked for changes, even if the laboratory withdraws the next version', async () => {
    const id = await acceptedCase()
    await askChanges(id, (await requestReview(app, people, id)).stepId)
    await requestReview(app, people, id)
    await as(app, people.ben).call('reviews.withdraw', { body: { orderId: id } })
    expect((await ship(id)).body.error).toBe('order.review_missing')
  })
})

describe('the end of an open review', () => {
  it('comes with a rejection, and the next send starts without a review', async () => {
    const { id } = await insertReview(app, people, { state: 'requested', isRequired: true })
    const body = { id, reason: 'other', note: 'The margin is missing.' } as const
    expect((await as(app, people.ben).call('orders.reject', { body })).body.data.reviewState).toBe('none')
    const sent = await as(app, people.amy).call('orders.send', {
      body: { id, labId: people.carol.organizationId },
    })
    expect(sent.body.data).toMatchObject({ reviewState: 'none', isReviewRequired: false })
    expect((await readReview(id, people.carol)).steps).toEqual([])
  })

  it('comes with the recall from a laboratory that is banned', async () => {
    const { id } = await insertReview(app, people, { state: 'changes_asked', isRequired: true })
    const { db } = app.services.database
    const ban = (at: Date | null) =>
      db
        .updateTable('organization')
        .set({ banned_at: at })
        .where('id', '=', people.bob.organizationId)
        .execute()
    await ban(app.clock.now())
    const recalled = await as(app, people.amy).call('orders.recall', { body: { id } })
    await ban(null)
    expect(recalled.body.data).toMatchObject({ reviewState: 'none', isReviewRequired: false })
  })

  it('comes with a confirmed receipt, and a remake starts without a review', async () => {
    const { id } = await insertReview(app, people, { state: 'requested' })
    const done = await as(app, people.amy).call('orders.complete', { body: { id, arrivedUnshipped: true } })
    expect(done.body.data.reviewState).toBe('none')
    const approved = await insertReview(app, people, {
      state: 'approved',
      status: 'shipped',
      isRequired: true,
    })
    const remade = await as(app, people.amy).call('orders.remake', {
      params: { id: approved.id },
      body: { cause: 'scan' },
    })
    expect(remade.body.data).toMatchObject({ reviewState: 'none', isReviewRequired: false })
  })
})

describe('who learns of a review', () => {
  it('the other party gets a mail and a notification for each step, without the patient’s name', async () => {
    const id = await acceptedCase()
    const before = (await app.readMails()).length
    const { stepId } = await requestReview(app, people, id)
    await askChanges(id, stepId)
    const mails = (await app.readMails()).slice(0, -before || undefined)
    expect(mails.map(({ to, subject }) => [to, subject.replace(/C26-\w+/, 'C26')])).toEqual([
      [people.bob.email, 'Changes to the design of case C26'],
      [people.alice.email, 'Design of case C26 to review'],
    ])
    for (const { text } of mails) expect(text).not.toContain('Test Patient')
    const bell = await as(app, people.alice).call('notifications.list', { body: {} })
    expect(bell.body.data.list[0]).toMatchObject({ kind: 'order_review_requested', orderId: id })
  })

  it('individuals with a share see the state, but neither the steps nor the record', async () => {
    const { id } = await insertReview(app, people, { state: 'requested' })
    await as(app, people.alice).call('orders.share', {
      body: { id, email: people.dave.email, download: true },
    })
    const seen = await as(app, people.dave).call('orders.get', { params: { id } })
    expect(seen.body.data.order.reviewState).toBe('requested')
    expect(seen.body.data.timeline.map(({ kind }) => kind)).not.toContain('reviewRequested')
    const download = await fetch(`${app.url}/restful/orders/${id}/review/pdf`, {
      headers: { authorization: `Bearer ${people.dave.token}` },
    })
    expect(download.status).toBe(403)
  })

  it('the home page, the list and its filter show designs to review to the clinic, and designs to change to the laboratory', async () => {
    const [clinic, lab] = [people.erin, people.carol]
    await insertPartnership(app, clinic, lab)
    const asked = await insertReview(app, { alice: clinic, bob: lab }, { state: 'requested' })
    const back = await insertReview(app, { alice: clinic, bob: lab }, { state: 'changes_asked' })
    const groupsOf = async (by: typeof clinic) => {
      const { groups } = (await as(app, by).call('dashboard.inbox', {})).body.data
      return groups.map(({ task, list }) => [task, list.map(({ id }) => id)])
    }
    expect(await groupsOf(clinic)).toEqual([['review', [asked.id]]])
    expect(await groupsOf(lab)).toContainEqual(['redesign', [back.id]])
    const idsOf = async (by: typeof clinic, filter: object) =>
      (await as(app, by).call('orders.list', { body: filter })).body.data.list.map(({ id }) => id)
    expect(await idsOf(clinic, { reviewState: 'changes_asked' })).toEqual([back.id])
    expect(await idsOf(clinic, { waitsForMe: true })).toEqual([asked.id])
    expect(await idsOf(lab, { waitsForMe: true })).toContain(back.id)
    expect(await idsOf(lab, { task: 'redesign' })).toEqual([back.id])
    expect(await idsOf(clinic, { task: 'redesign' })).toEqual([])
  })
})
