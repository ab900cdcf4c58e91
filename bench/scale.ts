import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printStep } from '../scripts/places.ts'
import { clinicId, labId, listNewest, openBigDatabase } from './big-database.ts'
import { type DatabaseUrls, openCluster, withClient } from './cluster.ts'
import { dashboardCalls } from './counters.ts'
import { atMost, medianOf, type Scale, type Section, show, showRatio } from './figures.ts'
import { bytesOf, callOf, farPage, inTurn, type Request, walkTo } from './list-cases.ts'
import { type NextRequest, runLoad } from './load.ts'
import { createToken } from './people.ts'
import { startPortal } from './portal.ts'

const connections = 4
const warmUpSeconds = 1
const smallest = 10_000
const ratioMax = 1.2

/** A node on a database of one size, and its requests for each case by name. */
type Sized = { orders: number; port: number; requests: Map<string, NextRequest>; stop: () => Promise<void> }

/** Compares the same calls on databases from 10,000 orders up to the number of the run, each ten times as large as the one before. */
export async function measureScale(scale: Scale): Promise<Section> {
  const sizes: number[] = []
  for (let orders = smallest; orders <= scale.orders; orders *= 10) sizes.push(orders)
  const postgres = await openCluster()
  const folder = mkdtempSync(join(tmpdir(), 'pontic-bench-'))
  const nodes: Sized[] = []
  try {
    const databases: DatabaseUrls[] = []
    for (const orders of sizes) databases.push(await openBigDatabase(postgres, orders))
    for (const [at, orders] of sizes.entries())
      nodes.push(await startSized(databases[at]!, orders, join(folder, String(orders))))
    return report(scale, sizes, await measureAll(nodes, scale))
  } finally {
    for (const node of nodes) await node.stop()
    rmSync(folder, { recursive: true, force: true })
    await postgres.stop()
  }
}

async function startSized(database: DatabaseUrls, orders: number, folder: string): Promise<Sized> {
  const { token, moved } = await withClient(database.superUrl, async (client) => {
    await client.query('delete from graphile_worker._private_jobs')
    return {
      token: await createToken(client, clinicId(1)),
      moved: await listNewest(client, 'uploaded', connections),
    }
  })
  const portal = await startPortal(database, folder)
  // The smallest database has fewer pages: its last full page is measured.
  const far = await walkTo(portal, token, farPage)
  const lists = { 'list, page 1': {}, [`list, page ${farPage} by cursor`]: far }
  const calls: [string, Request][] = [
    ...Object.entries(lists).map(([name, body]): [string, Request] => [
      name,
      callOf('orders.list', { ...body, totalMax: 0 }),
    ]),
    ['list, page 1, with total', callOf('orders.list', {})],
    ...dashboardCalls.map(({ name, request }): [string, Request] => [name, request]),
  ]
  const requests = new Map<string, NextRequest>()
  for (const [name, request] of calls) {
    const bytes = bytesOf(token, request)
    requests.set(name, () => bytes)
  }
  const move = (id: string) =>
    [callOf('orders.send', { id, labId: labId(1) }), callOf('orders.recall', { id })].map((request) =>
      bytesOf(token, request),
    )
  requests.set(
    'transition (send, recall)',
    inTurn(
      move,
      moved.map(({ id }) => id),
    ),
  )
  return { orders, port: portal.port, requests, stop: portal.stop }
}

/** Measures each case at all sizes in turn, in an order that rotates. @returns medians of the rounds in ms, by case and size */
async function measureAll(nodes: readonly Sized[], scale: Scale): Promise<Map<string, number[][]>> {
  const names = [...nodes[0]!.requests.keys()]
  const run = (node: Sized, name: string, seconds: number) =>
    runLoad(node.port, connections, seconds, node.requests.get(name)!)
  for (const name of names) for (const node of nodes) await run(node, name, warmUpSeconds)
  const medians = new Map(names.map((name) => [name, nodes.map((): number[] => [])]))
  for (let round = 1; round <= scale.rounds; round++) {
    for (const [name, found] of medians) {
      for (const turn of nodes.keys()) {
        const at = (turn + round) % nodes.length
        found[at]!.push((await run(nodes[at]!, name, scale.seconds)).medianMs)
      }
    }
    printStep(`scale: round ${round} of ${scale.rounds}`)
  }
  return medians
}

/** The median of a size divided by that of the smallest, in the same round: the median of the rounds. */
function ratioOf(found: readonly number[][], at: number): number {
  return medianOf(found[at]!.map((medianMs, round) => medianMs / found[0]![round]!))
}

function report(scale: Scale, sizes: readonly number[], medians: ReadonlyMap<string, number[][]>): Section {
  const larger = sizes.slice(1)
  const format = (orders: number) => orders.toLocaleString('en')
  return {
    title: 'Growth',
    notes: [
      `Databases of ${sizes.map(format).join(', ')} orders in one PostgreSQL, one node on each; 30 % of the orders are of the ` +
        `calling clinic; ${connections} connections; medians of ${scale.rounds} interleaved rounds of ${scale.seconds} s.`,
      `Lists are without a total unless named. The smallest database has fewer than ${farPage} pages: its last full page is read.`,
    ],
    columns: ['case', ...sizes.map(format), ...larger.map((orders) => `${format(orders)} to smallest`)],
    rows: [...medians].map(([name, found]) => [
      name,
      ...found.map((times) => `${show(medianOf(times))} ms`),
      ...larger.map((_, at) => showRatio(ratioOf(found, at + 1))),
    ]),
    verdicts: [...medians].flatMap(([name, found]) =>
      larger.map((orders, at) =>
        atMost(`${name}, ${format(orders)}`, ratioOf(found, at + 1), ratioMax, showRatio),
      ),
    ),
  }
}
