import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { clinicId, openBigDatabase } from './big-database.ts'
import { openCluster, withClient } from './cluster.ts'
import { atMost, medianOf, type Scale, type Section, show, showRatio } from './figures.ts'
import { exchangeOn, requestBytes } from './load.ts'
import { createToken } from './people.ts'
import { type Portal, startPortal } from './portal.ts'
import type { StormAnswers } from './storm-sender.ts'

const signInsPerSecond = 200
const ordersMax = 20_000
const workers = 4
const pauseMs = 20
const roundSeconds = 6
const wantedRatio = 2

/** Latency of other callers in one round, in milliseconds. */
export type Latency = { p50Ms: number; p99Ms: number; calls: number }

/** Measures the latency of other callers alternately with and without a flood of wrong sign-ins. */
export async function measureStorm(scale: Scale): Promise<Section> {
  const postgres = await openCluster()
  const folder = mkdtempSync(join(tmpdir(), 'pontic-bench-'))
  const orders = Math.min(scale.orders, ordersMax)
  try {
    const database = await openBigDatabase(postgres, orders)
    const token = await withClient(database.superUrl, (client) => createToken(client, clinicId(1)))
    // The portal trusts `x-forwarded-for`, which has another address in each attempt, so that no rate limit refuses an attempt.
    const portal = await startPortal(database, folder, { PONTIC_TRUSTED_PROXIES: '127.0.0.1' })
    try {
      return await compare(portal, token, scale.rounds, orders)
    } finally {
      await portal.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await postgres.stop()
  }
}

async function compare(portal: Portal, token: string, rounds: number, orders: number): Promise<Section> {
  await callOthers(portal, token, 2)
  const quiet: Latency[] = []
  const stormy: Latency[] = []
  const answers = new Map<number, number>()
  for (let round = 0; round < rounds; round++) {
    quiet.push(await callOthers(portal, token, roundSeconds))
    const end = startStorm(portal, round, answers)
    await wait(1_000)
    stormy.push(await callOthers(portal, token, roundSeconds))
    await end()
  }
  const p99 = (rows: readonly Latency[]) => medianOf(rows.map((row) => row.p99Ms))
  const p50 = (rows: readonly Latency[]) => medianOf(rows.map((row) => row.p50Ms))
  const ratio = medianOf(stormy.map((row, index) => row.p99Ms / (quiet[index]?.p99Ms ?? row.p99Ms)))
  const statuses = [...answers].sort().map(([status, count]) => `${status}: ${count}`)
  return {
    title: 'A storm of wrong sign-ins',
    notes: [
      `${signInsPerSecond} wrong sign-ins per second, each from its own address, while ${workers} users read page 1 of ${orders.toLocaleString('en')} orders every ${pauseMs} ms.`,
      `Replies to the storm: ${statuses.join(', ')} (400: the password was checked; 503: the queue was full).`,
      'The storm, the readers, PostgreSQL and the portal share the cores of this machine.',
    ],
    columns: ['orders.list', 'median ms', 'p99 ms'],
    rows: [
      ['quiet', show(p50(quiet)), show(p99(quiet))],
      ['in the storm', show(p50(stormy)), show(p99(stormy))],
    ],
    verdicts: [atMost('p99 of others, storm over quiet', ratio, wantedRatio, showRatio)],
  }
}

/** Reads page 1 of the case list every 20 ms from four connections. */
export async function callOthers({ port }: Portal, token: string, seconds: number): Promise<Latency> {
  const bytes = requestBytes('POST', '/restful/orders/list', { authorization: `Bearer ${token}` }, '{}')
  const times: number[] = []
  const untilMs = performance.now() + seconds * 1000
  const work = async () => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    const exchange = exchangeOn(socket)
    while (performance.now() < untilMs) {
      const sentMs = performance.now()
      await exchange(bytes)
      times.push(performance.now() - sentMs)
      await wait(pauseMs)
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: workers }, work))
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { p50Ms: at(0.5), p99Ms: at(0.99), calls: times.length }
}

/** Starts the flood in a worker thread, so that it does not delay the measured calls. @returns a function that stops it */
function startStorm({ port }: Portal, round: number, answers: Map<number, number>): () => Promise<void> {
  const sender = new Worker(new URL('./storm-sender.ts', import.meta.url), {
    workerData: { port, round, perSecond: signInsPerSecond },
  })
  return async () => {
    sender.postMessage('end')
    const [counts] = (await once(sender, 'message')) as [StormAnswers]
    for (const [status, count] of counts) answers.set(status, (answers.get(status) ?? 0) + count)
    await sender.terminate()
  }
}
