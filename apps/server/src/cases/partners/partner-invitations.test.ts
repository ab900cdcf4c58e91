import { passwordDigest } from '@pontic/client'
import { businessTypes, limits } from '@pontic/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { type Answer, as, createPeople, type People, type Person } from '../../test/people.ts'
import { asVisitor, codeOf, findMail, password, readCode, registration } from '../../test/registration.ts'
import { signIn } from '../../test/sign-in.ts'
import { joinInviters } from './partner-invitations.service.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp({ PONTIC_TRUSTED_PROXIES: '127.0.0.1' })
  people = await createPeople(app)
})
afterAll(() => app.close())
beforeEach(() => app.clock.advance({ days: 1 }))

const outcome = ({ status, body }: Answer<unknown>) => [status, body.error ?? 'done']
const invite = (by: Person, email?: string) =>
  as(app, by).call('partners.invite', { body: email === undefined ? {} : { email } })

const register = (more: Record<string, unknown>) =>
  asVisitor(app).call('organizations.register', {
    body: registration({ businessType: businessTypes.lab, ...more }),
  })
const partnersOf = async (person: Pick<Person, 'token'>) => {
  const { body } = await as(app, person as Person).call('partners.list', { body: {} })
  return body.data.list.map((one) => one.name)
}

describe('inviting a clinic or laboratory without an account', () => {
  test('a laboratory that a clinic invites by mail registers by the link and becomes the clinic’s partner at once', async () => {
    const email = 'nils@keystone.example'
    const made = await invite(people.alice, email)
    expect(made.body.data).toMatchObject({
      link: null,
      invitation: { kind: 'partner', email, state: 'open' },
    })
    const mail = await findMail(app, email)
    expect(mail?.subject).toBe('Brookside Dental invites you to Pontic')
    const code = codeOf(mail?.links[0])
    const offer = await asVisitor(app).call('invitations.read', { body: { code } })
    expect(offer.body.data).toMatchObject({ kind: 'partner', organizationName: 'Brookside Dental', email })
    const before = (await app.readMails()).length
    const name = 'Keystone Ceramics'
    const registered = await register({ invitation: code, email, organizationName: name })
    expect([registered.status, registered.body.data.isVerified]).toEqual([200, true])
    const session = (await signIn(app, email, password)).body
    expect(await partnersOf({ token: session.access_token })).toEqual(['Brookside Dental'])
    expect(await partnersOf(people.alice)).toContain(name)
    const mails = await app.readMails()
    expect(
      mails
        .slice(0, mails.length - before)
        .map(({ to, subject }) => [to, subject])
        .sort(),
    ).toEqual([
      [people.alice.email, 'Partnership with Keystone Ceramics approved'],
      [email, 'Partnership with Brookside Dental approved'],
    ])
    const list = await as(app, people.alice).call('invitations.list', { body: { kind: 'partner' } })
    expect(list.body.data.list).toEqual([])
  })

  test('a clinic that registers by a laboratory’s QR code becomes the laboratory’s partner once its address is verified', async () => {
    const made = await invite(people.bob)
    const code = codeOf(made.body.data.link)
    const registered = await register({
      invitation: code,
      businessType: businessTypes.clinic,
      organizationName: 'Hillside Dental',
      email: 'hilda@hillside.example',
    })
    expect(registered.body.data.isVerified).toBe(false)
    await app.runJobs()
    expect(await partnersOf(people.bob)).not.toContain('Hillside Dental')
    const verify = await readCode(app, 'hilda@hillside.example')
    await asVisitor(app).call('accounts.verifyEmailByEmailCode', { body: { code: verify } })
    await app.runJobs()
    expect(await partnersOf(people.bob)).toContain('Hillside Dental')
  })

  test('an account that registers by a mailed link with another address must verify that address first', async () => {
    await invite(people.alice, 'first@lindsey.example')
    const code = await readCode(app, 'first@lindsey.example')
    const registered = await register({ invitation: code, organizationName: 'Lindsey Lab' })
    expect(registered.body.data.isVerified).toBe(false)
    await app.runJobs()
    expect(await partnersOf(people.alice)).not.toContain('Lindsey Lab')
  })

  test('a link is valid once, for seven days, until it is withdrawn, and only for the other type', async () => {
    const code = codeOf((await invite(people.alice)).body.data.link)
    const wrongType = await register({ invitation: code, businessType: businessTypes.clinic })
    expect([wrongType.status, Object.keys(wrongType.body.fields ?? {})]).toEqual([400, ['businessType']])
    const answers = await Promise.all([register({ invitation: code }), register({ invitation: code })])
    expect(answers.map((one) => one.status).sort()).toEqual([200, 400])
    expect(outcome(await register({ invitation: code }))).toEqual([400, 'invitation.invalid'])
    const late = codeOf((await invite(people.alice)).body.data.link)
    app.clock.advance({ days: limits.invitationDays, seconds: 1 })
    expect(outcome(await register({ invitation: late }))).toEqual([400, 'invitation.invalid'])
    const { invitation, link } = (await invite(people.alice)).body.data
    await as(app, people.alice).call('invitations.withdraw', { params: { id: invitation.id } })
    expect(outcome(await register({ invitation: codeOf(link) }))).toEqual([400, 'invitation.invalid'])
  })

  test('T21: an invitation of a member registers no organization, and an invitation of a partner no member', async () => {
    const member = await as(app, people.bob).call('invitations.create', { body: {} })
    const asOrganization = await register({ invitation: codeOf(member.body.data.link) })
    expect(outcome(asOrganization)).toEqual([400, 'invitation.invalid'])
    const partner = codeOf((await invite(people.bob)).body.data.link)
    const asMember = await asVisitor(app).call('members.register', {
      body: {
        invitation: partner,
        name: 'Mia',
        email: 'mia@new.example',
        password: passwordDigest(password),
      },
    })
    expect(outcome(asMember)).toEqual([400, 'invitation.invalid'])
  })

  test('an inviter that was banned in the meantime gets no partner, and a repeated run changes nothing', async () => {
    const { db, transaction } = app.services.database
    const code = codeOf((await invite(people.carol)).body.data.link)
    const set = (banned_at: Date | null) =>
      db
        .updateTable('organization')
        .set({ banned_at })
        .where('id', '=', people.carol.organizationId)
        .execute()
    const clinic = { invitation: code, businessType: businessTypes.clinic }
    const registered = await register({ ...clinic, organizationName: 'Patient Clinic' })
    await db
      .updateTable('organization')
      .set({ verified_at: app.clock.now() })
      .where('id', '=', registered.body.data.organizationId)
      .execute()
    const join = () =>
      transaction((tx) => joinInviters({ tx, services: app.services }, registered.body.data.organizationId))
    await set(app.clock.now())
    await join()
    await set(null)
    expect(await partnersOf(people.carol)).toEqual([])
    await join()
    await join()
    expect(await partnersOf(people.carol)).toEqual(['Patient Clinic'])
    const mails = (await app.readMails()).filter((mail) =>
      mail.subject.startsWith('Partnership with Patient Clinic'),
    )
    expect(mails).toHaveLength(1)
  })

  test('T15: an address that has an account is invited like any other', async () => {
    const known = await invite(people.alice, people.carol.email)
    const unknown = await invite(people.alice, 'nobody@new.example')
    expect([known.status, unknown.status]).toEqual([200, 200])
    expect(Object.keys(known.body.data)).toEqual(Object.keys(unknown.body.data))
  })

  test('members and individuals cannot invite', async () => {
    expect(outcome(await invite(people.amy, 'x@new.example'))).toEqual([403, 'request.forbidden'])
    expect(outcome(await invite(people.dave))).toEqual([403, 'request.forbidden'])
  })
})

