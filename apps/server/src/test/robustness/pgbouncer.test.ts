import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { assertPoolerSettings } from '../../platform/db/check-cluster.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { findFaults, findLost } from '../consistency.ts'
import { openPage, signInClient } from '../interrupted-uploads.ts'
import { createPartners, isLong, patience } from '../kill-nodes.ts'
import { startLoad } from '../load.ts'
import { type Installation, openInstallation } from '../nodes.ts'
import { as } from '../people.ts'
import { havePgBouncer, type PgBouncer, startPgBouncer } from '../pgbouncer.ts'
import { announceFile, hashOf, patchUpload, sendTus } from '../upload.ts'

const isInstalled = havePgBouncer()
const scan = readFileSync(
  new URL('../../../../../demo/scans/retention-rig-top-attachment.stl', import.meta.url),
)

let installation: Installation
let pooler: PgBouncer | undefined
afterEach(async () => {
  await installation.close()
  await pooler?.stop()
  pooler = undefined
})

/** Changes defaults of the database, which the connections of the portal must not depend on. */
async function setOtherDefaults({ databaseUrls }: Installation): Promise<void> {
  const client = new Client({ connectionString: databaseUrls.ownerUrl })
  await client.connect()
  for (const setting of [`timezone = 'Asia/Tokyo'`, `datestyle = 'German'`])
    await client.query(
      `do $$ begin execute format('alter database %I set ${setting.replaceAll("'", "''")}', current_database()); end $$`,
    )
  await client.end()
}

test.skipIf(!isInstalled)(
  'cases are created, uploaded, sent and completed behind PgBouncer in transaction mode, with events and jobs',
  async () => {
    installation = await openInstallation()
    const { database } = installation.services
    const people = await createPartners(installation)
    await setOtherDefaults(installation)
    const { appUrl } = installation.databaseUrls
    // Fewer connections than transactions at once, so that PgBouncer gives a connection to others after each transaction.
    pooler = await startPgBouncer(appUrl, { poolSize: 3 })
    const settings = { PONTIC_DATABASE_URL: pooler.url, PONTIC_DATABASE_DIRECT_URL: appUrl }
    const nodes = [await installation.addNode(settings), await installation.addNode(settings)] as const
    await Promise.all(nodes.map((node) => node.start()))
    const laboratory = await signInClient(installation, nodes[1].url, people.bob)
    const page = openPage(laboratory)
    await page.untilOpenings(1)

    const load = startLoad(nodes[0].url, people, 8)
    const begun = new Date().toISOString()
    const clinic = { app: nodes[0], person: people.alice }
    const draft = { body: { type: 0, patientName: 'Kestrel Example' } } as const
    const { data: order } = (await as(nodes[0], people.alice).call('orders.create', draft)).body
    expect([begun < order.createdAt, order.createdAt < new Date().toISOString()]).toEqual([true, true])
    const file = await announceFile(clinic, order.id, { name: 'lower.stl', sizeBytes: scan.length })
    expect((await patchUpload(clinic, file.id, 0, scan.subarray(0, 100_000))).status).toBe(204)
    const head = await sendTus({ ...clinic, app: nodes[1] }, 'HEAD', `/restful/uploads/${file.id}`)
    expect(head.headers['upload-offset']).toBe('100000')
    const rest = { ...clinic, app: nodes[1] }
    expect((await patchUpload(rest, file.id, 100_000, scan.subarray(100_000))).status).toBe(204)
    const finish = { body: { fileId: file.id, sha256: hashOf(scan) } }
    expect((await as(nodes[0], people.alice).call('files.finish', finish)).body.data).toMatchObject({
      state: 'verified',
    })
    // The laboratory hears of steps, and the scan gets its picture from a job.
    const heard = page.untilHeard()
    await load.untilMore(isLong ? 1_000 : 60)
    await heard
    await load.finish()
    const read = async () =>
      (await as(nodes[1], people.alice).call('orders.get', { params: { id: order.id } })).body.data.files
    await expect.poll(read, patience).toMatchObject([{ mesh: { state: 'ready', hasPicture: true } }])
    await expect.poll(() => countJobs(), patience).toBe(0)
    expect(load.repeatedCount()).toBe(0)
    expect(await findLost(database, load.acknowledged)).toEqual([])
    expect(await findFaults(database)).toEqual([])
    expect(pooler.output()).not.toMatch(/ERROR|pooler error/)
    page.close()
    laboratory.dispose()

    async function countJobs(): Promise<number | null> {
      const query = 'select from graphile_worker._private_jobs where run_at <= now()'
      return (await database.pool.query(query)).rowCount
    }
  },
)

test.skipIf(!isInstalled)(
  'a pooler that does not limit the time of statements is refused at the start with the remedy',
  async () => {
    installation = await openInstallation()
    const { appUrl } = installation.databaseUrls
    pooler = await startPgBouncer(appUrl, { poolSize: 2, hasConnectQuery: false })
    const options = { maxConnections: 2, applicationName: 'pontic test' }
    const database = openDatabase({ url: pooler.url, directUrl: appUrl, ...options })
    await expect(assertPoolerSettings(database)).rejects.toThrow(/connect_query in deploy\/pgbouncer\.ini/)
    await database.close()
  },
)
