import { connect } from 'node:net'
import { type RouteName, routes } from '@pontic/contract'
import { exchangeOn, type NextRequest, requestBytes } from './load.ts'
import type { Portal } from './portal.ts'
import type { Recorder } from './recorder.ts'
import { type Replayed, replaceObject, toReplay } from './replay.ts'

/** A request to the portal. */
export type Request = { method: string; path: string; body?: unknown }

/**
 * A measurement of one request, or of two alternating requests, about several objects. `recorded` has the SQL statements of
 * each request, which were recorded for the first object.
 */
export type Case = {
  name: string
  steps: (id: string) => Request[]
  ids: string[]
  recorded: Replayed[][]
}

/** Ids of the orders that a program reads and changes. Two programs never change the same order. */
export type CaseIds = { read: string[]; moved: string[] }

/** Search terms that match names in the data, one for each script of the names. */
export const searchedWords = ['Marta Weber', '张伟', 'Иван'] as const

/** The page of the list that is compared with page 1. */
export const farPage = 500
/** Names of measurements. */
export const pageName = (page: number) => `list, page ${page}`
export const pageOnlyName = (words: string) => `search ${words}, page only`
export const getName = 'get by id'
export const transitionName = 'transition (send, recall)'

/** Creates the request of a call and replaces `:id` in its path. */
export function callOf(name: RouteName, body?: unknown, id = ''): Request {
  const { method, path } = routes[name]
  return { method, path: `/restful${path.replace(':id', id)}`, ...(body === undefined ? {} : { body }) }
}

const listOf = (name: string, body: unknown): Omit<Case, 'recorded'> => ({
  name,
  steps: () => [callOf('orders.list', body)],
  ids: [''],
})

/** Creates the measurements without their statements. @param cursor cursor of page 500, or of the last page */
export function makeCases(cursor: string, ids: CaseIds, labId: string): Omit<Case, 'recorded'>[] {
  return [
    listOf(pageName(1), {}),
    listOf(pageName(farPage), { cursor, page: farPage }),
    ...searchedWords.flatMap((words) => [
      listOf(pageOnlyName(words), { words, totalMax: 0 }),
      listOf(`search ${words}, counted`, { words }),
    ]),
    {
      name: getName,
      steps: (id) => [callOf('orders.get', undefined, id)],
      ids: ids.read,
    },
    {
      name: transitionName,
      steps: (id) => [callOf('orders.send', { id, labId }), callOf('orders.recall', { id })],
      ids: ids.moved,
    },
  ]
}

/** Pages through the list up to a page or the last full page. @returns number and cursor of that page */
export async function walkTo(
  { port }: Portal,
  token: string,
  farthest: number,
): Promise<{ cursor: string; page: number }> {
  const exchange = exchangeOn(connect({ port, host: '127.0.0.1', noDelay: true }))
  let [before, cursor] = ['', '']
  for (let page = 1; ; page++) {
    const request = callOf('orders.list', { page, totalMax: 0, ...(cursor && { cursor }) })
    const answer = JSON.parse((await exchange(bytesOf(token, request))).toString())
    const next = answer.data.cursor as string | null
    if (page === farthest) return { cursor, page }
    if (next === null) return { cursor: before, page: page - 1 }
    before = cursor
    cursor = next
  }
}

/** Serializes a request with the token of a person. */
export function bytesOf(token: string, { method, path, body }: Request): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body)
  return requestBytes(method, path, { authorization: `Bearer ${token}` }, text)
}

/**
 * Returns a function that creates the next request of a connection, from the steps and the ids of the objects. With one step, each
 * connection goes through all objects. With several, each goes through the steps of its own objects.
 * @param connections the number of connections among which the objects are divided
 */
export function inTurn(
  steps: (id: string) => Buffer[],
  ids: readonly string[],
  connections = ids.length,
): NextRequest {
  const turns: number[] = []
  const known = new Map(ids.map((id) => [id, steps(id)]))
  return (connection) => {
    const turn = turns[connection] ?? 0
    turns[connection] = turn + 1
    const count = known.get(ids[0] ?? '')?.length ?? 1
    const own = ids.filter((_, at) => at % connections === connection % connections)
    const id = count > 1 ? own[Math.floor(turn / count) % own.length] : ids[(turn + connection) % ids.length]
    return known.get(id ?? '')?.[turn % count] ?? Buffer.alloc(0)
  }
}

/** Runs the steps twice and records the statements of the second run, because only that run uses prepared statements. */
export async function recordCase(
  { port }: Portal,
  recorder: Recorder,
  token: string,
  one: Omit<Case, 'recorded'>,
): Promise<Case> {
  const exchange = exchangeOn(connect({ port, host: '127.0.0.1', noDelay: true }))
  const recorded: Replayed[][] = []
  const [id = ''] = one.ids
  for (const isRecorded of [false, true]) {
    for (const step of one.steps(id)) {
      recorder.take()
      await exchange(bytesOf(token, step))
      if (isRecorded) recorded.push(toReplay(recorder.take()))
    }
  }
  return { ...one, recorded }
}

/** Returns the statements of each step for an object. */
export function statementsOf(one: Case, id: string): Replayed[][] {
  const [from = ''] = one.ids
  return one.recorded.map((statements) => (from === '' ? statements : replaceObject(statements, from, id)))
}
