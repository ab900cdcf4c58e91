import { passwordDigest } from '@pontic/client'
import { limits, type OrderStatus, orderStatuses, shareStatuses } from '@pontic/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eraseClosedAccounts } from '../../people/accounts/closing.service.ts'
import { newId } from '../../platform/db/ids.ts'
import { removeExpired } from '../../platform/jobs/cleanup.jobs.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertFile, insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { addressOf, as, createPeople, type People, type Person, type PersonName } from '../../test/people.ts'
import { signIn } from '../../test/sign-in.ts'

const stranger = 'paula@new.example'
const password = 'quiet-molar-26'
const bytes = Buffer.from('solid one\nendsolid one\n')

let app: TestApp
let people: People
let order: { id: string; number: string }
let fileId: string
beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app.close())
beforeEach(async () => {
  order = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'accepted' })
  fileId = (await insertFile(app, { orderId: order.id, by: people.alice, bytes })).id
  // Mails of earlier tests must not count against the limit.
  await app.services.database.db.deleteFrom('attempt').execute()
  app.clock.advance({ minutes: 1 })
})

type Wish = { id?: string; download?: boolean; again?: boolean }
const share = (email: string, wish: Wish = {}, by: Person = people.alice) =>
  as(app, by).call('orders.share', { body: { id: order.id, email, ...wish } })
const unshare = (email: string, by: Person = people.alice) =>
  as(app, by).call('orders.unshare', { body: { id: order.id, email } })
const list = async (by: Person = people.alice) =>
  (await as(app, by).call('orders.listShares', { params: { id: order.id } })).body.data.list
const read = (by: Person, id = order.id) => as(app, by).call('orders.get', { params: { id } })
const outcome = (answer: { status: number; body: { error?: string } }) => [answer.status, answer.body.error]
const bearer = (person: Person) => ({ authorization: `Bearer ${person.token}` })
const fetchFile = (by: Person, name: 'files.download' | 'previews.read') =>
  fetch(app.url + addressOf(name, { params: { id: order.id, fileId } }), { headers: bearer(by) })
const mailsTo = async (email: string) => (await app.readMails()).filter(({ to }) => to === email)

async function register(link: string, name = 'Paula'): Promise<Person> {
  const invitation = link.split('#code=')[1] ?? ''
  const body = { invitation, name, password: passwordDigest(password) }
  expect((await as(app, undefined).call('members.register', { body })).status).toBe(200)
  const email = (
    await app.services.database.db
      .selectFrom('account')
      .select('email')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
  ).email
  const session = (await signIn(app, email, password)).body
  return { ...people.dave, email, token: session.access_token }
}

describe('who shares', () => {
  const outcomes: Record<PersonName, [number, string | undefined]> = {
    alice: [200, undefined],
    amy: [200, undefined],
    wanda: [403, 'member.waiting'],
    erin: [404, 'order.not_found'],
    bob: [403, 'request.forbidden'],
    ben: [403, 'request.forbidden'],
    carol: [403, 'request.forbidden'],
    dave: [403, 'request.forbidden'],
    olga: [403, 'request.forbidden'],
    root: [403, 'request.forbidden'],
  }
  it.each(Object.entries(outcomes) as [PersonName, [number, string | undefined]][])(
    '%s shares a case of the clinic, lists and removes its shares, or is refused',
    async (who, wanted) => {
      const by = people[who]
      expect(outcome(await share('somebody@mail.example', {}, by))).toEqual(wanted)
      expect(outcome(await as(app, by).call('orders.listShares', { params: { id: order.id } }))).toEqual(
        wanted,
      )
      expect(outcome(await unshare('somebody@mail.example', by))).toEqual(wanted)
    },
  )

  it.each(orderStatuses)('a case that is %s can be shared unless it is only scanned', async (status) => {
    order = await insertOrder(app, { clinic: people.alice, lab: people.bob, status })
    const isOpen = (shareStatuses as readonly OrderStatus[]).includes(status)
    expect(outcome(await share(people.dave.email))).toEqual(
      isOpen ? [200, undefined] : [409, 'order.wrong_status'],
    )
  })
})

