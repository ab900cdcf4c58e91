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
const roundsMax = 3
const roundSeconds = 5
const largeBytes = 25_000_000
const smallBytes = 4_000_000
const importedCases = 1_000
const wantedRatio = 2
const pollEveryMs = 10
/** A coarse level that takes longer counts as this long, so that a busy machine does not stop the measurement. */
const coarseLimitMs = 30_000
/** Time for listing the documents to import. */
const listLimitMs = 90_000
/** Time to wait for scans of a round that are still being processed. */
const settleLimitMs = 20_000

const loads = ['exports', 'scans', 'imports'] as const
type LoadName = (typeof loads)[number]
/** Latency of others in one round, just before a load and during it. */
type Pair = { quiet: Latency; loaded: Latency }

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

async function measure(rig: Rig, roundsWanted: number): Promise<Section> {
  const { portal, other } = rig
  const rounds = Math.min(roundsWanted, roundsMax)
  await callOthers(portal, other.token, 2)
  const found: Record<LoadName, Pair[]> = { exports: [], scans: [], imports: [] }
  const alone: number[] = []
  const behind: number[] = []
  const small = makeScanFile(smallBytes)
  const settingId = await prepareImport(rig)
  for (let round = 0; round < rounds; round += 1) {
    const race = async (name: LoadName, start: () => Promise<() => Promise<void>>) => {
      const quiet = await callOthers(portal, other.token, roundSeconds)
      const end = await start()
      const loaded = await callOthers(portal, other.token, roundSeconds)
      await end()
      found[name].push({ quiet, loaded })
      printStep(`turns: ${name}, p99 ${show(quiet.p99Ms)} ms quiet, ${show(loaded.p99Ms)} ms loaded`)
    }
    await race('exports', async () => startLoad(rig, 'exports', round))
    alone.push(await timeCoarseLevel(rig, small, `alone ${newId()}`))
    await race('scans', async () => startLoad(rig, 'scans', round))
    behind.push(await timeCoarseLevel(rig, small, `behind ${newId()}`))
    printStep(`turns: coarse level ${show(alone.at(-1)!)} ms alone, ${show(behind.at(-1)!)} ms behind others`)
    await dropScans(rig)
    await race('imports', () => startImport(rig, settingId))
  }
  return report(found, alone, behind, rounds)
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

/**
 * Uploads a scan.
 * @param name the beginning of the file, which must be unique, because equal scans share one preview
 * @returns the milliseconds from the end of the upload until its coarse level can be read, at most `coarseLimitMs`
 */
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
    if (performance.now() - startMs > coarseLimitMs) return coarseLimitMs
    await wait(pollEveryMs)
  }
}

/** Removes the scans that still wait for a process, and waits a while for those that are being processed. */
async function dropScans({ urls }: Rig): Promise<void> {
  await withClient(urls.superUrl, async (client) => {
    const isOfScan =
      "task_id in (select id from graphile_worker._private_tasks where identifier like 'meshes.%')"
    const untilMs = performance.now() + settleLimitMs
    for (;;) {
      await client.query(`delete from graphile_worker._private_jobs where locked_at is null and ${isOfScan}`)
      const { rowCount } = await client.query(`select from graphile_worker._private_jobs where ${isOfScan}`)
      if (rowCount === 0 || performance.now() > untilMs) return
      await wait(250)
    }
  })
}

const statement = ({ urls }: Rig, text: string, values: unknown[] = []) =>
  withClient(urls.superUrl, async (client) => (await client.query(text, values)).rows)

/**
 * Puts documents into a folder of a pull setting and waits until its first run has listed them.
 * @returns the id of the setting, which is disabled
 */
