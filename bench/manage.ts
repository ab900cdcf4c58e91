import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { printStep } from '../scripts/places.ts'
import { clinicId, labId, openBigDatabase } from './big-database.ts'
import { type DatabaseUrls, openCluster, withClient } from './cluster.ts'
import { atMost, medianOf, type Scale, type Section, show, showRatio, type Verdict } from './figures.ts'
import { bytesOf, callOf, inTurn } from './list-cases.ts'
import { exchangeOn, runLoad } from './load.ts'
import { type Asked, type KnownIds, type PlatformList, platformLists, requestOf } from './manage-calls.ts'
import { createToken } from './people.ts'
import { fillJobs, platformId, sizesOf, smallIdSql } from './platform-data.ts'
import { type Portal, readCpuMs, readFamilyCpuMs, startPortal } from './portal.ts'

const connections = 4
// Seconds of load for each query, and for the clinic's own list. They are short, because there are about seventy queries.
const askedSeconds = 0.25
const peerSeconds = 0.5
const deepPageRows = 100

type Tokens = { platform: string; clinic: string }
type Measured = {
  list: string
  asked: Asked
  medianMs: number
  ratio: number
  cpuMs: number
  cpuRatio: number
}
/** The median time of a call, and the CPU time of the node and of PostgreSQL for a call. */
type Run = { medianMs: number; cpuMs: number }

/**
 * Compares the lists of the back office with a clinic's own list, and measures the cost of the trigger that fills
 * `audit_concern`.
 */
