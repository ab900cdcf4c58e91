import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { type Answer, as, createPeople, type People, type Person } from '../../test/people.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

beforeEach(async () => {
  // Advances by a day, because one organization can mail another only five times per day and kind.
  app.clock.advance({ days: 1 })
  await app.services.database.db.deleteFrom('partnership').execute()
})

const other = (person: Person) => ({ organizationId: person.organizationId })
const apply = (by: Person, to: Person, message = '') =>
  as(app, by).call('partners.apply', { body: { ...other(to), message } })
const answer = (by: Person, to: Person, approve: boolean) =>
  as(app, by).call('partners.answer', { body: { ...other(to), approve } })
const cancel = (by: Person, to: Person) => as(app, by).call('partners.cancel', { body: other(to) })
const remove = (by: Person, to: Person) => as(app, by).call('partners.remove', { body: other(to) })

/** Status and error of a refusal, or the relation after success. */
const outcome = ({ status, body }: Answer<unknown>) => [
  status,
  body.error ?? (body.data as { relation?: string }).relation ?? 'done',
]
const pairs = () => app.services.database.db.selectFrom('partnership').selectAll().execute()
const set = (person: Person, values: Record<string, unknown>) =>
  app.services.database.db
    .updateTable('organization')
    .set(values)
    .where('id', '=', person.organizationId)
    .execute()

async function mailsSince(count: number): Promise<{ to: string; subject: string }[]> {
  const mails = await app.readMails()
  return mails.slice(0, mails.length - count).map(({ to, subject }) => ({ to, subject }))
}

describe('a partnership from the application to its end', () => {
  test('a clinic applies and a laboratory approves; each step sends a mail and is audited', async () => {
    const { alice, bob } = people
    const before = (await app.readMails()).length
    expect(outcome(await apply(alice, bob, 'Hello'))).toEqual([200, 'applied'])
    expect(outcome(await answer(bob, alice, true))).toEqual([200, 'partner'])
    expect(outcome(await remove(alice, bob))).toEqual([200, 'done'])
    expect(await mailsSince(before)).toEqual([
      { to: bob.email, subject: 'Partnership with Brookside Dental ended' },
      { to: alice.email, subject: 'Partnership with Northlight Lab approved' },
      { to: bob.email, subject: 'Partnership application from Brookside Dental' },
    ])
    const audit = await app.services.database.db
      .selectFrom('audit')
      .select(['action', 'account_id', 'subject_organization_ids'])
      .where('object_type', '=', 'partnership')
      .orderBy('id', 'desc')
      .limit(3)
      .execute()
    expect(audit).toEqual([
      {
        action: 'partners.remove',
        account_id: alice.accountId,
        subject_organization_ids: [bob.organizationId],
      },
      {
        action: 'partners.approve',
        account_id: bob.accountId,
        subject_organization_ids: [alice.organizationId],
      },
      {
        action: 'partners.apply',
        account_id: alice.accountId,
        subject_organization_ids: [bob.organizationId],
      },
    ])
  })

  test('a refused applicant gets a mail and may apply again; cancelling sends no mail', async () => {
    const { alice, bob } = people
    await apply(alice, bob)
    const before = (await app.readMails()).length
    expect(outcome(await answer(bob, alice, false))).toEqual([200, 'none'])
    expect(await mailsSince(before)).toEqual([
      { to: alice.email, subject: 'Partnership with Northlight Lab refused' },
    ])
    expect(outcome(await apply(alice, bob))).toEqual([200, 'applied'])
    const later = (await app.readMails()).length
    expect(outcome(await cancel(alice, bob))).toEqual([200, 'done'])
    expect(await mailsSince(later)).toEqual([])
    expect(await pairs()).toEqual([])
  })

  test('an application to an organization that has itself applied creates the partnership', async () => {
    await apply(people.alice, people.bob)
    expect(outcome(await apply(people.bob, people.alice))).toEqual([200, 'partner'])
  })

  test('a laboratory that accepts automatically becomes a partner at once', async () => {
    await set(people.carol, { auto_accepts_partners: true })
    const before = (await app.readMails()).length
    expect(outcome(await apply(people.erin, people.carol))).toEqual([200, 'partner'])
    expect(await mailsSince(before)).toEqual([
      { to: people.carol.email, subject: 'Partnership with Meadow Dental approved' },
    ])
    await set(people.carol, { auto_accepts_partners: false })
  })

  test('repeated applications and cancellations send a limited number of mails', async () => {
    const before = (await app.readMails()).length
    for (let n = 0; n < 8; n++) {
      await apply(people.erin, people.bob)
      await cancel(people.erin, people.bob)
    }
    expect(await mailsSince(before)).toHaveLength(5)
  })

  test('only open pages of the two organizations receive events of each change', async () => {
    const listen = async (person: Person) => {
      const response = await fetch(`${app.url}/restful/events`, {
        headers: { authorization: `Bearer ${person.token}` },
      })
      return response.body!.pipeThrough(new TextDecoderStream()).getReader()
    }
    const streams = [await listen(people.alice), await listen(people.bob), await listen(people.carol)]
    // A new stream first repeats recent changes. The assertions read the changes after the marker.
    await mark('begin', [people.alice, people.bob, people.carol])
    await apply(people.alice, people.bob)
    await mark('end', [people.carol])
    for (const [index, wanted] of ['partners', 'partners', 'organizations'].entries()) {
      let text = ''
      // Bob also gets a bell notification.
      const news = () => text.split('"id":"begin"}')[1] ?? ''
      while (!news().includes(wanted)) text += (await streams[index]!.read()).value ?? ''
      const features = [...news().matchAll(/"feature":"(\w+)"/g)].map(([, feature]) => feature)
      expect(features.filter((feature) => feature !== 'notifications')).toEqual([wanted])
      expect(features.includes('notifications')).toBe(index === 1)
      await streams[index]!.cancel()
    }
  })

  // Sends a marker event. Carol receives only markers, which show that her stream works.
  async function mark(id: string, readers: readonly Person[]): Promise<void> {
    const organizationIds = readers.map((person) => person.organizationId)
    await app.services.database.transaction((tx) =>
      notifyChange(tx, { feature: 'organizations', id, organizationIds }),
    )
  }
})

