import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printStep } from '../scripts/places.ts'
import { clinicId, labId, listNewest, openBigDatabase } from './big-database.ts'
import { type DatabaseUrls, openCluster, withClient } from './cluster.ts'
import { dashboardCalls } from './counters.ts'
import { atMost, medianOf, type Scale, type Section, show, showRatio } from './figures.ts'
import { bytesOf, callOf, farPage, inTurn, type Request, transitionName, walkTo } from './list-cases.ts'
import { type NextRequest, runLoad } from './load.ts'
import { createToken } from './people.ts'
import { readCpuMs, readFamilyCpuMs, startPortal } from './portal.ts'

const connections = 4
const warmUpSeconds = 1
const smallest = 10_000
// Short turns, so that the load of other programs meets all sizes alike.
const turnSeconds = 0.25
const ratioMax = 1.2

/** A node on a database of one size, and its requests for each case by name. */
type Sized = { pid: number; port: number; requests: Map<string, NextRequest>; stop: () => Promise<void> }

/** Medians of the turns, and CPU time of the node and of PostgreSQL in all turns. */
type Figures = { medianMs: number[]; cpuMs: number; calls: number }

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
      nodes.push(await startSized(databases[at]!, join(folder, String(orders))))
    return report(scale, sizes, await measureAll(nodes, postgres.pid, scale))
  } finally {
    for (const node of nodes) await node.stop()
    rmSync(folder, { recursive: true, force: true })
    await postgres.stop()
  }
}

async function startSized(database: DatabaseUrls, folder: string): Promise<Sized> {
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
    transitionName,
    inTurn(
      move,
      moved.map(({ id }) => id),
    ),
  )
  return { pid: portal.pid, port: portal.port, requests, stop: portal.stop }
}

/** Measures each case at all sizes in turn, in an order that rotates. @returns figures of the turns, by case and size */
async function measureAll(
  nodes: readonly Sized[],
  postgresPid: number,
  scale: Scale,
): Promise<Map<string, Figures[]>> {
  const names = [...nodes[0]!.requests.keys()]
  const run = (node: Sized, name: string, seconds: number) =>
    runLoad(node.port, connections, seconds, node.requests.get(name)!)
  for (const name of names) for (const node of nodes) await run(node, name, warmUpSeconds)
  const figures = new Map(
    names.map((name) => [name, nodes.map((): Figures => ({ medianMs: [], cpuMs: 0, calls: 0 }))]),
  )
  const turns = Math.ceil(scale.seconds / turnSeconds)
  for (let round = 1; round <= scale.rounds; round++) {
    for (const [name, found] of figures) {
      for (let turn = 0; turn < turns * nodes.length; turn++) {
        const at = (turn + Math.floor(turn / nodes.length)) % nodes.length
        const [node, figure] = [nodes[at]!, found[at]!]
        const readCpu = () => readCpuMs(node.pid) + readFamilyCpuMs(postgresPid)
        const cpuMs = readCpu()
        const { calls, medianMs } = await run(node, name, turnSeconds)
        figure.cpuMs += readCpu() - cpuMs
        figure.calls += calls
        figure.medianMs.push(medianMs)
      }
    }
    printStep(`scale: round ${round} of ${scale.rounds}`)
  }
  return figures
}

/** The time of a size divided by that of the smallest, in the same turn: the median of the turns. */
function ratioOf(found: readonly Figures[], at: number): number {
  const [smallest, larger] = [found[0]!, found[at]!]
  return medianOf(larger.medianMs.map((medianMs, turn) => medianMs / smallest.medianMs[turn]!))
}

const cpuOf = ({ cpuMs, calls }: Figures) => cpuMs / calls

function report(scale: Scale, sizes: readonly number[], figures: ReadonlyMap<string, Figures[]>): Section {
  const larger = sizes.slice(1)
  const format = (orders: number) => orders.toLocaleString('en')
  return {
    title: 'Growth',
    notes: [
      `Databases of ${sizes.map(format).join(', ')} orders in one PostgreSQL, one node on each; 30 % of the orders are of the ` +
        `calling clinic; ${connections} connections; ${scale.rounds} rounds of ${scale.seconds} s, ` +
        `in turns of ${turnSeconds} s that alternate between the sizes; medians of the turns.`,
      `Lists are without a total unless named. The smallest database has fewer than ${farPage} pages: its last full page is read.`,
    ],
    columns: ['case', ...sizes.map(format), ...larger.map((orders) => `${format(orders)} to smallest`)],
    rows: [...figures].map(([name, found]) => [
      name,
      ...found.map((one) => `${show(medianOf(one.medianMs))} ms, CPU ${show(cpuOf(one))} ms`),
      ...larger.map((_, at) => {
        const cpu = cpuOf(found[at + 1]!) / cpuOf(found[0]!)
        return `${showRatio(ratioOf(found, at + 1))}, CPU ${showRatio(cpu)}`
      }),
    ]),
    verdicts: [...figures].flatMap(([name, found]) =>
      larger.map((orders, at) =>
        atMost(`${name}, ${format(orders)}`, ratioOf(found, at + 1), ratioMax, showRatio),
      ),
    ),
  }
}
