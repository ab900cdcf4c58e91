import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printStep } from '../scripts/places.ts'
import { clinicId, labId, openBigDatabase } from './big-database.ts'
import { openCluster, withClient } from './cluster.ts'
import { atMost, medianOf, type Scale, type Section, show, showRatio } from './figures.ts'
import { bytesOf, callOf, type Request } from './list-cases.ts'
import { runLoad } from './load.ts'
import { createToken } from './people.ts'
import { startPortal } from './portal.ts'

const connections = 4
const warmUpSeconds = 1
const dayMs = 86_400_000
const dayAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

/** A measured call, its caller, and the name of the call with which it is compared. `most` is the allowed ratio. */
type Counted = { name: string; by: 'clinic' | 'lab'; request: Request; comparedTo: string; most?: number }

const oneRow = 'one row of one’s own account'
const plainList = 'list of the laboratory, page 1'
const chart = (range: string): Request => ({ method: 'GET', path: `/restful/dashboard/chart?range=${range}` })
const get = (path: string): Request => ({ method: 'GET', path: `/restful/dashboard/${path}` })
const types = (days: number) =>
  callOf('dashboard.getOrderTypeStatData', { from: dayAgo(days - 1), to: dayAgo(0) })
const list = (body: unknown) => callOf('orders.list', body)
const board = (by: string) => callOf('orders.board', { by })

const calls: readonly Counted[] = [
  {
    name: oneRow,
    by: 'clinic',
    request: { method: 'GET', path: '/restful/accounts/me' },
    comparedTo: oneRow,
  },
  {
    name: 'dashboard: storage and statuses',
    by: 'clinic',
    request: callOf('dashboard.stat'),
    comparedTo: oneRow,
    most: 2,
  },
  { name: 'dashboard: graph of 7 days', by: 'clinic', request: chart('7d'), comparedTo: oneRow, most: 2 },
  { name: 'dashboard: types of 7 days', by: 'clinic', request: types(7), comparedTo: oneRow, most: 2 },
  { name: 'dashboard: graph of 3 months', by: 'clinic', request: chart('3m'), comparedTo: oneRow, most: 2 },
  { name: plainList, by: 'lab', request: list({}), comparedTo: plainList },
  { name: 'board by delivery day', by: 'lab', request: board('day'), comparedTo: plainList, most: 3 },
  { name: 'board by status', by: 'lab', request: board('status'), comparedTo: plainList, most: 3 },
  { name: 'list of what is late', by: 'lab', request: list({ due: 'late' }), comparedTo: plainList },
  {
    name: 'list of what waits for me',
    by: 'lab',
    request: list({ waitsForMe: true }),
    comparedTo: plainList,
  },
  { name: 'tasks of a clinic', by: 'clinic', request: get('inbox'), comparedTo: plainList },
  { name: 'tasks of a laboratory', by: 'lab', request: get('inbox'), comparedTo: plainList },
  {
    name: 'figures of a laboratory, 3 months',
    by: 'lab',
    request: get('production?range=3m'),
    comparedTo: plainList,
  },
]

/** The calls of the dashboard of a clinic. */
export const dashboardCalls = calls.filter(({ name }) => name.startsWith('dashboard'))

/** Compares the dashboard with a call that reads one row, and the board and the due lists with the plain list. */
export async function measureCounters(scale: Scale): Promise<Section> {
  const postgres = await openCluster()
  const folder = mkdtempSync(join(tmpdir(), 'pontic-bench-'))
  try {
    const database = await openBigDatabase(postgres, scale.orders)
    const tokens = await withClient(database.superUrl, async (client) => ({
      clinic: await createToken(client, clinicId(1)),
      lab: await createToken(client, labId(1)),
    }))
    const portal = await startPortal(database, folder)
    const bytes = calls.map(({ by, request }) => bytesOf(tokens[by], request))
    const run = (at: number, seconds: number) =>
      runLoad(portal.port, connections, seconds, () => bytes[at] ?? Buffer.alloc(0))
    try {
      for (const at of calls.keys()) await run(at, warmUpSeconds)
      const medians = calls.map((): number[] => [])
      for (let round = 1; round <= scale.rounds; round++) {
        for (const at of calls.keys()) medians[at]?.push((await run(at, scale.seconds)).medianMs)
        printStep(`counters: round ${round} of ${scale.rounds}`)
      }
      return report(scale, medians.map(medianOf))
    } finally {
      await portal.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await postgres.stop()
  }
}

function report(scale: Scale, medians: readonly number[]): Section {
  const medianBy = new Map(calls.map(({ name }, at) => [name, medians[at] ?? 0]))
  const measured = calls.map((call) => {
    const medianMs = medianBy.get(call.name) ?? 0
    return { ...call, medianMs, ratio: medianMs / (medianBy.get(call.comparedTo) ?? 1) }
  })
  return {
    title: 'Dashboard and board',
    notes: [
      `${scale.orders.toLocaleString('en')} orders, 30 % of them of the calling clinic and 40 % of the calling laboratory; ` +
        `${connections} connections; medians of ${scale.rounds} interleaved rounds of ${scale.seconds} s.`,
    ],
    columns: ['case', 'median', 'compared with'],
    rows: measured.map(({ name, medianMs, ratio, comparedTo }) => [
      name,
      `${show(medianMs)} ms`,
      name === comparedTo ? '–' : `${showRatio(ratio)} of ${comparedTo}`,
    ]),
    verdicts: measured.flatMap(({ name, ratio, most }) =>
      most === undefined ? [] : [atMost(name, ratio, most, showRatio)],
    ),
  }
}