describe('existence of an account', () => {
  it('T15: a clinic gets the same reply, list and timeline for any address, with or without an account', async () => {
    const emails = [people.dave.email, stranger, people.bob.email, people.amy.email]
    const results = new Set<string>()
    for (const email of emails) {
      const { id } = await insertOrder(app, { clinic: people.alice })
      order = { ...order, id }
      const answer = await share(email)
      const shares = await list()
      const { timeline } = (await read(people.alice)).body.data
      const text = JSON.stringify([answer.status, answer.body.data, shares, timeline.map(({ kind }) => kind)])
      results.add(text.replaceAll(email, '@').replace(/"\d{4}-[^"]+"/g, '"time"'))
      expect(shares).toMatchObject([{ email, mayDownload: false, by: 'Alice' }])
    }
    expect([...results]).toHaveLength(1)
    const invitations = await as(app, people.alice).call('invitations.list', { body: {} })
    expect(invitations.body.data.list).toEqual([])
    const invitation = await app.services.database.db
      .selectFrom('invitation')
      .select('id')
      .where('email', '=', stranger)
      .executeTakeFirstOrThrow()
    const renewed = await as(app, people.alice).call('invitations.renew', { params: invitation })
    expect(outcome(renewed)).toEqual([404, 'invitation.not_found'])
    const exported = await as(app, people.alice).call('accounts.export', {})
    expect(exported.body).toMatchObject({ invitations: [] })
  })

  it('T15: sharing runs the same statements for an unknown address and for the address of a laboratory, and two more for an individual', async () => {
    const count = async (email: string) => {
      const { transaction } = app.services.database
      const spy: string[] = []
      const { shareOrder } = await import('./shares.service.ts')
      const scope = {
        reach: 'own',
        sessionId: people.alice.sessionId,
        account: { id: people.alice.accountId, name: 'Alice', email: people.alice.email, language: 'en_US' },
        organization: { id: people.alice.organizationId, name: 'Brookside Dental', businessType: 1 },
        ...{ requestId: '', address: '', audit: { actions: ['orders.share'], isStrict: true } },
      } as never
      await transaction(async (tx) => {
        const watched = tx.withPlugin({
          transformQuery: ({ node }) => {
            spy.push(node.kind)
            return node
          },
          transformResult: async ({ result }) => result,
        })
        await shareOrder(
          { tx: watched as never, scope, services: app.services },
          {
            id: order.id,
            email,
            download: false,
            again: false,
          },
        )
      })
      return spy
    }
    const unknown = await count('nobody@mail.example')
    expect(unknown.length).toBeGreaterThan(8)
    expect(await count(people.bob.email)).toEqual(unknown)
    // Granting access takes two more statements.
    expect((await count(people.dave.email)).length).toBe(unknown.length + 2)
  })

  it('the owner of the address is informed: by an invitation, a notification, or a mail that another address is needed', async () => {
    for (const email of [people.dave.email, stranger, people.bob.email]) await share(email)
    const subject = async (email: string) => (await mailsTo(email))[0]?.subject
    expect(await subject(people.dave.email)).toBe('Brookside Dental shares a case with you')
    expect(await subject(stranger)).toBe('Brookside Dental shares your case with you')
    expect(await subject(people.bob.email)).toBe('Brookside Dental could not share a case with you')
    for (const mail of await app.readMails()) expect(mail.text).not.toContain('Test Patient')
    const rows = await app.services.database.db
      .selectFrom('order_share')
      .select('account_id')
      .where('order_id', '=', order.id)
      .execute()
    expect(rows).toEqual([{ account_id: people.dave.accountId }])
  })
})

describe('the view of an individual', () => {
  beforeEach(async () => {
    const remark = { remark: 'The clinic still owes us March.' }
    await as(app, people.bob).call('orders.remark', { body: { id: order.id, ...remark } })
    await as(app, people.bob).call('conversation.ask', {
      body: { orderId: order.id, reason: 'other', text: 'Is this one paid?' },
    })
    await share(people.dave.email)
    await share('other@mail.example')
  })

  it('an individual sees the case and its scans, but neither the communication of the parties nor other shares', async () => {
    const answer = await read(people.dave)
    expect(answer.body.data).toMatchObject({
      order: { id: order.id, remark: '', updater: '', questionOpenSince: null },
      question: null,
      kept: null,
      mayDownload: false,
      lab: { name: 'Northlight Lab', email: '', phone: '' },
    })
    expect(answer.body.data.files).toHaveLength(1)
    expect(JSON.stringify(answer.body)).not.toMatch(/March|paid|other@mail/)
    const page = await as(app, people.dave).call('orders.list', { body: { words: order.number } })
    expect(page.body.data.list).toMatchObject([{ id: order.id, remark: '', questionOpenSince: null }])
    expect((await as(app, people.dave).call('orders.listShares', { params: { id: order.id } })).status).toBe(
      403,
    )
    expect(
      (await as(app, people.dave).call('conversation.list', { body: { orderId: order.id } })).status,
    ).toBe(403)
  })

  it('an individual’s export contains no more than their list', async () => {
    const made = await as(app, people.dave).call('orders.createExport', { body: {} })
    const csv = await (await fetch(app.url + made.body.data.path)).text()
    expect(csv).toContain(order.number)
    expect(csv).not.toContain('March')
  })

  it('a laboratory does not see with whom the case is shared', async () => {
    const { timeline } = (await read(people.bob)).body.data
    expect(timeline.map(({ kind }) => kind)).not.toContain('share')
    const own = (await read(people.alice)).body.data.timeline.map(({ kind }) => kind)
    expect(own.filter((kind) => kind === 'share')).toHaveLength(2)
  })

  it('T03: an individual gets no file, directly, by ticket or as ZIP, before the clinic allows downloads', async () => {
    expect((await fetchFile(people.dave, 'files.download')).status).toBe(404)
    for (const one of [fileId, null]) {
      const body = { id: order.id, fileId: one }
      expect(outcome(await as(app, people.dave).call('files.createTicket', { body }))).toEqual([
        404,
        'file.not_found',
      ])
    }
    expect((await read(people.dave)).body.data.mayDownload).toBe(false)
    expect((await fetchFile(people.dave, 'previews.read')).status).toBe(404)
    expect((await share(people.dave.email, { download: true })).body.data.mayDownload).toBe(true)
    expect((await read(people.dave)).body.data.mayDownload).toBe(true)
    expect((await fetchFile(people.dave, 'files.download')).status).toBe(200)
  })

  it('T03: an individual can preview neither a document nor a scan of another case', async () => {
    const other = await insertOrder(app, { clinic: people.alice })
    const foreign = await insertFile(app, { orderId: other.id, by: people.alice, bytes })
    const document = await insertFile(app, {
      orderId: order.id,
      by: people.alice,
      bytes,
      kind: 'pdf',
      role: 'document',
    })
    for (const [id, one] of [
      [other.id, foreign.id],
      [order.id, foreign.id],
      [order.id, document.id],
    ]) {
      const path = addressOf('previews.read', { params: { id: id!, fileId: one! } })
      expect((await fetch(app.url + path, { headers: bearer(people.dave) })).status).toBe(404)
    }
  })

  it('T01: an individual does not find a case that is not shared with them', async () => {
    const other = await insertOrder(app, { clinic: people.alice })
    expect(outcome(await read(people.dave, other.id))).toEqual([404, 'order.not_found'])
  })
})

/**
 * Makes a change that ends a person's downloads, and waits until this node has been notified. A download that begins
 * before the notification arrives would lose its connection.
 * @returns the reply to the change
 */
async function endDownloads<Reply>(person: Person, change: () => Promise<Reply>): Promise<Reply> {
  const { promise: isNotified, resolve: notify } = Promise.withResolvers<void>()
  const { sessionId, accountId, organizationId } = person
  const unwatch = app.services.watchSession({ sessionId, accountId, organizationId }, notify)
  const reply = await change()
  await isNotified
  unwatch()
  return reply
}

describe('the end of a share', () => {
  it('T04: after the clinic removes a share, the next request finds neither ticket nor case', async () => {
    await share(people.dave.email, { download: true })
    const ticket = await as(app, people.dave).call('files.createTicket', { body: { id: order.id, fileId } })
    const get = () => fetch(app.url + ticket.body.data.path)
    expect((await get()).status).toBe(200)
    const removed = await endDownloads(people.dave, () => unshare(people.dave.email))
    expect(removed.body.data).toEqual({ done: true })
    expect((await get()).status).not.toBe(200)
    expect(outcome(await read(people.dave))).toEqual([404, 'order.not_found'])
    expect((await fetchFile(people.dave, 'previews.read')).status).toBe(404)
    expect(await list()).toEqual([])
    expect(outcome(await unshare(people.dave.email))).toEqual([200, undefined])
  })

  it('T04: a ticket is invalid once the clinic disallows downloads, and the case stays visible', async () => {
    await share(people.dave.email, { download: true })
    const ticket = await as(app, people.dave).call('files.createTicket', {
      body: { id: order.id, fileId: null },
    })
    await endDownloads(people.dave, () => share(people.dave.email, { download: false }))
    expect((await fetch(app.url + ticket.body.data.path)).status).not.toBe(200)
    expect((await read(people.dave)).status).toBe(200)
  })

  it('T04: removing a share notifies the node of an open event stream that the individual has lost access', async () => {
    await share(people.dave.email, { download: true })
    const abort = new AbortController()
    const stream = await fetch(`${app.url}/restful/events`, {
      headers: bearer(people.dave),
      signal: abort.signal,
    })
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
    await reader.read()
    await endDownloads(people.dave, () => unshare(people.dave.email))
    abort.abort()
  })
})

describe('an address without an account', () => {
  it('a person registers by the link within seven days and reads all cases shared with the address', async () => {
    const first = order
    await share(stranger)
    const second = await insertOrder(app, { clinic: people.erin })
    await as(app, people.erin).call('orders.share', {
      body: { id: second.id, email: stranger, download: true },
    })
    const mail = (await mailsTo(stranger)).find(({ subject }) => subject.startsWith('Brookside'))
    const paula = await register(mail?.links[0] ?? '')
    expect((await read(paula, first.id)).body.data.mayDownload).toBe(false)
    // The invitation of the clinic Meadow can't be redeemed any more, but paula can read the case of that clinic.
    expect((await read(paula, second.id)).body.data.mayDownload).toBe(true)
    expect(await list()).toMatchObject([{ email: stranger }])
    await unshare(stranger)
    expect((await read(paula, first.id)).status).toBe(404)
  })

  it('the download right of an open invitation can change without a mail and with the same link', async () => {
    const email = 'tick@new.example'
    await share(email)
    await share(email, { download: true })
    const mails = await mailsTo(email)
    expect(mails).toHaveLength(1)
    const tick = await register(mails[0]?.links[0] ?? '', 'Tick')
    expect((await read(tick)).body.data.mayDownload).toBe(true)
  })

  it('a link is invalid after the share is removed and after seven days, and the clinic can mail a new one', async () => {
    const email = 'late@new.example'
    const look = async (link: string) =>
      (await as(app, undefined).call('invitations.read', { body: { code: link.split('#code=')[1] ?? '' } }))
        .status
    await share(email)
    const [ended] = (await mailsTo(email))[0]?.links ?? []
    expect(await look(ended!)).toBe(200)
    await unshare(email)
    expect(await look(ended!)).toBe(400)
    await share(email)
    const [late] = (await mailsTo(email))[0]?.links ?? []
    app.clock.advance({ days: limits.invitationDays, seconds: 1 })
    expect(await look(late!)).toBe(400)
    await share(email, { again: true })
    const [again] = (await mailsTo(email))[0]?.links ?? []
    expect([await look(late!), await look(again!)]).toEqual([400, 200])
  })
})

describe('limits', () => {
  it('a clinic can mail one address a limited number of times per day; changing rights sends no mail', async () => {
    app.clock.advance({ hours: 1 })
    const email = 'flood@mail.example'
    for (let sent = 0; sent < limits.shareMailsPerDay; sent++)
      expect((await share(email, { again: true })).status).toBe(200)
    const refused = await share(email, { again: true })
    expect(outcome(refused)).toEqual([429, 'request.too_many'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await share(email, { download: true })).status).toBe(200)
  })

  it('a case is shared with a limited number of addresses', async () => {
    const rows = Array.from({ length: limits.sharesPerOrderMax }, (_, at) => ({
      order_id: order.id,
      email: `reader${at}@mail.example`,
      may_download: false,
      shared_at: app.clock.now(),
    }))
    await app.services.database.db.insertInto('order_share_address').values(rows).execute()
    expect(outcome(await share(people.dave.email))).toEqual([409, 'order.shares_full'])
    expect((await share('reader0@mail.example', { download: true })).status).toBe(200)
  })
})

describe('shares and the accounts of their addresses', () => {
  it('after simultaneous shares and removals of one address, the list and the access agree', async () => {
    await share(people.dave.email, { download: true })
    await Promise.all([
      share(people.dave.email, { download: false }, people.amy),
      unshare(people.dave.email),
      share(people.dave.email, { download: true }),
    ])
    const [listed] = await list()
    const found = await read(people.dave)
    expect([found.status, found.body.data?.mayDownload]).toEqual(
      listed === undefined ? [404, undefined] : [200, listed.mayDownload],
    )
  })

  it('T64: the shares of an individual are deleted with the account, including the address', async () => {
    const email = 'gone@new.example'
    await share(email)
    const gone = await register((await mailsTo(email))[0]?.links[0] ?? '', 'Gone')
    const closing = await as(app, gone).call('accounts.close')
    expect(closing.status).toBe(200)
    app.clock.advance({ days: limits.closedAccountDays, minutes: 1 })
    await eraseClosedAccounts(app.services)
    expect(await list()).toEqual([])
    const { timeline } = (await read(people.alice)).body.data
    expect(JSON.stringify(timeline)).not.toContain(email)
  })

  it('an account that is deleted because its address was never verified frees the address, even with shares', async () => {
    const now = app.clock.now()
    const { db, transaction } = app.services.database
    const email = 'never@new.example'
    const ids = [newId(), newId()] as const
    const row = { name: 'Never', name_key: `person:${ids[0]}`, business_type: 3 as const, verified_at: now }
    await db
      .insertInto('organization')
      .values({ id: ids[0], ...row, registered_at: now })
      .execute()
    const times = { created_at: now, updated_at: now }
    const account = {
      id: ids[1],
      email,
      name: 'Never',
      password_hash: 'x',
      organization_id: ids[0],
      ...times,
    }
    await db.insertInto('account').values(account).execute()
    await share(email)
    const later = new Date(now.getTime() + (limits.unverifiedMemberDays + 1) * 86_400_000)
    await transaction((tx) => removeExpired(tx, later))
    const left = await db.selectFrom('account').select('id').where('email', '=', email).execute()
    expect(left).toEqual([])
    expect(await list()).toMatchObject([{ email }])
  })
})

describe('bell notifications', () => {
  const news = async () => {
    await app.runJobs()
    const { list } = (await as(app, people.dave).call('notifications.list', { body: {} })).body.data
    return list.filter((one) => one.orderId === order.id)
  }
  it('an individual gets a bell notification for a share, and another one only when the clinic resends it', async () => {
    await share(people.dave.email)
    expect(await news()).toMatchObject([{ kind: 'order_shared', number: order.number, isRead: false }])
    await share(people.dave.email, { download: true })
    expect(await news()).toHaveLength(1)
    await share(people.dave.email, { again: true })
    expect(await news()).toHaveLength(2)
  })
})
