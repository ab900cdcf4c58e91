import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OrderDetail, PullState } from '@pontic/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFaults } from '../../test/consistency.ts'
import {
  killAndRecover,
  killsOf,
  killTimeoutMs,
  openForKills,
  patience,
  setUpTimeoutMs,
} from '../../test/kill-nodes.ts'
import type { Installation, Node } from '../../test/nodes.ts'
import { as, type People } from '../../test/people.ts'
import { openScannerShare, type ScannerShare } from '../../test/scanner-share.ts'

const kills = killsOf(2)
const casesAtOnce = 3
const hourMs = 3_600_000
const orders = join(import.meta.dirname, '../../../../../demo/orders')
const itero = readFileSync(join(orders, 'itero_export_10000001_v30.xml'), 'utf8')
const jaws = ['l', 'u'] as const

/** Points of a pull at which the node is killed. Each round uses the next one. */
const moments = ['first scan', 'end of the transaction', 'last scan'] as const

let installation: Installation
let node: Node
let share: ScannerShare
let people: People
let settingId: string

beforeAll(async () => {
  share = await openScannerShare()
  ;({ installation, people } = await openForKills())
  node = await installation.addNode({ PONTIC_ALLOW_PRIVATE_ADDRESSES: 'yes' })
  await node.start()
  const { body } = await as(node, people.root).call('pullSettings.create', {
    body: {
      name: 'Scanner share',
      clinicId: people.alice.organizationId,
      kind: 'https',
      address: share.address,
      intervalMinutes: 1_440,
    },
  })
  settingId = body.data.id
}, setUpTimeoutMs)
afterAll(async () => {
  share?.release()
  await installation?.close()
  await share?.close()
})

const db = () => installation.services.database.db
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The files that an imported order must have: digests by file name. */
type Expected = { id: string; digests: Record<string, string> }

/** Puts an iTero export with two scans into a folder of its own. */
function addCase(at: number): Expected {
  const id = String(20_000_000 + at)
  const document = itero.replaceAll('10000001', id).replace(/^.*gallery_.*\n/m, '')
  const scans = jaws.map((jaw) => [`${id}_shell_occlusion_${jaw}.stl`, randomScan()] as const)
  const files = [[`itero_export_#${id}_v30.xml`, Buffer.from(document)] as const, ...scans]
  for (const [name, bytes] of files) share.put(`${id}/${name}`, bytes)
  return { id, digests: Object.fromEntries(files.map(([name, bytes]) => [name, hashOf(bytes)])) }
}

/** Creates a binary STL of a thousand triangles with random content. */
function randomScan(): Buffer {
  const triangles = 1_000
  const bytes = Buffer.concat([Buffer.alloc(84), randomBytes(triangles * 50)])
  bytes.writeUInt32LE(triangles, 80)
  return bytes
}

async function countItems(state: PullState): Promise<number> {
  const items = await db().selectFrom('pull_item').select('id').where('state', '=', state).execute()
  return items.length
}

/** Polls twice, with fingerprints that are an hour old at the second poll, so that the import starts. */
async function beginPull(newCases: number): Promise<void> {
  const poll = () => as(node, people.root).call('pullSettings.run', { body: { id: settingId } })
  expect((await poll()).status).toBe(200)
  await expect.poll(() => countItems('waiting'), patience).toBe(newCases)
  const unchanged_since = new Date(Date.now() - hourMs)
  await db().updateTable('pull_item').set({ unchanged_since }).where('state', '=', 'waiting').execute()
  expect((await poll()).status).toBe(200)
}

/**
 * Starts a pull and blocks it at a moment.
 * @returns a function that unblocks the next pull, to be called when the node is dead
 */
