import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { newId } from '../apps/server/src/platform/db/ids.ts'
import { printStep, root } from '../scripts/places.ts'
import { clinicId, openBigDatabase } from './big-database.ts'
import { type DatabaseUrls, openCluster, withClient } from './cluster.ts'
import { atMost, medianOf, type Scale, type Section, show, showRatio } from './figures.ts'
import { createToken } from './people.ts'
import { type Portal, startPortal } from './portal.ts'
import { createCase, type Sender, uploadInOnePatch } from './portal-files.ts'
import { makeScanFile } from './scans.ts'
import { callOthers, type Latency } from './storm.ts'
import type { Load } from './turns-load.ts'

const ordersMax = 100_000
const roundSeconds = 6
const largeBytes = 25_000_000
const smallBytes = 4_000_000
const importedCases = 1_000
const wantedRatio = 2
const pollEveryMs = 10
const stepLimitMs = 300_000

type Rig = { portal: Portal; urls: DatabaseUrls; busy: Sender; other: Sender; inbox: string; scan: Buffer }

/** Measures how much one organization that exports, uploads scans or imports cases delays the calls of another one. */
export async function measureTurns(scale: Scale): Promise<Section> {
  const postgres = await openCluster()
  const folder = mkdtempSync(join(tmpdir(), 'pontic-bench-'))
  try {
    const urls = await openBigDatabase(postgres, Math.min(scale.orders, ordersMax))
    const inbox = join(folder, 'inbox')
    mkdirSync(inbox)
    const portal = await startPortal(urls, join(folder, 'data'), {
      PONTIC_ROLE: 'all',
      PONTIC_TRANSFER_FOLDER: inbox,
    })
    const [busyToken, otherToken] = await withClient(urls.superUrl, async (client) => {
      const tokens = [await createToken(client, clinicId(1)), await createToken(client, clinicId(2))]
      // An export needs a sign-in of the last five minutes.
      await client.query("update session set authenticated_at = now() + interval '1 hour'")
      return tokens
    })
    const sender = (token = '') => ({ url: portal.url, token })
    const rig = { portal, urls, inbox, busy: sender(busyToken), other: sender(otherToken) }
    try {
      return await measure({ ...rig, scan: makeScanFile(largeBytes) }, scale.rounds)
    } finally {
      await portal.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await postgres.stop()
  }
}

async function measure(rig: Rig, rounds: number): Promise<Section> {
  const { portal, other } = rig
  const call = () => callOthers(portal, other.token, roundSeconds)
  await callOthers(portal, other.token, 2)
  const found: Record<'quiet' | 'exports' | 'scans' | 'imports', Latency[]> = {
    ...{ quiet: [], exports: [], scans: [], imports: [] },
  }
  const alone: number[] = []
  const behind: number[] = []
  const small = makeScanFile(smallBytes)
  for (let round = 0; round < rounds; round += 1) {
    found.quiet.push(await call())
    const endExports = startLoad(rig, 'exports', round)
    await wait(500)
    found.exports.push(await call())
    await endExports()
    alone.push(await timeCoarseLevel(rig, small, `alone ${round}`))
    const endScans = startLoad(rig, 'scans', round)
    await wait(500)
    found.scans.push(await call())
    await endScans()
    behind.push(await timeCoarseLevel(rig, small, `behind ${round}`))
    await waitForScans(rig)
    printStep(`turns: round ${round + 1} of ${rounds}`)
  }
  await startImport(rig)
  for (let round = 0; round < rounds; round += 1) found.imports.push(await call())
  return report(found, alone, behind)
}

/** Starts a load in a worker thread, so that it does not delay the measured calls. @returns a function that waits for its end */
function startLoad({ busy, scan }: Rig, kind: Load['kind'], salt: number): () => Promise<void> {
  const workerData: Load = { sender: busy, kind, scan, salt }
  const worker = new Worker(new URL('./turns-load.ts', import.meta.url), { workerData })
  const done = once(worker, 'message')
  return async () => {
    worker.postMessage('end')
    await done
    await worker.terminate()
  }
}

/** Uploads a scan. @returns the milliseconds from the end of the upload until its coarse level can be read */
async function timeCoarseLevel({ other }: Rig, scan: Buffer, name: string): Promise<number> {
  const bytes = Buffer.from(scan)
  bytes.write(name, 0, 'latin1')
  const orderId = await createCase(other)
  await uploadInOnePatch(other, orderId, `${name}.stl`, bytes)
  const startMs = performance.now()
  type Detail = { files: { mesh: { levels: unknown[] } | null }[] }
  for (;;) {
    const answer = await fetch(`${other.url}/restful/orders/${orderId}`, {
      headers: { authorization: `Bearer ${other.token}` },
    })
    const { data }: { data: Detail } = await answer.json()
    if ((data.files[0]?.mesh?.levels.length ?? 0) > 0) return performance.now() - startMs
    if (performance.now() - startMs > stepLimitMs) throw new Error('The coarse level is not built.')
    await wait(pollEveryMs)
  }
}

const countRows = async ({ urls }: Rig, statement: string): Promise<number> =>
  withClient(urls.superUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(statement)
    return rows[0]?.count ?? 0
  })

