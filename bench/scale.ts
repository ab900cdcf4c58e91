import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printStep } from '../scripts/places.ts'
import { openBigDatabase } from './big-database.ts'
import { type DatabaseUrls, openCluster, withClient } from './cluster.ts'
import { atMost, medianOf, type Scale, type Section, show, showRatio } from './figures.ts'
import { farPage } from './list-cases.ts'
import { runLoad } from './load.ts'
import { readCpuMs, readFamilyCpuMs, startPortal } from './portal.ts'
import { connections, type GrowthCase, prepareCases } from './scale-calls.ts'
import { measureStreams, streamNotes, type Timed } from './scale-streams.ts'

const warmUpSeconds = 1
const smallest = 100_000
// Short turns, so that the load of other programs meets all sizes alike.
const turnSeconds = 0.25

/** A node on a database of one size, and its requests for each case by name. */
type Sized = {
  database: DatabaseUrls
  pid: number
  port: number
  url: string
  cases: Map<string, GrowthCase>
  stop: () => Promise<void>
}

/** Medians of the turns, and CPU time of the node and of PostgreSQL in all turns. */
type Figures = { medianMs: number[]; cpuMs: number; calls: number }

/** Compares the same calls on a database with 100,000 orders and on one with the number of the run. */
export async function measureScale(scale: Scale): Promise<Section> {
  const sizes = scale.orders > smallest ? [smallest, scale.orders] : [scale.orders]
  const postgres = await openCluster()
  const folder = mkdtempSync(join(tmpdir(), 'pontic-bench-'))
  const nodes: Sized[] = []
  try {
    const databases: DatabaseUrls[] = []
    for (const orders of sizes) databases.push(await openBigDatabase(postgres, orders))
    for (const [at, orders] of sizes.entries())
      nodes.push(await startSized(databases[at]!, join(folder, String(orders))))
    const rows = await Promise.all(databases.map(countRows))
    const streams = await measureStreams(nodes, folder, scale.rounds)
    const figures = await measureAll(nodes, postgres.pid, scale)
    return report(scale, sizes, rows, linesOf(nodes[0]!.cases, figures, streams))
  } finally {
    for (const node of nodes) await node.stop()
    rmSync(folder, { recursive: true, force: true })
    await postgres.stop()
  }
}

async function startSized(database: DatabaseUrls, folder: string): Promise<Sized> {
  const portal = await startPortal(database, folder)
  const { pid, port, url, stop } = portal
  return { database, pid, port, url, cases: await prepareCases(database, portal), stop }
}

/** Counts the rows of timeline and audit log, with the concerned ids. */
async function countRows({ superUrl }: DatabaseUrls): Promise<{ events: number; audit: number }> {
  return await withClient(superUrl, async (client) => {
    const { rows } = await client.query<{ events: number; audit: number }>(
      `select (select reltuples from pg_class where oid = 'order_event'::regclass)::float8 as events,
         (select sum(c.reltuples) from pg_inherits i join pg_class c on c.oid = i.inhrelid
           where i.inhparent in ('audit'::regclass, 'audit_concern'::regclass))::float8 as audit`,
    )
    return rows[0]!
  })
}

/** Measures each case at all sizes in turn, in an order that rotates. @returns figures of the turns, by case and size */
async function measureAll(
  nodes: readonly Sized[],
  postgresPid: number,
  scale: Scale,
): Promise<Map<string, Figures[]>> {
  const names = [...nodes[0]!.cases.keys()]
  const run = (node: Sized, name: string, seconds: number) =>
    runLoad(node.port, connections, seconds, node.cases.get(name)!.next)
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

const format = (count: number) => Math.round(count).toLocaleString('en')

/** A row of the report: the cells of all sizes, the ratios of the larger sizes to the smallest, and their limit. */
type Line = { name: string; cells: string[]; ratios: { time: number; text: string }[]; most: number }

function linesOf(
  cases: ReadonlyMap<string, GrowthCase>,
  figures: ReadonlyMap<string, Figures[]>,
  streams: readonly Timed[],
): Line[] {
  const called = [...figures].map(([name, found]) => ({
    name,
    cells: found.map((one) => `${show(medianOf(one.medianMs))} ms, CPU ${show(cpuOf(one))} ms`),
    ratios: found.slice(1).map((one, at) => {
      const time = ratioOf(found, at + 1)
      return { time, text: `${showRatio(time)}, CPU ${showRatio(cpuOf(one) / cpuOf(found[0]!))}` }
    }),
    most: cases.get(name)!.most,
  }))
  const streamed = streams.map(({ name, times, most }) => ({
    name,
    cells: times.map((own) => `${show(medianOf(own))} ms`),
    ratios: times.slice(1).map((own) => {
      const time = medianOf(own) / medianOf(times[0]!)
      return { time, text: showRatio(time) }
    }),
    most,
  }))
  return [...called, ...streamed]
}

function report(
  scale: Scale,
  sizes: readonly number[],
  counts: readonly { events: number; audit: number }[],
  lines: readonly Line[],
): Section {
  const larger = sizes.slice(1)
  const rows = counts.map(({ events, audit }) => `${format(events)} and ${format(audit)}`).join('; ')
  return {
    title: 'Growth',
    notes: [
      `Databases of ${sizes.map(format).join(' and ')} orders in one PostgreSQL, one node on each; 30 % of the orders are of the ` +
        `calling clinic; ${connections} connections; ${scale.rounds} rounds of ${scale.seconds} s, ` +
        `in turns of ${turnSeconds} s that alternate between the sizes; medians of the turns.`,
      `Rows of the timeline, and of the audit log with its concerned ids: ${rows}. The partitions of the audit log have the length that ` +
        'a portal of this size would choose.',
      `Lists are without a total unless named. If a database has fewer than ${farPage} pages, its last full page is read.`,
      ...streamNotes,
    ],
    columns: ['case', ...sizes.map(format), ...larger.map((orders) => `${format(orders)} to smallest`)],
    rows: lines.map(({ name, cells, ratios }) => [name, ...cells, ...ratios.map(({ text }) => text)]),
    verdicts: lines.flatMap(({ name, ratios, most }) =>
      larger.map((orders, at) => atMost(`${name}, ${format(orders)}`, ratios[at]!.time, most, showRatio)),
    ),
  }
}
