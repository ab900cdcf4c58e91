import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { OrderAction, RouteName } from '@pontic/contract'
import { minimalPrescription } from './insert-rows.ts'
import { type Answer, as, type People, type Person } from './people.ts'

/** A change that the portal has acknowledged. */
export type Acknowledged = { orderId: string; kind: 'register' | OrderAction }

/** Simulated people who take orders from registration to receipt, even while parts of the portal fail. */
export type Load = {
  acknowledged: readonly Acknowledged[]
  /** Number of calls that wait for a response. */
  runningCount: () => number
  /** Number of calls that were answered as expected. */
  answeredCount: () => number
  /** Number of repetitions of calls after no response, `server.unavailable`, `server.disk_full` or `request.key_in_use`. */
  repeatedCount: () => number
  /** Resolves when `count` more changes have been acknowledged. */
  untilMore: (count: number) => Promise<void>
  /** Finishes all orders. @throws Error for the first unexpected response */
  finish: () => Promise<void>
}

type PersonCall = {
  person: Person
  name: RouteName
  body?: Record<string, unknown>
  params?: Record<string, string>
}

const retryAfterMs = 150
const deliveryOn = '2037-12-08'
const passingErrors = ['server.unavailable', 'server.disk_full', 'request.key_in_use']

/**
 * Starts the load: each order is registered, sent, accepted, shipped and received. Two people of an organization accept, and two
 * confirm the receipt, concurrently. As in the web app, each call has an Idempotency-Key and is repeated until it is answered.
 * @param workers number of concurrent orders
 * @param pauseMs time between two steps of an order, for tests whose duration does not depend on the number of steps. Without a
 * pause the load takes all processors
 */
export function startLoad(url: string, people: People, workers: number, pauseMs = 0): Load {
  const acknowledged: Acknowledged[] = []
  const waiting = new Set<() => void>()
  const state = { isEnding: false, runningCount: 0, answeredCount: 0, repeatedCount: 0 }

  /** Repeats a call until it is answered. @throws Error for an unexpected response */
  async function callUntilAnswered({ person, name, ...input }: PersonCall): Promise<Answer<{ id: string }>> {
    const key = { 'idempotency-key': randomUUID() }
    for (;;) {
      const answer = await tryOnce(() => as({ url }, person).call(name, input as never, key))
      const isDone = answer?.status === 200 || answer?.status === 409
      if (answer && isDone && !passingErrors.includes(answer.body.error ?? '')) {
        state.answeredCount += 1
        return answer as never
      }
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

  /** Makes the concurrent calls of one step of an order. Exactly one of them must succeed. */
  async function takeStep(orderId: string, kind: OrderAction, calls: PersonCall[]): Promise<void> {
    const answers = await Promise.all(calls.map(callUntilAnswered))
    const winners = answers.filter(({ status }) => status === 200).length
    if (winners !== 1) throw new Error(`${winners} of ${calls.length} won ${kind} of ${orderId}`)
    acknowledge(orderId, kind)
  }

  async function work(): Promise<void> {
    const { alice } = people
    while (!state.isEnding) {
      const draft = { type: 0, patientName: 'Kestrel Example' }
      const { body } = await callUntilAnswered({ person: alice, name: 'orders.create', body: draft })
      const { id } = body.data
      acknowledge(id, 'register')
      const update = { id, prescription: minimalPrescription(0) }
      await callUntilAnswered({ person: alice, name: 'prescriptions.update', body: update })
      const steps = stepsOf(id, people)
      for (const kind of chooseActions()) {
        await takeStep(id, kind, steps[kind])
        if (pauseMs > 0) await wait(pauseMs)
      }
    }
  }

  const working = Promise.all(Array.from({ length: workers }, work))
  // `finish` or `untilMore` throws the error.
  working.catch(() => {})
  return {
    acknowledged,
    runningCount: () => state.runningCount,
    answeredCount: () => state.answeredCount,
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

/** Chooses the actions of an order at random: directly to receipt, or with a recall, a rejection or a deletion. */
function chooseActions(): (keyof ReturnType<typeof stepsOf>)[] {
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

/** Returns the calls of each step, one for each person who makes it. */
function stepsOf(id: string, { alice, amy, bob, ben }: People) {
  const each = (name: RouteName, persons: Person[], more: Record<string, unknown> = {}): PersonCall[] =>
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
  } satisfies Partial<Record<OrderAction, PersonCall[]>>
}