async function prepareImport(rig: Rig): Promise<string> {
  const document = JSON.parse(readFileSync(join(root, 'demo/orders/rayteams-prosthesis-case-b.json'), 'utf8'))
  const id = newId()
  mkdirSync(join(rig.inbox, id))
  for (let number = 0; number < importedCases; number += 1)
    writeFileSync(
      join(rig.inbox, id, `${number}.json`),
      JSON.stringify({ ...document, id: `${id} ${number}` }),
    )
  await statement(rig, 'update pull_setting set deleted_at = now() where deleted_at is null')
  await statement(
    rig,
    `insert into pull_setting (id, name, clinic_id, kind, address, folder, secret_names, format, interval_minutes,
       is_enabled, created_at, next_run_at)
     values ($1, 'Inbox', $2, 'folder', '', $3, '{}', 'any', 60, true, now(), now() + interval '1 hour')`,
    [id, clinicId(1), id],
  )
  await enqueueImport(rig, id)
  const untilMs = performance.now() + listLimitMs
  const isListed = 'select from pull_run where setting_id = $1 and finished_at is not null'
  while ((await statement(rig, isListed, [id])).length === 0) {
    if (performance.now() > untilMs) throw new Error('The documents to import are not listed.')
    await wait(250)
  }
  await stopImport(rig, id)
  return id
}

const enqueueImport = (rig: Rig, settingId: string) =>
  statement(rig, "select graphile_worker.add_job('pull.run', $1::json)", [
    JSON.stringify({ settingId, organizationId: clinicId(1), cause: 'interval' }),
  ])

async function stopImport(rig: Rig, settingId: string): Promise<void> {
  await statement(rig, 'update pull_setting set is_enabled = false where id = $1', [settingId])
  await statement(
    rig,
    "delete from graphile_worker._private_jobs where payload->>'settingId' = $1 and locked_at is null",
    [settingId],
  )
}

/** Imports the documents, as if they had not changed for an hour. @returns a function that stops the import */
async function startImport(rig: Rig, settingId: string): Promise<() => Promise<void>> {
  await statement(
    rig,
    "update pull_item set unchanged_since = now() - interval '1 hour' where setting_id = $1",
    [settingId],
  )
  await statement(rig, 'update pull_setting set is_enabled = true where id = $1', [settingId])
  await enqueueImport(rig, settingId)
  return async () => {
    await stopImport(rig, settingId)
    const imported = await statement(rig, 'select from pull_case where setting_id = $1', [settingId])
    printStep(`turns: ${imported.length} of ${importedCases} cases are imported`)
  }
}

function report(
  found: Record<LoadName, Pair[]>,
  alone: readonly number[],
  behind: readonly number[],
  rounds: number,
): Section {
  const names = { exports: 'exports', scans: 'uploads of scans', imports: 'imports' }
  const row = (name: string, rows: readonly Latency[]) => [
    name,
    show(medianOf(rows.map(({ p50Ms }) => p50Ms))),
    show(medianOf(rows.map(({ p99Ms }) => p99Ms))),
  ]
  const coarse = medianOf(behind.map((ms, round) => ms / (alone[round] ?? ms)))
  return {
    title: 'Turns of organizations',
    notes: [
      'Four users of one clinic read page 1 of its cases every 20 ms, while another clinic runs four exports at once, ' +
        `uploads 8 scans of ${largeBytes / 1e6} MB, or imports cases from a folder with ${importedCases.toLocaleString('en')} documents. ` +
        `Medians of ${rounds} rounds. A ratio compares a load with the ${roundSeconds} s just before it, and is the median of the rounds.`,
      'One node serves requests and runs jobs. It shares the cores of this machine with PostgreSQL and the load. ' +
        `A coarse level that takes longer than ${coarseLimitMs / 1000} s counts as ${coarseLimitMs / 1000} s.`,
    ],
    columns: ['orders.list', 'median ms', 'p99 ms'],
    rows: [
      row(
        'quiet',
        loads.flatMap((load) => found[load].map(({ quiet }) => quiet)),
      ),
      ...loads.map((load) =>
        row(
          `during ${names[load]}`,
          found[load].map(({ loaded }) => loaded),
        ),
      ),
      ['coarse level of a small scan, alone', show(medianOf(alone)), ''],
      ['coarse level of a small scan, behind 8 large ones', show(medianOf(behind)), ''],
    ],
    verdicts: [
      ...loads.map((load) =>
        atMost(
          `p99 of others during ${names[load]}`,
          medianOf(found[load].map(({ quiet, loaded }) => loaded.p99Ms / quiet.p99Ms)),
          wantedRatio,
          showRatio,
        ),
      ),
      atMost('coarse level of a small scan behind 8 large ones', coarse, wantedRatio, showRatio),
    ],
  }
}
