import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertOrder } from '../../test/insert-rows.ts'
import {
  killAndRecover,
  killsOf,
  killTimeoutMs,
  openForKills,
  patience,
  setUpTimeoutMs,
} from '../../test/kill-nodes.ts'
import type { Installation, Node } from '../../test/nodes.ts'
import { as, type People } from '../../test/people.ts'
import { openWebhookReceiver, type WebhookReceiver } from '../../test/webhook-receiver.ts'

const kills = killsOf(3)
const casesAtOnce = 4

let installation: Installation
let web: Node
let worker: Node
let receiver: WebhookReceiver
let people: People

beforeAll(async () => {
  receiver = await openWebhookReceiver()
  ;({ installation, people } = await openForKills())
  web = await installation.addNode({ PONTIC_ROLE: 'web' })
  worker = await installation.addNode({ PONTIC_ROLE: 'worker', PONTIC_ALLOW_PRIVATE_ADDRESSES: 'yes' })
  await web.start()
  await worker.start()
}, setUpTimeoutMs)
afterAll(async () => {
  receiver?.release()
  await installation?.close()
  await receiver?.close()
})

async function createSetting(): Promise<void> {
  const root = as(web, people.root)
  const { body } = await root.call('pushSettings.create', {
    body: {
      name: 'Northlight production',
      kind: 'webhook',
      address: receiver.address,
      password: receiver.secret,
      events: ['send'],
      format: 'pontic',
    },
  })
  const organizationIds = [people.bob.organizationId]
  await root.call('pushSettings.assign', { body: { id: body.data.id, organizationIds } })
}

async function sendCases(): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < casesAtOnce; n++) {
    const { id } = await insertOrder(installation, { clinic: people.alice })
    const labId = people.bob.organizationId
    await as(web, people.alice).call('orders.send', { body: { id, labId } })
    ids.push(id)
  }
  return ids
}

const idsIn = () => new Set(receiver.received().map(({ id }) => id))

test(
  `a worker that is killed ${kills} times during deliveries loses no delivery, and repeats a delivery only under the same id`,
  async () => {
    await createSetting()
    const orders: string[] = []
    for (let round = 0; round < kills; round++) {
      receiver.pause()
      const before = receiver.received().length
      orders.push(...(await sendCases()))
      await expect.poll(() => receiver.received().length, patience).toBeGreaterThan(before)
      await killAndRecover(installation, worker, {
        mend: receiver.release,
        count: () => idsIn().size,
        wanted: orders.length,
      })
    }
    const rows = await installation.services.database.db
      .selectFrom('push_delivery')
      .select(['id', 'order_id', 'state'])
      .execute()
    const countUndelivered = async () => {
      const waiting = await installation.services.database.db
        .selectFrom('push_delivery')
        .select('id')
        .where('state', '<>', 'delivered')
        .execute()
      return waiting.length
    }
    await expect.poll(countUndelivered, patience).toBe(0)
    expect(rows.map((row) => row.order_id).sort()).toEqual(orders.sort())
    expect([...idsIn()].sort()).toEqual(rows.map(({ id }) => id).sort())
    // A receiver recognizes repeats by the id of the delivery. Each order has one delivery.
    const orderByDelivery = new Map(receiver.received().map(({ id, data }) => [id, data.orderId]))
    expect([...orderByDelivery.values()].sort()).toEqual(orders)
    // Deliveries that a kill interrupted were repeated with the same id.
    expect(receiver.received().length).toBeGreaterThanOrEqual(orders.length + kills)
    expect(receiver.forgedCount()).toBe(0)
  },
  killTimeoutMs,
)
