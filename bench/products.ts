import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printStep } from '../scripts/places.ts'
import { clinicId, labId, listNewest, openBigDatabase } from './big-database.ts'
import { type DatabaseUrls, openCluster, withClient } from './cluster.ts'
import { directus } from './directus.ts'
import { atLeast, medianOf, type Scale, type Section, show, showRatio, type Verdict } from './figures.ts'
import { bytesOf, callOf, farPage, inTurn, type Request, searchedWords, walkTo } from './list-cases.ts'
import { type NextRequest, runLoad } from './load.ts'
import { parse } from './parse.ts'
import { createToken } from './people.ts'
import { type Portal, readCpuMs, readFamilyCpuMs, startPortal } from './portal.ts'
import { type Asked, type OrderKey, openProductDatabase, type Product } from './product-database.ts'

const connections = 8
const warmUpSeconds = 2
// Short turns, so that the load of other programs meets all programs alike.
const turnSeconds = 0.5
const readOrders = 16
const kinds = [parse, directus] as const
const portalName = 'Portal'
const programs = [portalName, ...kinds.map(({ name }) => name)]

const firstPage = 'list, page 1'
const searchName = (words: string) => `search ${words}`
const updateName = 'transition, or update of the status'

/** A program under load: its process, and its requests for each case by name. */
type Program = { pid: number; port: number; requests: Map<string, NextRequest> }
/** Rates of the turns, and CPU time of the process and of PostgreSQL in all turns. */
type Figures = { perSecond: number[]; calls: number; serverMs: number; databaseMs: number }
type Orders = { read: OrderKey[]; moved: OrderKey[] }

/** Compares lists, search, one order and a transition with Parse Server and Directus on the same orders and the same PostgreSQL. */
export async function measureProducts(scale: Scale): Promise<Section> {
  const postgres = await openCluster()
  const folder = mkdtempSync(join(tmpdir(), 'pontic-bench-'))
  const stops: (() => Promise<void>)[] = []
  try {
    const database = await openBigDatabase(postgres, scale.orders)
    const orders = await findOrders(database)
    const started: Program[] = []
    const token = await withClient(database.superUrl, (client) => createToken(client, clinicId(1)))
    const portal = await startPortal(database, folder)
    stops.push(portal.stop)
    const { cursor, page } = await walkTo(portal, token, farPage)
    started.push(ofPortal(portal, token, { cursor, page }, orders))
    for (const kind of kinds) {
      const own = await openProductDatabase(postgres, database, kind, folder)
      const product = await kind.start(own, folder)
      stops.push(product.peer.stop)
      started.push(ofProduct(product, page, orders))
    }
    return report(scale, await measureAll(started, postgres.pid, scale))
  } finally {
    for (const stop of stops) await stop()
    rmSync(folder, { recursive: true, force: true })
    await postgres.stop()
  }
}

async function findOrders(database: DatabaseUrls): Promise<Orders> {
  return await withClient(database.superUrl, async (client) => {
    await client.query('delete from graphile_worker._private_jobs')
    return {
      read: await listNewest(client, 'completed', readOrders),
      moved: await listNewest(client, 'uploaded', connections),
    }
  })
}

/** The lists that all programs read, by the name of their case. */
const listsTo = (page: number): (Asked & { name: string })[] => [
  { name: firstPage },
  { name: `${firstPage}, with total`, total: true },
  { name: `list, page ${page}`, page },
  ...searchedWords.map((words) => ({ name: searchName(words), words })),
]

function ofPortal(
  portal: Portal,
  token: string,
  far: { cursor: string; page: number },
  { read, moved }: Orders,
): Program {
  const bytes = (request: Request) => bytesOf(token, request)
  const requests = new Map<string, NextRequest>()
  for (const { name, page, total, words } of listsTo(far.page)) {
    const body = { ...(!total && { totalMax: 0 }), ...(words && { words }), ...(page && far) }
    const list = bytes(callOf('orders.list', body))
    requests.set(name, () => list)
  }
  const get = (id: string) => [bytes(callOf('orders.get', undefined, id))]
  const move = (id: string) => [
    bytes(callOf('orders.send', { id, labId: labId(1) })),
    bytes(callOf('orders.recall', { id })),
  ]
  const idsOf = (orders: OrderKey[]) => orders.map(({ id }) => id)
  requests.set('get by id', inTurn(get, idsOf(read)))
  requests.set(updateName, inTurn(move, idsOf(moved)))
  return { pid: portal.pid, port: portal.port, requests }
}

