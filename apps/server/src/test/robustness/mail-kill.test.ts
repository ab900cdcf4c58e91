import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readQueue } from '../../office/health/health.queries.ts'
import { newId } from '../../platform/db/ids.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { countWaitingMails } from '../consistency.ts'
import { insertOrder } from '../insert-rows.ts'
import {
  killAndRecover,
  killsOf,
  killTimeoutMs,
  openForKills,
  patience,
  setUpTimeoutMs,
} from '../kill-nodes.ts'
import type { Installation, Node } from '../nodes.ts'
import { as, type People } from '../people.ts'
import { type MailServer, openMailServer } from '../smtp.ts'

const rounds = killsOf(1)
const mailsAtOnce = 12

let installation: Installation
let node: Node
let mailServer: MailServer
let people: People

beforeAll(async () => {
  mailServer = await openMailServer()
  ;({ installation, people } = await openForKills())
  node = await installation.addNode({ PONTIC_SMTP_URL: mailServer.url })
  await node.start()
}, setUpTimeoutMs)
afterAll(async () => {
  await installation?.close()
  await mailServer?.close()
})

/** Enqueues one mail. @returns its Message-ID */
async function addMail(): Promise<string> {
  const messageId = `<${newId()}@pontic.test>`
  const mail = {
    messageId,
    to: 'bob@pontic.example',
    subject: 'Case',
    text: 'Case',
    html: '<p>Case</p>',
    links: [],
  }
  await installation.services.database.transaction((tx) => enqueueJob(tx, 'mail.send', mail))
  return messageId
}

const countReceived = (messageId: string) =>
  mailServer.received().filter((received) => received === messageId).length
// The mails that a killed node was sending are unlocked after two minutes.
const untilAllLeft = () =>
  expect
    .poll(() => countWaitingMails(installation.services.database), { ...patience, timeout: killTimeoutMs })
    .toBe(0)

test(
  'a mail is sent once more, but not a third time, if its node was killed before recording that it was sent',
  async () => {
    for (let round = 0; round < rounds; round++) {
      mailServer.pause()
      const messageId = await addMail()
      await expect.poll(() => countReceived(messageId), patience).toBe(1)
      await killAndRecover(installation, node, {
        mend: mailServer.acknowledge,
        count: () => countReceived(messageId),
        wanted: 2,
      })
      await untilAllLeft()
      expect(countReceived(messageId)).toBe(2)
    }
  },
  killTimeoutMs,
)

test(
  'a planned stop neither duplicates nor loses mails',
  async () => {
    for (let round = 0; round < rounds; round++) {
      mailServer.pause()
      const ids: string[] = []
      for (let mail = 0; mail < mailsAtOnce; mail++) ids.push(await addMail())
      await expect
        .poll(() => ids.reduce((sum, id) => sum + countReceived(id), 0), patience)
        .toBeGreaterThan(0)
      const stopped = node.stop()
      // The node waits for the mail server and refuses requests meanwhile.
      await expect.poll(() => isAnswering(node.url), patience).toBe(false)
      expect(node.pid()).toBeDefined()
      mailServer.acknowledge()
      await stopped
      await node.start()
      await untilAllLeft()
      expect(ids.map(countReceived)).toEqual(ids.map(() => 1))
    }
  },
  killTimeoutMs,
)

test(
  'a step that is repeated after its node was killed notifies the laboratory exactly once',
  async () => {
    const { database } = installation.services
    for (let round = 0; round < rounds; round++) {
      const order = await insertOrder(installation, { clinic: people.alice })
      const body = { id: order.id, labId: people.bob.organizationId }
      const key = { 'idempotency-key': newId() }
      const send = () => as(node, people.alice).call('orders.send', { body }, key)
      const answer = send().catch(() => undefined)
      await node.kill()
      await answer
      await node.start()
      // Repeats the call with its Idempotency-Key, as a page does after a lost response.
      expect((await send()).status).toBe(200)
      const rows = await database.db
        .selectFrom('notification')
        .select(['kind', 'account_id'])
        .where('order_id', '=', order.id)
        .execute()
      expect(rows).toEqual([{ kind: 'order_sent', account_id: people.bob.accountId }])
    }
  },
  killTimeoutMs,
)

test(
  'a digest whose node is killed while it gathers the mails is sent exactly once',
  async () => {
    const { database } = installation.services
    const { alice, bob } = people
    await database.db
      .updateTable('account')
      .set({ mail_frequency: 'hourly' })
      .where('id', '=', bob.accountId)
      .execute()
    for (let round = 0; round < rounds; round++) {
      // Mails of earlier tests would be counted as the digest.
      await untilAllLeft()
      const { id } = await insertOrder(installation, { clinic: alice })
      await as(node, alice).call('orders.send', { body: { id, labId: bob.organizationId } })
      const before = new Set(mailServer.received())
      const countNew = () => new Set(mailServer.received().filter((one) => !before.has(one))).size
      const release = Promise.withResolvers<void>()
      const locked = Promise.withResolvers<void>()
      // The digest waits for this lock, so that the kill hits it in its transaction.
      const holder = database.transaction(async (tx) => {
        await sql`select 1 from waiting_mail where account_id = ${bob.accountId} for update`.execute(tx)
        locked.resolve()
        await release.promise
      })
      await locked.promise
      await sql`update graphile_worker._private_jobs set run_at = now()
        where key = ${`digest:${bob.accountId}`}`.execute(database.db)
      await sql`notify "jobs:insert"`.execute(database.db)
      await expect.poll(async () => (await readQueue(database.db)).running, patience).toBe(1)
      await killAndRecover(installation, node, {
        mend: async () => {
          release.resolve()
          await holder
        },
        count: countNew,
        wanted: 1,
      })
      await untilAllLeft()
      expect(countNew()).toBe(1)
      const rows = await database.db.selectFrom('waiting_mail').select('id').execute()
      expect(rows).toEqual([])
    }
  },
  killTimeoutMs,
)

async function isAnswering(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/healthz`)
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}