describe('T29: invalid applications', () => {
  test('T29: an application to oneself, to the same type, or to a banned, unverified, deleted or unknown organization fails', async () => {
    const { alice, bob, carol, erin, dave, root } = people
    expect(outcome(await apply(alice, alice))).toEqual([409, 'partner.self'])
    expect(outcome(await apply(alice, erin))).toEqual([409, 'partner.wrong_type'])
    expect(outcome(await apply(bob, carol))).toEqual([409, 'partner.wrong_type'])
    expect(outcome(await apply(alice, dave))).toEqual([409, 'partner.wrong_type'])
    expect(outcome(await apply(alice, root))).toEqual([409, 'partner.wrong_type'])
    const at = app.clock.now()
    const { verified_at } = await app.services.database.db
      .selectFrom('organization')
      .select('verified_at')
      .where('id', '=', carol.organizationId)
      .executeTakeFirstOrThrow()
    const states = [
      [{ banned_at: at }, { banned_at: null }, [409, 'partner.banned']],
      [{ verified_at: null }, { verified_at }, [404, 'partner.not_found']],
      [{ deleted_at: at }, { deleted_at: null }, [404, 'partner.not_found']],
    ] as const
    for (const [state, normal, wanted] of states) {
      await set(carol, state)
      expect(outcome(await apply(alice, carol))).toEqual(wanted)
      await set(carol, normal)
    }
    const unknown = await as(app, alice).call('partners.apply', { body: { organizationId: newId() } })
    expect(outcome(unknown)).toEqual([404, 'partner.not_found'])
    expect(await pairs()).toEqual([])
  })

  test('T29: of twenty simultaneous applications of one pair one creates the only row, and nineteen are refused', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => apply(people.alice, people.bob)))
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1)
    expect(new Set(answers.filter((one) => one.status !== 200).map((one) => one.body.error))).toEqual(
      new Set(['partner.wrong_state']),
    )
    expect(await pairs()).toHaveLength(1)
  })

  test('T29: two simultaneous mutual applications create one partnership, in one row', async () => {
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([apply(people.alice, people.bob), apply(people.bob, people.alice)])
      expect(answers.map(outcome).sort()).toEqual([
        [200, 'applied'],
        [200, 'partner'],
      ])
      expect(await pairs()).toMatchObject([{ status: 'partner' }])
      expect(outcome(await remove(people.bob, people.alice))).toEqual([200, 'done'])
    }
  })

  test('members, individuals, the platform and accounts that wait for approval cannot apply', async () => {
    const { amy, ben, dave, root, wanda, bob } = people
    for (const person of [amy, ben, dave, root]) {
      expect(outcome(await apply(person, bob))).toEqual([403, 'request.forbidden'])
    }
    expect(outcome(await apply(wanda, bob))).toEqual([403, 'member.waiting'])
  })
})

