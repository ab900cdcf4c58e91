import { randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { findFaults, findLost } from '../consistency.ts'
import { insertOrder } from '../insert-rows.ts'
import { createPartners, isLong, killTimeoutMs, patience } from '../kill-nodes.ts'
import { startLoad } from '../load.ts'
import { type Installation, type Node, openInstallation } from '../nodes.ts'
import { addressOf, as, createPeople, type Person } from '../people.ts'
import { haveHaproxy, haveNginx, type StartedProxy, startHaproxy, startNginx } from '../proxies.ts'
import { announceFile, hashOf, patchUpload, sendTus } from '../upload.ts'

let installation: Installation
let proxy: StartedProxy | undefined
afterEach(async () => {
  await proxy?.stop()
  proxy = undefined
  await installation.close()
})

const bytes = randomBytes(6 * 1024 * 1024)
const half = 4_000_000

/** Begins an upload in one request and sends its first bytes. */
async function beginUpload(node: Node, person: Person) {
  const { id } = await insertOrder(installation, { clinic: person, status: 'scanned' })
  const file = { name: 'lower.stl', sizeBytes: bytes.length }
  const { id: fileId } = await announceFile({ app: node, person }, id, file)
  let outgoing: ClientRequest
  const status = new Promise<number>((resolve, reject) => {
    outgoing = request(`${node.url}/restful/uploads/${fileId}`, {
      method: 'PATCH',
      agent: false,
      headers: {
        authorization: `Bearer ${person.token}`,
        'tus-resumable': '1.0.0',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': 0,
        'content-length': bytes.length,
      },
    })
    outgoing.on('response', (incoming) => resolve(incoming.resume().statusCode ?? 0))
    outgoing.on('error', reject)
    outgoing.write(bytes.subarray(0, half))
  })
  return { fileId, status, sendRest: () => outgoing.end(bytes.subarray(half)) }
}

/** Opens the stream of changes. @returns a promise that resolves when the node has ended it */
async function openStream(node: Node, { token }: Person): Promise<{ ended: Promise<unknown> }> {
  const response = await fetch(node.url + addressOf('events.stream'), {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.status).toBe(200)
  return { ended: response.text() }
}

test('a node that is stopped first tells the proxy, goes on answering, ends streams, and lets an upload end', async () => {
  installation = await openInstallation()
  const { alice } = await createPeople(installation)
  const node = await installation.addNode({ PONTIC_DRAIN_SECONDS: '2', PONTIC_STOP_SECONDS: '60' })
  await node.start()
  const upload = await beginUpload(node, alice)
  const stream = await openStream(node, alice)
  const stopped = node.stop()
  await node.untilReadyz(503)
  const answer = await as(node, alice).call('accounts.listSessions')
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  await stream.ended
  upload.sendRest()
  expect(await upload.status).toBe(204)
  await stopped
  expect(node.pid()).toBeUndefined()
})

test('an upload that outlasts the stop of its node continues on another node with the bytes that had arrived', async () => {
  installation = await openInstallation()
  const { alice } = await createPeople(installation)
  const nodes = [await installation.addNode(), await installation.addNode()] as const
  await Promise.all(nodes.map((node) => node.start()))
  const upload = await beginUpload(nodes[0], alice)
  const broken = expect(upload.status).rejects.toThrow()
  const path = join(installation.dataFolder, 'storage/uploads', upload.fileId)
  await expect.poll(() => (existsSync(path) ? statSync(path).size : 0), patience).toBeGreaterThan(0)
  await nodes[0].stop()
  await broken
  const sender = { app: nodes[1], person: alice }
  const head = await sendTus(sender, 'HEAD', `/restful/uploads/${upload.fileId}`)
  const offset = Number(head.headers['upload-offset'])
  expect(offset).toBeGreaterThan(0)
  expect(offset).toBeLessThanOrEqual(half)
  expect((await patchUpload(sender, upload.fileId, offset, bytes.subarray(offset))).status).toBe(204)
  const finish = { body: { fileId: upload.fileId, sha256: hashOf(bytes) } }
  expect((await as(nodes[1], alice).call('files.finish', finish)).body.data).toMatchObject({
    state: 'verified',
  })
})

test('a job that outlasts the stop of its node stays locked, like that of a killed node', async () => {
  installation = await openInstallation()
  const { database } = installation.services
  const node = await installation.addNode()
  await node.start()
  const blocker = await database.pool.connect()
  try {
    await blocker.query('begin')
    await blocker.query('lock table captcha in access exclusive mode')
    await database.transaction((tx) => enqueueJob(tx, 'cleanup.run', {}, { key: 'outlasts' }))
    const isLocked = async () =>
      (
        await database.pool.query<{ isLocked: boolean }>(
          `select locked_at is not null as "isLocked" from graphile_worker._private_jobs where key = 'outlasts'`,
        )
      ).rows
    await expect.poll(isLocked, patience).toEqual([{ isLocked: true }])
    await node.stop()
    expect(await isLocked()).toEqual([{ isLocked: true }])
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
})

/** Enqueues jobs that each send a text message. */
async function enqueueTexts(first: number, count: number): Promise<void> {
  await installation.services.database.transaction(async (tx) => {
    for (let n = first; n < first + count; n += 1)
      await enqueueJob(tx, 'sms.send', { to: '+440000000000', text: `Restart ${n}` })
  })
}

/** Counts the messages by how often each was sent. */
async function countTexts(): Promise<{ once: number; repeated: number }> {
  const { rows } = await installation.services.database.pool.query<{ once: number; repeated: number }>(
    `select count(*) filter (where times = 1)::int as once, count(*) filter (where times > 1)::int as repeated
    from (select count(*) as times from development_message where body_text like 'Restart %' group by body_text) t`,
  )
  return rows[0]!
}

describe('no request fails and no job runs twice while the nodes behind a proxy are restarted in turn', () => {
  const restartsMin = isLong ? 50 : 1
  const requestsMin = isLong ? 30_000 : 200
  const textsByRestart = 20
  // haproxy asks each node once a second whether it is ready, so that it needs a third node while it has not noticed a restart.
  const cases = [
    { name: 'nginx', isInstalled: haveNginx(), start: startNginx, drainSeconds: '2', nodeCount: 2 },
    { name: 'haproxy', isInstalled: haveHaproxy(), start: startHaproxy, drainSeconds: '5', nodeCount: 3 },
  ]
  for (const { name, isInstalled, start, drainSeconds, nodeCount } of cases)
    test.skipIf(!isInstalled)(
      name,
      async () => {
        installation = await openInstallation()
        const people = await createPartners(installation)
        const settings = { PONTIC_DRAIN_SECONDS: drainSeconds, PONTIC_STOP_SECONDS: '10' }
        const nodes = await Promise.all(
          Array.from({ length: nodeCount }, () => installation.addNode(settings)),
        )
        await Promise.all(nodes.map((node) => node.start()))
        proxy = await start({ nodes })
        // About forty requests a second, so that each stage of a restart gets some. The long run loads the nodes fully.
        const load = startLoad(proxy.url, people, isLong ? 8 : 4, isLong ? 0 : 100)
        await load.untilMore(20)
        const rounds = Math.ceil(restartsMin / nodeCount)
        let texts = 0
        for (let round = 0; round < rounds; round += 1)
          for (const node of nodes) {
            await enqueueTexts(texts, textsByRestart)
            texts += textsByRestart
            await node.stop()
            await load.untilMore(10)
            await node.start()
            await load.untilMore(10)
          }
        while (load.answeredCount() < requestsMin) await load.untilMore(10)
        await load.finish()
        expect(load.repeatedCount()).toBe(0)
        await expect.poll(countTexts, patience).toEqual({ once: texts, repeated: 0 })
        const { database } = installation.services
        expect(await findLost(database, load.acknowledged)).toEqual([])
        expect(await findFaults(database)).toEqual([])
        if (isLong)
          console.log(
            `${rounds * nodeCount} restarts of ${nodeCount} nodes behind ${name}: ${load.answeredCount()} requests, 0 failed, ${texts} jobs, 0 twice`,
          )
      },
      killTimeoutMs,
    )
})
