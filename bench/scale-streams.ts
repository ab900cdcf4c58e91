import { join } from 'node:path'
import type { RouteName } from '@pontic/contract'
import { buildApp } from '../apps/server/src/app.ts'
import { runDueErasures } from '../apps/server/src/cases/patients/due-erasures.service.ts'
import { parseConfig } from '../apps/server/src/config/config.ts'
import { printStep } from '../scripts/places.ts'
import { clinicId } from './big-database.ts'
import { type DatabaseUrls, withClient } from './cluster.ts'
import { createToken } from './people.ts'
import { platformId, smallIdSql } from './platform-data.ts'
import { portalSettings } from './portal.ts'
import { callPortal, type Sender } from './portal-files.ts'
import { ratioMax } from './scale-calls.ts'

/** Times of something that is not a single reply, by size: a list of milliseconds for each. `most` is the allowed ratio. */
export type Timed = { name: string; times: number[][]; most: number }

type Sized = { database: DatabaseUrls; url: string }

/** Rows of an export that are read. The smallest database has as many. */
const exportedRows = 20_000

/** What the rows of `measureStreams` are. */
export const streamNotes = [
  `Exports: milliseconds to the first bytes of the CSV file, and for 1,000 of its first ${exportedRows.toLocaleString('en')} rows.`,
  'Erasure: the calls that find and list a patient and request the erasure, and then the job, for a patient of a clinic with about ' +
    '20 cases, and of the clinic with 30 % of all cases. The job also replaces the name in all texts of the clinic.',
]

/** Measures exports and erasures on nodes of all sizes in turn. */
export async function measureStreams(
  nodes: readonly Sized[],
  folder: string,
  rounds: number,
): Promise<Timed[]> {
  const found = new Map<string, number[][]>()
  const add = (name: string, at: number, ms: number) => {
    const times = found.get(name) ?? nodes.map(() => [])
    times[at]!.push(ms)
    found.set(name, times)
  }
  for (let round = 0; round < rounds; round++) {
    for (const [at, node] of nodes.entries()) {
      for (const [name, ms] of await runExports(node)) add(name, at, ms)
      for (const [name, ms] of await runErasures(node, join(folder, `erasures-${at}`), round))
        add(name, at, ms)
    }
    printStep(`scale: exports and erasures ${round + 1} of ${rounds}`)
  }
  return [...found].map(([name, times]) => ({ name, times, most: ratioMax }))
}

type Times = [name: string, ms: number][]

// Exports and erasures need a recent sign-in.
const senderOf = ({ database, url }: Sized, organizationId: string): Promise<Sender> =>
  withClient(database.superUrl, async (client) => {
    const token = await createToken(client, organizationId)
    await client.query('update session set authenticated_at = now()')
    return { url, token }
  })

async function runExports(node: Sized): Promise<Times> {
  const clinic = await senderOf(node, clinicId(1))
  const platform = await senderOf(node, platformId)
  return [
    ...(await readExport('export of cases', clinic, 'orders.createExport', {})),
    ...(await readExport('export of the audit log', platform, 'audit.createExport', { filter: {} })),
  ]
}

async function readExport(what: string, sender: Sender, call: RouteName, body: object): Promise<Times> {
  const { path } = await callPortal<{ path: string }>(sender, call, body)
  const startMs = performance.now()
  const { body: stream } = await fetch(sender.url + path)
  const reader = stream!.getReader()
  let firstMs: number | undefined
  let rows = 0
  for (let part = await reader.read(); !part.done && rows < exportedRows; part = await reader.read()) {
    firstMs ??= performance.now() - startMs
    for (const byte of part.value) if (byte === 10) rows++
  }
  const wholeMs = performance.now() - startMs
  await reader.cancel()
  return [
    [`${what}, first bytes`, firstMs ?? wholeMs],
    [`${what}, 1,000 rows`, (wholeMs * 1000) / rows],
  ]
}

/** Erases a patient of a small clinic in each round, and one of the largest clinic in the first round. */
async function runErasures(node: Sized, dataFolder: string, round: number): Promise<Times> {
  const small = await withClient(node.database.superUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(`select ${smallIdSql(String(100 + round))} as id`)
    return rows[0]!.id
  })
  const times = await eraseOne(node, dataFolder, small, 'a small clinic')
  return round > 0
    ? times
    : [...times, ...(await eraseOne(node, dataFolder, clinicId(1), 'the largest clinic'))]
}

async function eraseOne(node: Sized, dataFolder: string, id: string, whose: string): Promise<Times> {
  const sender = await senderOf(node, id)
  const name = await withClient(node.database.superUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select patient_name as name from orders o where clinic_id = $1 and status = 'completed' and erased_at is null
         and not exists (select from orders p where p.clinic_id = o.clinic_id and p.patient_name = o.patient_name
           and p.status in ('pending', 'accepted'))
       order by created_at desc limit 1`,
      [id],
    )
    return rows[0]!.name
  })
  const startMs = performance.now()
  await callPortal(sender, 'patients.search', { words: name })
  const { cases } = await callPortal<{ cases: { id: string }[] }>(sender, 'patients.get', { name })
  const orderIds = cases.map((one) => one.id)
  await callPortal(sender, 'erasures.create', { name, orderIds })
  const requestMs = performance.now() - startMs
  await withClient(node.database.superUrl, (client) =>
    client.query(
      "update erasure set due_at = now() - interval '1 minute' where done_at is null and undone_at is null",
    ),
  )
  return [
    [`erasure of a patient of ${whose}, calls`, requestMs],
    [
      `erasure of a patient of ${whose}, job for each case`,
      (await runJob(node, dataFolder)) / orderIds.length,
    ],
  ]
}

/** Runs the due erasures in this process. @returns its time in milliseconds */
async function runJob({ database, url }: Sized, dataFolder: string): Promise<number> {
  const app = await buildApp(parseConfig(portalSettings(database, dataFolder, url)), { runsJobs: false })
  try {
    const startMs = performance.now()
    await runDueErasures(app.services)
    return performance.now() - startMs
  } finally {
    await app.close()
  }
}
