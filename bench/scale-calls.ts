import { clinicId, labId, listNewest } from './big-database.ts'
import { type DatabaseUrls, withClient } from './cluster.ts'
import { dashboardCalls } from './counters.ts'
import {
  bytesOf,
  callOf,
  farPage,
  getName,
  inTurn,
  pageOnlyName,
  searchedWords,
  transitionName,
  walkTo,
} from './list-cases.ts'
import type { NextRequest } from './load.ts'
import { prepareRequest, readKnownIds } from './manage.ts'
import { platformLists } from './manage-calls.ts'
import { createToken } from './people.ts'
import { platformId } from './platform-data.ts'
import type { Portal } from './portal.ts'

/** Requests of a call that is compared between sizes. `most` is the allowed ratio to the smallest size. */
export type GrowthCase = { next: NextRequest; most: number }

export const connections = 4
/** Allowed ratios of calls and of searches to the smallest size. */
export const ratioMax = 1.2
export const searchRatioMax = 2

const readCases = 200

/** Prepares the calls of a node: lists, totals, searches, a case, a step, the dashboard, and the back office. @returns them by name */
export async function prepareCases(database: DatabaseUrls, portal: Portal): Promise<Map<string, GrowthCase>> {
  const { token, staff, ids, moved, read } = await withClient(database.superUrl, async (client) => {
    await client.query('delete from graphile_worker._private_jobs')
    return {
      token: await createToken(client, clinicId(1)),
      staff: await createToken(client, platformId),
      ids: await readKnownIds(client),
      moved: await listNewest(client, 'uploaded', connections),
      read: await listNewest(client, 'completed', readCases),
    }
  })
  const cases = new Map<string, GrowthCase>()
  const add = (name: string, bytes: Buffer, most = ratioMax) => cases.set(name, { next: () => bytes, most })
  const list = (body: object) => bytesOf(token, callOf('orders.list', body))
  add('list, page 1', list({ totalMax: 0 }))
  add(`list, page ${farPage} by cursor`, list({ ...(await walkTo(portal, token, farPage)), totalMax: 0 }))
  add('list, page 1, with total', list({}))
  add('list, late cases', list({ due: 'late', totalMax: 0 }))
  for (const words of searchedWords) add(pageOnlyName(words), list({ words, totalMax: 0 }), searchRatioMax)
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  const get = (id: string) => [bytesOf(token, callOf('orders.get', undefined, id))]
  cases.set(getName, { next: inTurn(get, idsOf(read)), most: ratioMax })
  const move = (id: string) =>
    [callOf('orders.send', { id, labId: labId(1) }), callOf('orders.recall', { id })].map((request) =>
      bytesOf(token, request),
    )
  cases.set(transitionName, { next: inTurn(move, idsOf(moved)), most: ratioMax })
  for (const { name, request } of dashboardCalls) add(name, bytesOf(token, request))
  for (const office of platformLists(ids)) {
    // The queue of jobs does not grow with the cases.
    if (office.call === 'health.listJobs') continue
    const [first, deep, search] = [
      office.asked[0],
      office.asked.find((asked) => asked.deep !== undefined),
      office.asked.find(({ body }) => 'words' in body),
    ]
    const asked = office.call === 'audit.list' ? office.asked : [first, deep, search]
    for (const one of asked) {
      if (one === undefined) continue
      const isSearch = one.name.startsWith('search')
      const bytes = await prepareRequest(portal, staff, office, one)
      add(`back office, ${office.name}: ${one.name}`, bytes, isSearch ? searchRatioMax : ratioMax)
    }
  }
  return cases
}
