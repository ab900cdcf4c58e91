import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPeakBytes } from '../scripts/peak-memory.ts'
import { printStep } from '../scripts/places.ts'
import { clinicId, labId, openBigDatabase } from './big-database.ts'
import { type DatabaseUrls, openCluster, withClient } from './cluster.ts'
import {
  atLeast,
  atMost,
  medianOf,
  type Scale,
  type Section,
  show,
  showRatio,
  type Verdict,
} from './figures.ts'
import {
  bytesOf,
  type Case,
  farPage,
  getName,
  inTurn,
  makeCases,
  pageName,
  pageOnlyName,
  recordCase,
  searchedWords,
  statementsOf,
  transitionName,
  walkTo,
} from './list-cases.ts'
import { type LoadResult, requestBytes, runLoad } from './load.ts'
import { createToken } from './people.ts'
import { runPgbench, type Script } from './pgbench.ts'
import { type Peer, type Portal, readCpuMs, readFamilyCpuMs, startPortal, startScript } from './portal.ts'
import { startRecorder } from './recorder.ts'

const connections = 8
const readIds = 16
/** Cases that each connection sends and recalls. With one, its timeline would have thousands of entries. */
const movedEach = 4
const starts = 5
const warmUpSeconds = 2

/** Ids of the orders that each program may change. */
type Moved = { recorder: string[]; portal: string[]; bare: string[]; pgbench: string[] }
type Rates = Record<'portal' | 'bare' | 'pgbench' | 'medianMs' | 'serverMs' | 'databaseMs', number[]>
type Peers = {
  database: DatabaseUrls
  postgresPid: number
  portal: Portal
  bare: Peer
  token: string
  moved: Moved
}