export async function measureManage(scale: Scale): Promise<Section> {
  const postgres = await openCluster()
  const folder = mkdtempSync(join(tmpdir(), 'pontic-bench-'))
  try {
    const database = await openBigDatabase(postgres, scale.orders)
    const { tokens, ids, moved } = await withClient(database.superUrl, (client) =>
      prepare(client, scale.orders),
    )
    const portal = await startPortal(database, folder)
    try {
      const measured = await measureLists(portal, postgres.pid, tokens, platformLists(ids), scale)
      const trigger = await measureTrigger(portal, tokens.clinic, database, moved, scale)
      return report(scale, measured, trigger)
    } finally {
      await portal.stop()
      await withClient(database.superUrl, (client) => client.query('truncate graphile_worker._private_jobs'))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await postgres.stop()
  }
}

async function prepare(
  client: Client,
  orders: number,
): Promise<{ tokens: Tokens; ids: KnownIds; moved: string[] }> {
  await fillJobs(client, orders)
  const { rows } = await client.query<{ id: string }>(
    `select id from orders where clinic_id = $1 and status = 'uploaded' and discarded_at is null
     order by created_at desc offset 100 limit $2`,
    [clinicId(1), connections],
  )
  return {
    tokens: {
      platform: await createToken(client, platformId),
      clinic: await createToken(client, clinicId(1)),
    },
    ids: await readKnownIds(client),
    moved: rows.map(({ id }) => id),
  }
}

/** Reads the ids that filters of the back office use. */
export async function readKnownIds(client: Client): Promise<KnownIds> {
  const first = async <Row>(statement: string): Promise<Row> => (await client.query(statement)).rows[0] as Row
  const { id: smallClinic } = await first<{ id: string }>(`select ${smallIdSql('77')} as id`)
  const sent = await first<{ id: string; number: string }>(
    `select o.id, o.number from push_delivery d join orders o on o.id = d.order_id order by d.created_at limit 1`,
  )
  const row = await first<{ request_id: string; account_id: string }>(
    `select request_id, account_id from audit where object_type = 'session' order by at limit 1`,
  )
  return {
    smallClinic,
    order: sent.id,
    orderNumber: sent.number,
    requestId: row.request_id,
    person: row.account_id,
  }
}

async function measureLists(
  portal: Portal,
  postgresPid: number,
  tokens: Tokens,
  lists: readonly PlatformList[],
  scale: Scale,
): Promise<Measured[]> {
  const peer = bytesOf(tokens.clinic, callOf('orders.list', {}))
  const readCpu = () => readCpuMs(portal.pid) + readFamilyCpuMs(postgresPid)
  const run = async (bytes: Buffer, seconds: number): Promise<Run> => {
    const startMs = readCpu()
    const { calls, medianMs } = await runLoad(portal.port, connections, seconds, () => bytes)
    return { medianMs, cpuMs: (readCpu() - startMs) / calls }
  }
  const found: Measured[] = []
  for (const list of lists) {
    const requests = await Promise.all(
      list.asked.map((asked) => prepareRequest(portal, tokens.platform, list, asked)),
    )
    for (const bytes of [peer, ...requests]) await run(bytes, askedSeconds)
    const rounds = { peer: [] as Run[], asked: requests.map((): Run[] => []) }
    for (let round = 0; round < scale.rounds; round++) {
      rounds.peer.push(await run(peer, peerSeconds))
      for (const [at, bytes] of requests.entries()) rounds.asked[at]?.push(await run(bytes, askedSeconds))
    }
    const compare = (runs: readonly Run[], time: keyof Run) =>
      medianOf(runs.map((one, round) => one[time] / (rounds.peer[round]?.[time] || one[time])))
    found.push(
      ...list.asked.map((asked, at) => {
        const runs = rounds.asked[at] ?? []
        return {
          list: list.name,
          asked,
          medianMs: medianOf(runs.map((one) => one.medianMs)),
          ratio: compare(runs, 'medianMs'),
          cpuMs: medianOf(runs.map((one) => one.cpuMs)),
          cpuRatio: compare(runs, 'cpuMs'),
        }
      }),
    )
    printStep(`back office: ${list.name} measured`)
  }
  return found
}

/** Serializes the request of a query. For a deep page, reads the pages before it to get the cursor of the last of them. */
export async function prepareRequest(
  { port }: Pick<Portal, 'port'>,
  token: string,
  list: PlatformList,
  asked: Asked,
): Promise<Buffer> {
  if (asked.deep === undefined) return bytesOf(token, requestOf(list, asked))
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  try {
    const exchange = exchangeOn(socket)
    const pages = { ...asked, body: { ...asked.body, pageSize: deepPageRows } }
    let cursor: string | undefined
    for (let page = 0; page < asked.deep; page++) {
      const answer = JSON.parse((await exchange(bytesOf(token, requestOf(list, pages, cursor)))).toString())
      const { cursor: next } = answer.data as { cursor: string | null }
      // A small database has fewer pages.
      if (next === null) break
      cursor = next
    }
    return bytesOf(token, requestOf(list, asked, cursor))
  } finally {
    socket.destroy()
  }
}

type TriggerCost = { onMs: number; offMs: number; ratio: number }

/** Measures transitions alternately with and without the trigger that fills `audit_concern`. */
async function measureTrigger(
  portal: Portal,
  token: string,
  database: DatabaseUrls,
  moved: readonly string[],
  scale: Scale,
): Promise<TriggerCost> {
  const steps = (id: string) =>
    [callOf('orders.send', { id, labId: labId(1) }), callOf('orders.recall', { id })].map((step) =>
      bytesOf(token, step),
    )
  // All runs share this function, so that each run continues with the step (send or recall) after the last one of its predecessor.
  const next = inTurn(steps, moved)
  const run = async (isOn: boolean, seconds: number) => {
    await withClient(database.superUrl, (client) =>
      client.query(`alter table audit ${isOn ? 'enable' : 'disable'} trigger audit_note_concerns`),
    )
    return (await runLoad(portal.port, connections, seconds, next)).medianMs
  }
  const rounds: { onMs: number; offMs: number }[] = []
  try {
    await run(true, peerSeconds)
    for (let round = 0; round < scale.rounds; round++) {
      // Alternates the order of the two runs.
      const first = round % 2 === 0
      const [a, b] = [await run(first, 1), await run(!first, 1)]
      rounds.push(first ? { onMs: a, offMs: b } : { onMs: b, offMs: a })
    }
  } finally {
    await run(true, 0)
  }
  return {
    onMs: medianOf(rounds.map(({ onMs }) => onMs)),
    offMs: medianOf(rounds.map(({ offMs }) => offMs)),
    ratio: medianOf(rounds.map(({ onMs, offMs }) => onMs / offMs)),
  }
}

function report(scale: Scale, measured: readonly Measured[], trigger: TriggerCost): Section {
  const sizes = sizesOf(scale.orders)
  const counted = (count: number, what: string) => `${count.toLocaleString('en')} ${what}`
  return {
    title: 'Back office',
    notes: [
      `${counted(sizes.organizations, 'organizations')}, ${counted(sizes.users, 'users')}, ${counted(scale.orders, 'cases')}, ` +
        `${counted(sizes.auditRows, 'rows of the audit log')}, ${counted(sizes.deliveries, 'deliveries')}, ` +
        `${counted(sizes.jobs, 'jobs')}, ${counted(sizes.supportRequests, 'support requests')}; ${connections} connections; ` +
        `medians of ${scale.rounds} interleaved rounds.`,
      'Compared with page 1 of the case list of a clinic with 30 % of all cases, in the same round. Each call that reads cases also ' +
        'writes an audit row, and an index row for each organization and case that it concerns.',
      `A transition (send, recall) takes ${show(trigger.onMs)} ms; ${show(trigger.offMs)} ms without the trigger that writes ` +
        `these index rows: ${showRatio(trigger.ratio)}.`,
    ],
    columns: ['list', 'median', 'of the clinic’s own list', 'wanted', 'CPU', 'CPU of the clinic’s own list'],
    rows: measured.map(({ list, asked, medianMs, ratio, cpuMs, cpuRatio }) => [
      `${list}: ${asked.name}`,
      `${show(medianMs)} ms`,
      showRatio(ratio),
      `≤ ${asked.most}×${ratio > asked.most ? ', **missed**' : ''}`,
      `${show(cpuMs)} ms`,
      showRatio(cpuRatio),
    ]),
    verdicts: [...new Set(measured.map(({ list }) => list))].flatMap((list) => worstOf(list, measured)),
  }
}

/** Returns the verdicts of the slowest page or filter of a list and of its slowest search. */
function worstOf(list: string, measured: readonly Measured[]): Verdict[] {
  const own = measured.filter((one) => one.list === list)
  return [...new Set(own.map(({ asked }) => asked.most))].flatMap((most) => {
    const [worst] = own.filter(({ asked }) => asked.most === most).toSorted((a, b) => b.ratio - a.ratio)
    return worst ? [atMost(`${list}, slowest: ${worst.asked.name}`, worst.ratio, most, showRatio)] : []
  })
}
