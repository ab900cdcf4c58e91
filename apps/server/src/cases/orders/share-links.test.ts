import { passwordDigest } from '@pontic/client'
import { limits } from '@pontic/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertFile, insertOrder } from '../../test/insert-rows.ts'
import { addressOf, as, createPeople, type People, type Person } from '../../test/people.ts'
import { signIn } from '../../test/sign-in.ts'

const stranger = 'paula@new.example'
const password = 'quiet-molar-26'

let app: TestApp
let people: People
let order: { id: string; number: string }
let fileId: string
beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  order = await insertOrder(app, { clinic: people.alice, status: 'uploaded' })
  const bytes = Buffer.from('solid one\nendsolid one\n')
  fileId = (await insertFile(app, { orderId: order.id, by: people.alice, bytes })).id
  // Mails of earlier tests must not count against the limit.
  await app.services.database.db.deleteFrom('attempt').execute()
  app.clock.advance({ minutes: 1 })
})

const share = (email: string, wish: { download?: boolean } = {}) =>
  as(app, people.alice).call('orders.share', { body: { id: order.id, email, ...wish } })
const unshare = (email: string) =>
  as(app, people.alice).call('orders.unshare', { body: { id: order.id, email } })
const list = async () =>
  (await as(app, people.alice).call('orders.listShares', { params: { id: order.id } })).body.data.list
const read = (by: Person) => as(app, by).call('orders.get', { params: { id: order.id } })
const outcome = (answer: { status: number; body: { error?: string } }) => [answer.status, answer.body.error]
const download = (by: Person) =>
  fetch(app.url + addressOf('files.download', { params: { id: order.id, fileId } }), {
    headers: { authorization: `Bearer ${by.token}` },
  })
const mailsTo = async (email: string) => (await app.readMails()).filter(({ to }) => to === email)

describe('a link to a case', () => {
  const createLink = (wish: { download?: boolean } = {}, by: Person = people.alice) =>
    as(app, by).call('orders.createShareLink', { body: { id: order.id, ...wish } })
  const codeOf = (link: string | null) => link?.split('#code=')[1] ?? ''
  const redeem = (code: string, by: Person) => as(app, by).call('orders.takeShareLink', { body: { code } })
  const links = async () =>
    (await as(app, people.alice).call('orders.listShares', { params: { id: order.id } })).body.data.links

  it('one individual can redeem a link once, with the rights that the clinic chose', async () => {
    const made = (await createLink({ download: true })).body.data
    expect(await links()).toMatchObject([{ id: made.invitation.id, mayDownload: true, by: 'Alice' }])
    const code = codeOf(made.link)
    expect((await read(people.dave)).status).toBe(404)
    expect((await redeem(code, people.dave)).body.data).toEqual({ id: order.id })
    expect((await read(people.dave)).status).toBe(200)
    expect((await download(people.dave)).status).toBe(200)
    expect(await links()).toEqual([])
    expect(await list()).toMatchObject([{ email: people.dave.email, mayDownload: true, by: 'Alice' }])
    expect(outcome(await redeem(code, people.dave))).toEqual([400, 'invitation.invalid'])
    await unshare(people.dave.email)
    expect((await read(people.dave)).status).toBe(404)
  })

  it('only one of two simultaneous callers redeems a link', async () => {
    const code = codeOf((await createLink()).body.data.link)
    const answers = await Promise.all([redeem(code, people.dave), redeem(code, people.dave)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('a link does not reduce existing rights of the individual', async () => {
    await share(people.dave.email, { download: true })
    await redeem(codeOf((await createLink()).body.data.link), people.dave)
    expect(await list()).toMatchObject([{ email: people.dave.email, mayDownload: true }])
  })

  it('a person without an account registers by the link and reads the case once the address is verified', async () => {
    const { link } = (await createLink()).body.data
    const email = 'quinn@new.example'
    const invitation = codeOf(link)
    const body = { invitation, name: 'Quinn', email, password: passwordDigest(password) }
    expect((await as(app, undefined).call('members.register', { body })).body.data).toMatchObject({
      isVerified: false,
    })
    expect((await signIn(app, email, password)).status).toBe(400)
    const mail = (await mailsTo(email)).at(-1)
    const code = mail?.links.find((one) => one.includes('/verifyEmail'))?.split('#code=')[1] ?? ''
    await as(app, undefined).call('accounts.verifyEmailByEmailCode', { body: { code } })
    const session = (await signIn(app, email, password)).body
    expect((await read({ ...people.dave, email, token: session.access_token })).status).toBe(200)
  })

  it('a link is invalid after the clinic withdraws it, or after seven days', async () => {
    const first = (await createLink()).body.data
    const withdraw = (linkId: string, by: Person) =>
      as(app, by).call('orders.withdrawShareLink', { body: { id: order.id, linkId } })
    expect(outcome(await withdraw(first.invitation.id, people.erin))).toEqual([404, 'order.not_found'])
    expect((await withdraw(first.invitation.id, people.amy)).status).toBe(200)
    expect(outcome(await withdraw(first.invitation.id, people.amy))).toEqual([404, 'invitation.not_found'])
    expect(outcome(await redeem(codeOf(first.link), people.dave))).toEqual([400, 'invitation.invalid'])
    const second = (await createLink()).body.data
    app.clock.advance({ minutes: limits.invitationDays * 1440 + 1 })
    expect(await links()).toEqual([])
    const late = await as(app, undefined).call('invitations.read', { body: { code: codeOf(second.link) } })
    expect(outcome(late)).toEqual([400, 'invitation.invalid'])
  })

  it('only clinics create links, only individuals redeem them, and a mailed invitation is no such link', async () => {
    expect(outcome(await createLink({}, people.erin))).toEqual([404, 'order.not_found'])
    expect(outcome(await createLink({}, people.bob))).toEqual([403, 'request.forbidden'])
    const code = codeOf((await createLink()).body.data.link)
    expect(outcome(await redeem(code, people.bob))).toEqual([403, 'request.forbidden'])
    await share(stranger)
    const mailed = (await mailsTo(stranger)).at(-1)?.links.find((one) => one.includes('#code=')) ?? ''
    expect(outcome(await redeem(codeOf(mailed), people.dave))).toEqual([400, 'invitation.invalid'])
  })

  it('a link counts towards the shares of a case', async () => {
    for (let count = 0; count < limits.sharesPerOrderMax; count++) {
      if (count % 10 === 0) await app.services.database.db.deleteFrom('attempt').execute()
      expect((await createLink()).status).toBe(200)
    }
    expect(outcome(await createLink())).toEqual([409, 'order.shares_full'])
    expect(outcome(await share(stranger))).toEqual([409, 'order.shares_full'])
  })
})