async function waitUntil(isDone: () => Promise<boolean>): Promise<void> {
  const startMs = performance.now()
  while (!(await isDone())) {
    if (performance.now() - startMs > stepLimitMs) throw new Error('A load does not end.')
    await wait(500)
  }
}

const waitForScans = (rig: Rig) =>
  waitUntil(
    async () =>
      (await countRows(rig, "select count(*)::int from mesh where state not in ('ready', 'failed')")) === 0,
  )

/** Puts documents into a folder that a pull setting polls, and waits until the first one is imported. */
async function startImport(rig: Rig): Promise<void> {
  const document = JSON.parse(readFileSync(join(root, 'demo/orders/rayteams-prosthesis-case-b.json'), 'utf8'))
  const folder = join(rig.inbox, 'cases')
  mkdirSync(folder)
  const run = newId()
  for (let number = 0; number < importedCases; number += 1)
    writeFileSync(join(folder, `${number}.json`), JSON.stringify({ ...document, id: `${run} ${number}` }))
  await withClient(rig.urls.superUrl, async (client) => {
    await client.query('update pull_setting set deleted_at = now()')
    await client.query(
      `insert into pull_setting (id, name, clinic_id, kind, address, folder, secret_names, format, interval_minutes,
         is_enabled, created_at, next_run_at)
       values ($1, 'Inbox', $2, 'folder', '', 'cases', '{}', 'any', 60, true, now(), now())`,
      [newId(), clinicId(1)],
    )
  })
  const before = await countRows(rig, "select count(*)::int from pull_item where state = 'taken'")
  await waitUntil(
    async () => (await countRows(rig, "select count(*)::int from pull_item where state = 'taken'")) > before,
  )
}

function report(
  found: Record<'quiet' | 'exports' | 'scans' | 'imports', Latency[]>,
  alone: readonly number[],
  behind: readonly number[],
): Section {
  const p50 = (rows: readonly Latency[]) => medianOf(rows.map(({ p50Ms }) => p50Ms))
  const p99 = (rows: readonly Latency[]) => medianOf(rows.map(({ p99Ms }) => p99Ms))
  const row = (name: string, rows: readonly Latency[]) => [name, show(p50(rows)), show(p99(rows))]
  const ratio = (rows: readonly Latency[]) => p99(rows) / p99(found.quiet)
  return {
    title: 'Turns of organizations',
    notes: [
      'Four users of one clinic read page 1 of its cases every 20 ms, while another clinic runs four exports at once, ' +
        `uploads 8 scans of ${largeBytes / 1e6} MB, or imports ${importedCases.toLocaleString('en')} cases. Medians of the rounds.`,
      'One node serves requests and runs jobs. It shares the cores of this machine with PostgreSQL and the load.',
    ],
    columns: ['orders.list', 'median ms', 'p99 ms'],
    rows: [
      row('quiet', found.quiet),
      row('during exports', found.exports),
      row('during uploads of scans', found.scans),
      row('during imports', found.imports),
      ['coarse level of a small scan, alone', show(medianOf(alone)), ''],
      ['coarse level of a small scan, behind 8 large ones', show(medianOf(behind)), ''],
    ],
    verdicts: [
      atMost('p99 of others during exports', ratio(found.exports), wantedRatio, showRatio),
      atMost('p99 of others during uploads of scans', ratio(found.scans), wantedRatio, showRatio),
      atMost('p99 of others during imports', ratio(found.imports), wantedRatio, showRatio),
      atMost(
        'coarse level of a small scan behind 8 large ones',
        medianOf(behind) / medianOf(alone),
        wantedRatio,
        showRatio,
      ),
    ],
  }
}