/** Compares lists, search, one order and a transition with programs that only send the same SQL statements. */
export async function measureLists(scale: Scale): Promise<Section> {
  const postgres = await openCluster()
  const folder = mkdtempSync(join(tmpdir(), 'pontic-bench-'))
  try {
    const database = await openBigDatabase(postgres, scale.orders)
    const token = await withClient(database.superUrl, (client) => createToken(client, clinicId(1)))
    const orders = await findOrders(database)
    const { cases, cursorPage } = await recordAll(database, folder, token, orders)
    const listeningMs = await measureStarts(database, folder)
    const bare = await startBare(database, folder, cases, orders.moved.bare)
    const portal = await startPortal(database, folder)
    try {
      const peers = { database, postgresPid: postgres.pid, portal, bare, token, moved: orders.moved }
      const rates = await measureCases(peers, cases, scale)
      const peakMb = readPeakBytes(portal.pid) / 1_000_000
      return report(scale, cursorPage, cases, rates, { listeningMs, peakMb })
    } finally {
      await portal.stop()
      await bare.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await postgres.stop()
  }
}

async function findOrders(database: DatabaseUrls): Promise<{ read: string[]; moved: Moved }> {
  return await withClient(database.superUrl, async (client) => {
    await client.query('delete from graphile_worker._private_jobs')
    const ids = async (status: string, limit: number) => {
      const { rows } = await client.query<{ id: string }>(
        `select id from orders where clinic_id = $1 and status = $2 and discarded_at is null
         order by created_at desc offset 5 limit $3`,
        [clinicId(1), status, limit],
      )
      return rows.map((row) => row.id)
    }
    const each = movedEach * connections
    const moved = await ids('uploaded', 1 + 3 * each)
    const part = (index: number) => moved.slice(1 + index * each, 1 + (index + 1) * each)
    return {
      read: await ids('completed', readIds),
      moved: { recorder: moved.slice(0, 1), portal: part(0), bare: part(1), pgbench: part(2) },
    }
  })
}

async function recordAll(
  database: DatabaseUrls,
  folder: string,
  token: string,
  orders: { read: string[]; moved: Moved },
): Promise<{ cases: Case[]; cursorPage: number }> {
  const recorder = await startRecorder(database.appUrl)
  const portal = await startPortal({ appUrl: recorder.url }, folder)
  try {
    const { cursor, page } = await walkTo(portal, token, farPage)
    const ids = { read: orders.read, moved: orders.moved.recorder }
    const cases: Case[] = []
    for (const one of makeCases(cursor, ids, labId(1)))
      cases.push(await recordCase(portal, recorder, token, one))
    return { cases, cursorPage: page }
  } finally {
    await portal.stop()
    recorder.close()
  }
}

async function measureStarts(database: DatabaseUrls, folder: string): Promise<number[]> {
  const times: number[] = []
  for (let start = 0; start < starts; start++) {
    const portal = await startPortal(database, folder)
    times.push(portal.listeningMs)
    await portal.stop()
  }
  return times
}

async function startBare(
  database: DatabaseUrls,
  folder: string,
  cases: readonly Case[],
  moved: readonly string[],
): Promise<Peer> {
  const paths: Record<string, unknown> = {}
  for (const [index, one] of cases.entries()) {
    for (const id of idsOf(one, moved))
      for (const [step, statements] of statementsOf(one, id).entries())
        paths[barePath(index, id, step)] = statements
  }
  const file = join(folder, 'statements.json')
  writeFileSync(file, JSON.stringify(paths))
  return await startScript('bare-lists.ts', { STATEMENTS: file, DATABASE_URL: database.appUrl })
}

const barePath = (index: number, id: string, step: number) => `/${index}/${id}/${step}`
const isMoving = (one: Case) => one.recorded.length > 1
const idsOf = (one: Case, moved: readonly string[]) => (isMoving(one) ? moved : one.ids)

async function measureCases(peers: Peers, cases: readonly Case[], scale: Scale): Promise<Rates[]> {
  const rates = cases.map(
    (): Rates => ({ portal: [], bare: [], pgbench: [], medianMs: [], serverMs: [], databaseMs: [] }),
  )
  const runs = cases.map((one, index) => runsOf(peers, one, index))
  for (const run of runs) await Promise.all([run.portal(warmUpSeconds), run.bare(warmUpSeconds)])
  for (let round = 1; round <= scale.rounds; round++) {
    for (const [index, run] of runs.entries()) {
      const found = rates[index]!
      const readCpu = () => [readCpuMs(peers.portal.pid), readFamilyCpuMs(peers.postgresPid)] as const
      const [serverMs, databaseMs] = readCpu()
      const portal = await run.portal(scale.seconds)
      const [serverEndMs, databaseEndMs] = readCpu()
      found.serverMs.push((serverEndMs - serverMs) / portal.calls)
      found.databaseMs.push((databaseEndMs - databaseMs) / portal.calls)
      found.portal.push(portal.perSecond)
      found.medianMs.push(portal.medianMs)
      found.bare.push((await run.bare(scale.seconds)).perSecond)
      found.pgbench.push(await run.pgbench(scale.seconds))
    }
    printStep(`lists: round ${round} of ${scale.rounds}`)
  }
  return rates
}

type Run = {
  portal: (seconds: number) => Promise<LoadResult>
  bare: (seconds: number) => Promise<LoadResult>
  pgbench: (seconds: number) => Promise<number>
}

function runsOf({ database, portal, bare, token, moved }: Peers, one: Case, index: number): Run {
  const ofPortal = inTurn(
    (id) => one.steps(id).map((step) => bytesOf(token, step)),
    idsOf(one, moved.portal),
    connections,
  )
  const ofBare = inTurn(
    (id) => one.recorded.map((_, step) => requestBytes('GET', barePath(index, id, step))),
    idsOf(one, moved.bare),
    connections,
  )
  const scripts = idsOf(one, moved.pgbench).map(
    (id): Script => ({ statements: statementsOf(one, id).flat(), calls: one.recorded.length }),
  )
  // Each client changes its own orders. Reads choose an order at random.
  const clients = Array.from({ length: connections }, (_, client) =>
    isMoving(one) ? scripts.filter((_, at) => at % connections === client) : scripts,
  )
  return {
    portal: (seconds) => runLoad(portal.port, connections, seconds, ofPortal),
    bare: (seconds) => runLoad(bare.port, connections, seconds, ofBare),
    pgbench: (seconds) => runPgbench(database.appUrl, clients, Math.max(1, Math.round(seconds))),
  }
}

function report(
  scale: Scale,
  farthest: number,
  cases: readonly Case[],
  rates: readonly Rates[],
  node: { listeningMs: number[]; peakMb: number },
): Section {
  const rows = cases.map(({ name }, index) => {
    const { portal, bare, pgbench, medianMs, serverMs, databaseMs } = rates[index]!
    const [ours, bareRate, pgbenchRate] = [medianOf(portal), medianOf(bare), medianOf(pgbench)]
    return [
      name,
      ...[ours, bareRate, pgbenchRate].map(show),
      showRatio(ours / bareRate),
      showRatio(ours / pgbenchRate),
      ...[medianMs, serverMs, databaseMs].map((times) => `${show(medianOf(times))} ms`),
    ]
  })
  return {
    title: 'Lists',
    notes: [
      `${scale.orders.toLocaleString('en')} orders, 30 % of them of the calling clinic; ${connections} connections; ` +
        `medians of ${scale.rounds} interleaved rounds of ${scale.seconds} s. Calls per second; more is better.`,
      'Portal: one node in production mode, with sign-in, permissions, checks and log. Bare: the SQL statements that the ' +
        'portal runs, recorded and replayed through `node:http` and `pg`. pgbench: the same statements, prepared.',
      'CPU of a call of the portal: that of its node, and of all PostgreSQL processes. Page only: `totalMax` 0, which the case ' +
        'list of the web app sends.',
      `The load, the peers and PostgreSQL (durable commits, a Unix socket, ${'`shared_buffers`'} a sixteenth of the memory) share the machine.`,
    ],
    columns: [
      ...['case', 'portal', 'bare', 'pgbench', 'of bare', 'of pgbench', 'median'],
      ...['CPU of the server', 'CPU of PostgreSQL'],
    ],
    rows,
    verdicts: judge(cases, rates, farthest, node),
  }
}

function judge(
  cases: readonly Case[],
  rates: readonly Rates[],
  farthest: number,
  node: { listeningMs: number[]; peakMb: number },
): Verdict[] {
  const ratesOf = (name: string) => rates[cases.findIndex((one) => one.name === name)]
  const [first, far, one, step] = [pageName(1), pageName(farPage), getName, transitionName].map(ratesOf)
  if (first === undefined || far === undefined || one === undefined || step === undefined) return []
  const ms = (value: number) => `${show(value)} ms`
  const percent = (value: number) => `${Math.round(value * 100)} %`
  return [
    atLeast('list against pgbench', medianOf(first.portal) / medianOf(first.pgbench), 0.25, percent),
    atMost(
      `page ${farthest} against page 1`,
      medianOf(far.medianMs) / medianOf(first.medianMs),
      1.2,
      showRatio,
    ),
    atMost('CPU of the server, list page 1', medianOf(first.serverMs), 0.38, ms),
    atMost('CPU of PostgreSQL, list page 1', medianOf(first.databaseMs), 0.33, ms),
    atMost(`CPU of the server, list page ${farthest}`, medianOf(far.serverMs), 0.38, ms),
    atMost(`CPU of PostgreSQL, list page ${farthest}`, medianOf(far.databaseMs), 0.33, ms),
    atLeast('get by id, calls per second', medianOf(one.portal), 2000, show),
    ...searchedWords.map((words) =>
      atLeast(
        `${pageOnlyName(words)}, calls per second`,
        medianOf(ratesOf(pageOnlyName(words))?.portal ?? []),
        700,
        show,
      ),
    ),
    atLeast('transition, calls per second', medianOf(step.portal), 600, show),
    atMost('CPU of PostgreSQL, transition', medianOf(step.databaseMs), 1.5, ms),
    atMost('resident memory under load', node.peakMb, 300, (value) => `${show(value)} MB`),
    atMost(`listening after start (median of ${starts})`, medianOf(node.listeningMs), 1000, ms),
  ]
}
