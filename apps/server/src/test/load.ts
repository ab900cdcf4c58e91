import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { OrderAction, RouteName } from '@pontic/contract'
import { makePrescription } from './make.ts'
import { type Answer, as, type People, type Person } from './people.ts'

/** A change that somebody was told has happened. */
export type Acknowledged = { orderId: string; kind: 'register' | OrderAction }

/** People who take orders from registration to receipt, all the time, whatever breaks meanwhile. */
export type Load = {
  acknowledged: readonly Acknowledged[]
  /** Calls that wait for an answer now. */
  runningCount: () => number
  /** Calls that were repeated because nobody answered or the portal said 503. */
  repeatedCount: () => number
  /** Resolves when `count` more changes have been acknowledged. */
  untilMore: (count: number) => Promise<void>
  /** Lets everybody bring his order to its end. @throws what no person should have read */
  finish: () => Promise<void>
}

type Press = {
  person: Person
  name: RouteName
  body?: Record<string, unknown>
  params?: Record<string, string>
}

const retryAfterMs = 150
const deliveryOn = '2037-12-08'
const passingErrors = ['server.unavailable', 'request.key_in_use']

/**
 * Starts people at work: each order is registered, sent, accepted, shipped and received, and where two of an organization
 * may press, both press at once. Every call carries an Idempotency-Key and is repeated until it is answered, as the
 * portal's pages do it.
 * @param workers orders on their way at a time
 */
export function startLoad(url: string, people: People, workers: number): Load {
  const acknowledged: Acknowledged[] = []
  const waiting = new Set<() => void>()
  const state = { isEnding: false, runningCount: 0, repeatedCount: 0 }

  /** Presses until there is an answer. @throws Error for an answer that nobody should read */
  async function press({ person, name, ...input }: Press): Promise<Answer<{ id: string }>> {
    const key = { 'idempotency-key': randomUUID() }
    for (;;) {
      const answer = await tryOnce(() => as({ url }, person).call(name, input as never, key))
      const isDone = answer?.status === 200 || answer?.status === 409
      if (answer && isDone && !passingErrors.includes(answer.body.error ?? '')) return answer as never
      if (answer && !passingErrors.includes(answer.body.error ?? ''))
        throw new Error(`${name} answered ${answer.status} ${answer.body.error}`)
      state.repeatedCount += 1
      await wait(retryAfterMs)
    }
  }

  async function tryOnce<Result>(call: () => Promise<Result>): Promise<Result | undefined> {
    state.runningCount += 1
    try {
      return await call()
    } catch {
      return undefined
    } finally {
      state.runningCount -= 1
    }
  }

  function acknowledge(orderId: string, kind: Acknowledged['kind']): void {
    acknowledged.push({ orderId, kind })
    for (const look of waiting) look()
  }

  /** One step of an order; of all who press one must win. */
  async function take(orderId: string, kind: OrderAction, presses: Press[]): Promise<void> {
    const answers = await Promise.all(presses.map(press))
    const winners = answers.filter(({ status }) => status === 200).length
    if (winners !== 1) throw new Error(`${winners} of ${presses.length} won ${kind} of ${orderId}`)
    acknowledge(orderId, kind)
  }

  async function work(): Promise<void> {
    const { alice } = people
    while (!state.isEnding) {
      const draft = { type: 0, patientName: 'Kestrel Example' }
      const { body } = await press({ person: alice, name: 'orders.create', body: draft })
      const { id } = body.data
      acknowledge(id, 'register')
      const said = { id, prescription: makePrescription(0) }
      await press({ person: alice, name: 'prescriptions.update', body: said })
      const steps = stepsOf(id, people)
      for (const kind of pickWay()) await take(id, kind, steps[kind])
    }
  }

  const working = Promise.all(Array.from({ length: workers }, work))
  // Told by `finish`, or earlier by whoever waits for more.
  working.catch(() => {})
  return {
    acknowledged,
    runningCount: () => state.runningCount,
    repeatedCount: () => state.repeatedCount,
    untilMore: async (count) => {
      const wanted = acknowledged.length + count
      const enough = new Promise<void>((resolve) => {
        const look = () => {
          if (acknowledged.length < wanted) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
      })
      await Promise.race([enough, working])
    },
    finish: async () => {
      state.isEnding = true
      await working
    },
  }
}

/** A way through an order's life: mostly straight on, now and then back, or into the bin. */
function pickWay(): (keyof ReturnType<typeof stepsOf>)[] {
  const on = ['accept', 'ship', 'complete'] as const
  const ways = [
    ['declareNoScans', 'send', ...on],
    ['declareNoScans', 'send', 'recall', 'send', ...on],
    ['declareNoScans', 'send', 'reject', 'send', ...on],
    ['declareNoScans', 'send', 'accept', 'reject', 'discard'],
    ['declareNoScans', 'discard'],
  ] as const
  return [...ways[Math.floor(Math.random() * ways.length)]!]
}

/** Who presses what for each step, with all who may press it pressing at once. */
function stepsOf(id: string, { alice, amy, bob, ben }: People) {
  const each = (name: RouteName, persons: Person[], more: Record<string, unknown> = {}): Press[] =>
    persons.map((person) => ({ person, name, body: { id, ...more } }))
  const discard = { person: alice, name: 'orders.discard' as const, params: { id } }
  return {
    declareNoScans: each('orders.declareNoScans', [alice]),
    send: each('orders.send', [alice], { labId: bob.organizationId }),
    recall: each('orders.recall', [amy]),
    accept: each('orders.accept', [bob, ben], { deliveryOn }),
    reject: each('orders.reject', [ben], { reason: 'capacity', note: 'No room this week.' }),
    ship: each('orders.ship', [ben], { withoutNumber: true }),
    complete: each('orders.complete', [alice, amy]),
    discard: [discard],
  } satisfies Partial<Record<OrderAction, Press[]>>
}
