import { randomUUID } from 'node:crypto'
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

/** Cases of an erased patient. */
const patientCases = 3

/** What the rows of `measureStreams` are. */
export const streamNotes = [
  `Exports: milliseconds to the first bytes of the CSV file, and for 1,000 of its first ${exportedRows.toLocaleString('en')} rows.`,
  `Erasure: the calls that find and list a patient with ${patientCases} cases and request the erasure, and then the job, in a clinic with ` +
    'about 20 cases, and in the clinic with 30 % of all cases. The job also searches all texts of the clinic for the name.',
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

const senderOf = async ({ database, url }: Sized, organizationId: string): Promise<Sender> => ({
  url,
  token: await withClient(database.superUrl, (client) => createToken(client, organizationId)),
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
  const readRow = <Row>(query: string, values: unknown[] = []) =>
    withClient(node.database.superUrl, async (client) => (await client.query(query, values)).rows[0] as Row)
  // Another clinic in each run, because an erased case cannot be erased again.
  const small = await readRow<{ id: string }>(
    `select id from organization c where id between ${smallIdSql('100')} and ${smallIdSql('1100')}
       and verified_at is not null and banned_at is null and deleted_at is null
       and (select count(*) from orders where clinic_id = c.id and status = 'completed' and erased_at is null) >= $1
     order by random() limit 1`,
    [patientCases],
  )
  const inSmall = await eraseOne(node, dataFolder, small.id)
  const times: Times = [
    ['erasure of a patient of a small clinic, calls', inSmall.requestMs],
    ['erasure of a patient of a small clinic, job', inSmall.jobMs],
  ]
  if (round > 0) return times
  const large = clinicId(1)
  const { cases } = await readRow<{ cases: number }>(
    'select count(*)::int as cases from orders where clinic_id = $1',
    [large],
  )
  const inLarge = await eraseOne(node, dataFolder, large)
  return [
    ...times,
    ['erasure of a patient of the largest clinic, calls', inLarge.requestMs],
    [
      'erasure of a patient of the largest clinic, job for 1,000 cases of the clinic',
      (inLarge.jobMs * 1000) / cases,
    ],
  ]
}

async function eraseOne(
  node: Sized,
  dataFolder: string,
  clinic: string,
): Promise<{ requestMs: number; jobMs: number }> {
  const sender = await senderOf(node, clinic)
  const name = await namePatient(node, clinic)
  const startMs = performance.now()
  await callPortal(sender, 'patients.search', { words: name })
  const { cases } = await callPortal<{ cases: { id: string }[] }>(sender, 'patients.get', { name })
  await callPortal(sender, 'erasures.create', { name, orderIds: cases.map((one) => one.id) })
  const requestMs = performance.now() - startMs
  await withClient(node.database.superUrl, (client) =>
    client.query(
      "update erasure set due_at = now() - interval '1 minute' where done_at is null and undone_at is null",
    ),
  )
  return { requestMs, jobMs: await runJob(node, dataFolder) }
}

/** Gives the newest completed cases of a clinic a patient of their own. The filled names have more cases in a larger database. @returns the name */
async function namePatient({ database }: Sized, clinic: string): Promise<string> {
  const name = `Kestrelina ${randomUUID()}`
  await withClient(database.superUrl, async (client) => {
    // An interrupted run may have left erasures, which the job would do as well.
    await client.query('update erasure set undone_at = now() where done_at is null and undone_at is null')
    await client.query(
      `update orders set patient_name = $1 where id in (select id from orders
         where clinic_id = $2 and status = 'completed' and erased_at is null order by created_at desc limit $3)`,
      [name, clinic, patientCases],
    )
  })
  return name
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