function ofProduct(product: Product, farthest: number, { read, moved }: Orders): Program {
  const requests = new Map<string, NextRequest>()
  for (const { name, ...asked } of listsTo(farthest)) {
    const list = product.list(asked)
    requests.set(name, () => list)
  }
  const known = new Map([...read, ...moved].map((order) => [order.id, order]))
  const update = (id: string) =>
    ['pending', 'uploaded'].map((status) => product.update(known.get(id)!, status))
  requests.set(
    'get by id',
    inTurn(
      (id) => [product.get(known.get(id)!)],
      read.map(({ id }) => id),
    ),
  )
  requests.set(
    updateName,
    inTurn(
      update,
      moved.map(({ id }) => id),
    ),
  )
  return { pid: product.peer.pid, port: product.peer.port, requests }
}

/** Measures each case with each program, in an order that rotates. @returns figures by case, one for each program */
async function measureAll(
  started: readonly Program[],
  postgresPid: number,
  scale: Scale,
): Promise<Map<string, Figures[]>> {
  const names = [...started[0]!.requests.keys()]
  const run = (program: Program, name: string, seconds: number) =>
    runLoad(program.port, connections, seconds, program.requests.get(name)!)
  for (const name of names) for (const program of started) await run(program, name, warmUpSeconds)
  const figures = new Map(
    names.map((name) => [
      name,
      started.map((): Figures => ({ perSecond: [], calls: 0, serverMs: 0, databaseMs: 0 })),
    ]),
  )
  const turns = Math.ceil(scale.seconds / turnSeconds) * started.length
  for (let round = 1; round <= scale.rounds; round++) {
    for (const [name, found] of figures) {
      for (let turn = 0; turn < turns; turn++) {
        const at = (turn + Math.floor(turn / started.length)) % started.length
        const [program, figure] = [started[at]!, found[at]!]
        const [serverMs, databaseMs] = [readCpuMs(program.pid), readFamilyCpuMs(postgresPid)]
        const { calls, perSecond } = await run(program, name, turnSeconds)
        figure.serverMs += readCpuMs(program.pid) - serverMs
        figure.databaseMs += readFamilyCpuMs(postgresPid) - databaseMs
        figure.calls += calls
        figure.perSecond.push(perSecond)
      }
    }
    printStep(`peers: round ${round} of ${scale.rounds}`)
  }
  return figures
}

/** The rate of the portal divided by that of a product in the same turn: the median of the turns. */
function ratioTo(found: readonly Figures[], at: number): number {
  const [portal, product] = [found[0]!, found[at]!]
  return medianOf(portal.perSecond.map((rate, turn) => rate / product.perSecond[turn]!))
}

function report(scale: Scale, figures: ReadonlyMap<string, Figures[]>): Section {
  return {
    title: 'Lists, against products',
    notes: [
      `${scale.orders.toLocaleString('en')} orders, 30 % of them of the calling clinic; ${connections} connections; ` +
        `${scale.rounds} rounds of ${scale.seconds} s, in turns of ${turnSeconds} s that alternate between the programs; medians of the turns. ` +
        'Calls per second; more is better.',
      'One process of each program, on the same PostgreSQL. Parse Server 9.10: a class with class-level permissions by a ' +
        'pointer to the user. Directus 11.17: a collection, and a role that filters by the clinic. Their tables have the ' +
        'indexes (clinic, time), (status) and trigrams of the name.',
      'A row of the products has 12 fields, about a third of those of the portal. Lists are without a total unless named. ' +
        'Searches: `$regex`, `_icontains`.',
      'The portal sends and recalls a case with its checks, timeline, notifications and audit. The products write one field; ' +
        'Directus also writes its activity and a revision.',
      'CPU of a call: that of the process + that of PostgreSQL.',
    ],
    columns: [
      ...['case', ...programs],
      ...kinds.map(({ name }) => `of ${name}`),
      ...programs.map((name) => `CPU, ${name}`),
    ],
    rows: [...figures].map(([name, found]) => [
      name,
      ...found.map(({ perSecond }) => show(medianOf(perSecond))),
      ...kinds.map((_, at) => showRatio(ratioTo(found, at + 1))),
      ...found.map(
        ({ calls, serverMs, databaseMs }) => `${show(serverMs / calls)} + ${show(databaseMs / calls)} ms`,
      ),
    ]),
    verdicts: judge(figures),
  }
}

function judge(figures: ReadonlyMap<string, Figures[]>): Verdict[] {
  const ratio = (name: string, at: number) => ratioTo(figures.get(name)!, at)
  return [
    atLeast(`${firstPage}, to Parse Server`, ratio(firstPage, 1), 1.4),
    atLeast(`${firstPage}, to Directus`, ratio(firstPage, 2), 6),
    atLeast('transition, to an update of Directus', ratio(updateName, 2), 3),
    ...searchedWords.map((words) =>
      atLeast(`${searchName(words)}, to Parse Server`, ratio(searchName(words), 1), 1),
    ),
  ]
}