async function runUntil(
  moment: (typeof moments)[number],
  cases: readonly Expected[],
): Promise<() => Promise<void>> {
  const blockedCase = moment === 'last scan' ? cases.at(-1) : cases[0]
  const jaw = moment === 'first scan' ? 'l' : 'u'
  share.pause(`${blockedCase?.id}/${blockedCase?.id}_shell_occlusion_${jaw}.stl`)
  await beginPull(cases.length)
  await expect.poll(share.isPaused, patience).toBe(true)
  const unblock = async () => share.release()
  return moment === 'end of the transaction' ? await stopBeforeCommit(unblock) : unblock
}

/**
 * Calls `unblockShare`, so that the files arrive. Stops the transaction that inserts the order just before its commit.
 * @returns a function that unblocks the transaction
 */
async function stopBeforeCommit(unblockShare: () => Promise<void>): Promise<() => Promise<void>> {
  const { pool } = installation.services.database
  const blocker = await pool.connect()
  await blocker.query('begin')
  await blocker.query('select 1 from pull_item for update')
  await unblockShare()
  const countWaiting = async () => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%pull_item%'`,
    )
    return rows[0]?.count
  }
  await expect.poll(countWaiting, patience).toBe(1)
  return async () => {
    await blocker.query('rollback')
    blocker.release()
  }
}

async function readCase(orderId: string | null): Promise<OrderDetail> {
  const { body } = await as(node, people.alice).call('orders.get', { params: { id: orderId ?? '' } })
  expect(body.error).toBeUndefined()
  return body.data
}

async function readBytes(orderId: string, fileId: string): Promise<Buffer> {
  const response = await fetch(`${node.url}/restful/orders/${orderId}/files/${fileId}`, {
    headers: { authorization: `Bearer ${people.alice.token}` },
  })
  return Buffer.from(await response.arrayBuffer())
}

/** Asserts that every order exists once, with all files and the expected timeline. */
async function expectComplete(expected: readonly Expected[]): Promise<void> {
  const items = await db().selectFrom('pull_item').select(['path', 'order_id']).execute()
  expect(items.map(({ path }) => path.split('/')[0]).sort()).toEqual(expected.map(({ id }) => id).sort())
  expect(new Set(items.map((item) => item.order_id)).size).toBe(expected.length)
  for (const { id, digests } of expected) {
    const item = items.find(({ path }) => path.startsWith(`${id}/`))
    const { order, files, timeline } = await readCase(item?.order_id ?? null)
    expect(order.status).toBe('uploaded')
    expect(timeline.map(({ kind }) => kind)).toEqual(['register', 'finishUpload'])
    expect(Object.fromEntries(files.map(({ name, sha256 }) => [name, sha256]))).toEqual(digests)
    for (const file of files) expect(hashOf(await readBytes(order.id, file.id))).toBe(file.sha256)
  }
  const counted = await db()
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst()
  expect(counted?.count).toBe(expected.length)
}

test(
  `a node that is killed ${kills} times during pulls loses no case, imports no case twice, and completes every import`,
  async () => {
    const expected: Expected[] = []
    for (let round = 0; round < kills; round++) {
      const moment = moments[round % moments.length] as (typeof moments)[number]
      const cases = Array.from({ length: casesAtOnce }, (_, at) => addCase(expected.length + at))
      expected.push(...cases)
      const unblock = await runUntil(moment, cases)
      await killAndRecover(installation, node, {
        mend: unblock,
        count: () => countItems('taken'),
        wanted: expected.length,
      })
    }
    await expectComplete(expected)
    expect(await findFaults(installation.services.database)).toEqual([])
    // The next run marks an interrupted run as failed, so that no run stays unfinished in the log.
    const countUnfinishedAndFailed = async () => {
      const runs = await db().selectFrom('pull_run').select(['finished_at', 'failure']).execute()
      return [
        runs.filter((run) => run.finished_at === null).length,
        runs.filter((run) => run.failure === 'transport.broken_off').length,
      ]
    }
    await expect.poll(countUnfinishedAndFailed, patience).toEqual([0, kills])
    // The partial downloads of the killed node are deleted.
    await expect
      .poll(() => readdirSync(join(installation.dataFolder, 'storage/uploads')), patience)
      .toEqual([])
  },
  killTimeoutMs,
)
