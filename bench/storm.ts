import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { passwordDigest } from '@pontic/client'
import { portalClient } from '@pontic/contract'
import { clinicId, openBigDatabase } from './big-database.ts'
import { openCluster, withClient } from './cluster.ts'
import { atMost, medianOf, type Scale, type Section, show, showRatio } from './figures.ts'
import { exchangeOn, requestBytes } from './load.ts'
import { createToken } from './people.ts'
import { type Portal, startPortal } from './portal.ts'

const signInsPerSecond = 200
const ordersMax = 20_000
const workers = 4
const pauseMs = 20
const roundSeconds = 6
const wantedRatio = 2

/** What others' calls took in one round, in ms. */
type Latency = { p50Ms: number; p99Ms: number; calls: number }

/** Others' calls with and without a storm of wrong sign-ins, in turn. */
export async function measureStorm(scale: Scale): Promise<Section> {
  const postgres = await openCluster()
  const folder = mkdtempSync(join(tmpdir(), 'pontic-bench-'))
  const orders = Math.min(scale.orders, ordersMax)
  try {
    const database = await openBigDatabase(postgres, orders)
    const token = await withClient(database.superUrl, (client) => createToken(client, clinicId(1)))
    // Guesses come from as many addresses as there are: none of them is sent away for its count.
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
  const told = [...answers].sort().map(([status, count]) => `${status}: ${count}`)
  return {
    title: 'A storm of wrong sign-ins',
    notes: [
      `${signInsPerSecond} wrong sign-ins a second from as many addresses, against ${workers} people who read page 1 of ${orders.toLocaleString('en')} orders every ${pauseMs} ms.`,
      `What the storm was answered: ${told.join(', ')} (400: the password was tried; 503: too many waited already).`,
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

async function callOthers({ port }: Portal, token: string, seconds: number): Promise<Latency> {
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

/** Sends wrong sign-ins at an even pace, however long their answers take. @returns ends it and waits for the answers */
function startStorm({ port }: Portal, round: number, answers: Map<number, number>): () => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 })
  const open = new Set<Promise<void>>()
  const startMs = performance.now()
  let sent = 0
  const send = () => {
    const due = ((performance.now() - startMs) / 1000) * signInsPerSecond
    while (sent < due) {
      const one = guess(agent, port, round, sent++, answers).finally(() => open.delete(one))
      open.add(one)
    }
  }
  const timer = setInterval(send, 1000 / signInsPerSecond)
  return async () => {
    clearInterval(timer)
    await Promise.all(open)
    agent.destroy()
  }
}

const wrongPassword = passwordDigest('not-the-password-1')

function guess(
  agent: Agent,
  port: number,
  round: number,
  number: number,
  answers: Map<number, number>,
): Promise<void> {
  const body = new URLSearchParams({
    grant_type: 'password',
    client_id: portalClient.id,
    client_secret: portalClient.secret,
    username: `guess-${round}-${number}@storm.example`,
    password: wrongPassword,
  }).toString()
  const address = `10.${round % 250}.${(number >> 8) & 255}.${number & 255}`
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': body.length,
    'x-forwarded-for': address,
  }
  return new Promise((resolve, reject) => {
    const outgoing = request({
      agent,
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/oauth/token',
      headers,
    })
    outgoing.on('error', reject)
    outgoing.on('response', (incoming) => {
      const status = incoming.statusCode ?? 0
      answers.set(status, (answers.get(status) ?? 0) + 1)
      incoming.on('end', resolve).resume()
    })
    outgoing.end(body)
  })
}