describe('T30: invalid answers', () => {
  test('T30: an applicant cannot approve or refuse, the other side cannot cancel, others find nothing', async () => {
    const { alice, bob, carol, erin } = people
    await apply(alice, bob)
    expect(outcome(await answer(alice, bob, true))).toEqual([409, 'partner.wrong_state'])
    expect(outcome(await answer(alice, bob, false))).toEqual([409, 'partner.wrong_state'])
    expect(outcome(await cancel(bob, alice))).toEqual([409, 'partner.wrong_state'])
    expect(outcome(await remove(bob, alice))).toEqual([409, 'partner.wrong_state'])
    for (const [stranger, one] of [
      [carol, alice],
      [erin, bob],
    ] as const) {
      expect(outcome(await answer(stranger, one, true))).toEqual([404, 'partner.not_found'])
      expect(outcome(await cancel(stranger, one))).toEqual([404, 'partner.not_found'])
      expect(outcome(await remove(stranger, one))).toEqual([404, 'partner.not_found'])
    }
    expect(await pairs()).toMatchObject([{ status: 'requested' }])
  })

  test('T30: nothing can be approved after a cancel, nor cancelled or refused after an approval', async () => {
    const { alice, bob } = people
    await apply(alice, bob)
    await cancel(alice, bob)
    expect(outcome(await answer(bob, alice, true))).toEqual([404, 'partner.not_found'])
    await apply(alice, bob)
    await answer(bob, alice, true)
    expect(outcome(await cancel(alice, bob))).toEqual([409, 'partner.wrong_state'])
    expect(outcome(await answer(bob, alice, false))).toEqual([409, 'partner.wrong_state'])
    expect(outcome(await apply(alice, bob))).toEqual([409, 'partner.wrong_state'])
  })

  test('T30: simultaneous approve, refuse and cancel have exactly one outcome', async () => {
    const { alice, bob } = people
    for (let round = 0; round < 5; round++) {
      await apply(alice, bob)
      const answers = await Promise.all([
        answer(bob, alice, true),
        answer(bob, alice, false),
        cancel(alice, bob),
      ])
      const won = answers.filter((one) => one.status === 200)
      expect(won).toHaveLength(1)
      for (const one of answers) expect([200, 404, 409]).toContain(one.status)
      expect(await pairs()).toHaveLength(answers[0].status === 200 ? 1 : 0)
      await app.services.database.db.deleteFrom('partnership').execute()
    }
  })

  test('T30: a banned applicant cannot be approved, but can be refused', async () => {
    await apply(people.erin, people.bob)
    await set(people.erin, { banned_at: app.clock.now() })
    expect(outcome(await answer(people.bob, people.erin, true))).toEqual([409, 'partner.banned'])
    expect(outcome(await answer(people.bob, people.erin, false))).toEqual([200, 'none'])
    await set(people.erin, { banned_at: null })
  })
})
