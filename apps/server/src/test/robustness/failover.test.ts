import { expect, test } from 'vitest'
import { findWritableUrl } from '../../platform/db/servers.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { isLong, killsOf, killTimeoutMs, patience } from '../kill-nodes.ts'
import { stageKills } from '../kill-stage.ts'
import type { Node } from '../nodes.ts'
import { openPair, type Pair } from '../standby.ts'

// Elsewhere the processes of a server cannot be found.
const canFreeze = process.platform === 'linux'

let pair: Pair
let failovers = 0
const waitsMs: number[] = []

/** Fails over by turns: from a primary that was killed, and from one that does not answer and later accepts writes again. */
async function failOver(node: Node, { services: { database }, ...installation }: Pair): Promise<void> {
  const pid = node.pid()
  const isKill = !canFreeze || failovers++ % 2 === 1
  if (isKill) {
    installation.killPrimary()
    await node.untilReadyz(503)
  } else installation.freezePrimary()
  await installation.promote()
  const promotedMs = performance.now()
  await node.untilReadyz(200)
  await expect.poll(enqueue, patience).toBe(true)
  waitsMs.push(performance.now() - promotedMs)
  if (!isKill) installation.thawOldPrimary()
  await expect.poll(countJobs, patience).toBe(0)
  expect(node.pid()).toBe(pid)
  await installation.replaceOldPrimary()

  async function enqueue(): Promise<boolean> {
    try {
      await database.transaction((tx) => enqueueJob(tx, 'cleanup.run', {}, { key: 'after the failover' }))
      return true
    } catch {
      return false
    }
  }

  async function countJobs(): Promise<number | null> {
    const query = `select from graphile_worker._private_jobs where key = 'after the failover'`
    return (await database.pool.query(query)).rowCount
  }
}

const { expectNoStepLost } = stageKills(
  'the primary',
  async () => {
    pair = await openPair()
    return pair
  },
  failOver,
  killsOf(2),
)

test(
  'no acknowledged step is lost when the primary dies or is cut off and its standby is promoted, and jobs and streams go on',
  async () => {
    await expectNoStepLost(isLong ? 100 : 20)
    if (isLong)
      console.log(`writes after promotions: ${waitsMs.map((ms) => `${Math.round(ms)} ms`).join(', ')}`)
  },
  killTimeoutMs,
)

test.skipIf(!canFreeze)(
  'no connection stays at a primary that does not answer once its standby was promoted',
  async () => {
    const { pool, direct } = pair.services.database
    const clients = await Promise.all([1, 2, 3].map(() => pool.connect()))
    const left = direct.current()
    pair.freezePrimary()
    const unanswered = clients.map((client) => client.query('select 1'))
    const outcomes = Promise.allSettled(unanswered)
    await pair.promote()
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    for (const client of clients) client.release()
    await expect.poll(() => pool.totalCount, patience).toBe(0)
    expect(direct.current()).not.toBe(left)
    // The old primary is reachable again, still accepts writes, and is older.
    pair.thawOldPrimary()
    const { rows } = await pool.query<{ port: string }>(`select current_setting('port') as port`)
    expect(direct.current()).toBe(`127.0.0.1:${rows[0]?.port}`)
    expect(new URL(await findWritableUrl(pair.databaseUrls.appUrl)).host).toBe(direct.current())
  },
  killTimeoutMs,
)