describe('a case reserved for an invited laboratory', () => {
  const keep = (orderId: string, email?: string, by = people.alice) =>
    as(app, by).call('partners.invite', { body: email === undefined ? { orderId } : { email, orderId } })
  const read = async (id: string) =>
    (await as(app, people.alice).call('orders.get', { params: { id } })).body.data
  const statusOf = async (id: string) => (await read(id)).order.status
  const joinBy = async (email: string) => {
    const invitation = await readCode(app, email)
    expect((await register({ email, invitation })).status).toBe(200)
  }

  test('a reserved case is sent when the laboratory joins, and the laboratory reads it', async () => {
    const order = await insertOrder(app, { clinic: people.alice, status: 'uploaded' })
    const email = 'kept@keystone.example'
    const made = await keep(order.id, email)
    expect(made.body.data.invitation).toMatchObject({ orderId: order.id, email })
    expect((await findMail(app, email))?.text).toContain('A case is ready and will be sent to you')
    expect((await read(order.id)).kept).toMatchObject({ email })
    await joinBy(email)
    const { order: sent, kept } = await read(order.id)
    expect([sent.status, kept]).toEqual(['pending', null])
    const session = await signIn(app, email, password)
    const lab = { ...people.bob, token: session.body.access_token }
    expect((await as(app, lab).call('orders.get', { params: { id: order.id } })).status).toBe(200)
  })

  test('a reserved case is sent later if its upload is not complete when the laboratory joins', async () => {
    const order = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
    await keep(order.id, 'early@keystone.example')
    await joinBy('early@keystone.example')
    expect((await read(order.id)).order).toMatchObject({ status: 'scanned', isSendWaiting: true })
    await as(app, people.alice).call('orders.declareNoScans', { body: { id: order.id } })
    expect(await statusOf(order.id)).toBe('pending')
  })

  test('the clinic learns from timeline, bell and mail that a reserved case lacks required data and was not sent', async () => {
    const order = await insertOrder(app, { clinic: people.alice, status: 'uploaded' })
    const email = 'strict@keystone.example'
    await keep(order.id, email)
    // The prescription lost its works after the case was reserved.
    await app.services.database.db.deleteFrom('prescription').where('order_id', '=', order.id).execute()
    await joinBy(email)
    const { order: held, timeline } = await read(order.id)
    expect([held.status, held.isSendWaiting]).toEqual(['uploaded', false])
    expect(timeline.at(-1)).toMatchObject({ kind: 'sendHeld' })
    const { list } = (await as(app, people.alice).call('notifications.list', { body: {} })).body.data
    expect(list[0]).toMatchObject({ kind: 'order_not_sent', number: order.number })
    const mail = await findMail(app, people.alice.email)
    expect(mail?.text).toContain(`Case ${order.number} was not sent to`)
    expect(mail?.text).toContain('information or a scan that the laboratory requires is missing')
  })

  test('a reserved case is not sent if the clinic has sent it elsewhere, or has invited another laboratory for it', async () => {
    const order = await insertOrder(app, { clinic: people.alice, status: 'uploaded' })
    await keep(order.id, 'first@keystone.example')
    await keep(order.id, 'second@keystone.example')
    await joinBy('first@keystone.example')
    expect(await statusOf(order.id)).toBe('uploaded')
    await insertPartnership(app, people.alice, people.bob)
    const { body } = await as(app, people.alice).call('orders.send', {
      body: { id: order.id, labId: people.bob.organizationId },
    })
    expect(body.data.status).toBe('pending')
    await joinBy('second@keystone.example')
    expect((await read(order.id)).order.labId).toBe(people.bob.organizationId)
  })

  test('a case of another clinic or a case with a laboratory cannot be reserved, nor can a laboratory reserve one', async () => {
    const order = await insertOrder(app, { clinic: people.alice, status: 'uploaded' })
    expect(outcome(await keep(order.id, 'x@keystone.example', people.erin))).toEqual([404, 'order.not_found'])
    const theirs = await insertOrder(app, { clinic: people.alice, status: 'pending', lab: people.bob })
    expect(outcome(await keep(theirs.id, 'x@keystone.example', people.bob))).toEqual([404, 'order.not_found'])
    expect(outcome(await keep(theirs.id, 'x@keystone.example'))).toEqual([409, 'order.wrong_status'])
  })
})
