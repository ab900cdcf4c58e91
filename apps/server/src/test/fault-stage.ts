import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { newId } from '../platform/db/ids.ts'
import { enqueueJob } from '../platform/jobs/enqueue-job.ts'
import { findFaults, findLost } from './consistency.ts'
import { createPartners, isLong, patience } from './kill-nodes.ts'
import { type Load, startLoad } from './load.ts'
import type { Installation, Node } from './nodes.ts'
import { addressOf, as, type People } from './people.ts'
import { type MailServer, openMailServer } from './smtp.ts'
import { announceFile, hashOf, patchUpload, sendTus, type TusAnswer, uploadFile } from './upload.ts'

/** A portal that suffers a fault. `node` answers the calls; `people` are partners. */
export type Stage = {
  installation: Installation
  node: Pick<Node, 'url' | 'output'>
  people: People
  mailServer: MailServer
}

/** A fault, and what it may do. */
export type Fault = {
  /** What the report says of it. */
  name: string
  begin: () => Promise<void> | void
  end: () => Promise<void> | void
  /** How many calls are made while the fault lasts. */
  calls: number
  /** How long the fault lasts at least, in milliseconds. */
  lastsMs?: number
  /** Statuses that callers may get beside 200. */
  statuses: readonly number[]
  /** Statuses that an upload may get beside 204. */
  uploadStatuses: readonly number[]
  /** Statuses that a download may get beside 200. Without it nothing is downloaded. */
  downloadStatuses?: readonly number[]
  /** Size of each of the three parts of the upload, 1 MB by default. */
  partBytes?: number
  /** Whether the mail of the fault may arrive twice, because its sender could not record that it was sent. */
  mayRepeatMail?: boolean
}

/** The port of a URL. */
export const portOf = (url: string) => Number(new URL(url).port)

/** Settings of a node with this database and this mail server, which must not connect as the owner while a fault lasts. */
export const settingsOf = (databaseUrl: string, mailUrl: string) => ({
  PONTIC_DATABASE_URL: databaseUrl,
  PONTIC_DATABASE_OWNER_URL: '',
  PONTIC_SMTP_URL: mailUrl,
  PONTIC_LOG_LEVEL: 'warn',
})

/**
 * Opens a mail server and starts a node of an installation, with partners who use it.
 * @returns the stage, and a function that closes installation and mail server
 */
export async function openStage(
  installation: Installation,
): Promise<Stage & { node: Node; close: () => Promise<void> }> {
  const mailServer = await openMailServer()
  const close = async () => {
    await installation.close()
    await mailServer.close()
  }
  try {
    const people = await createPartners(installation)
    const node = await installation.addNode(settingsOf(installation.databaseUrls.appUrl, mailServer.url))
    await node.start()
    return { installation, node, people, mailServer, close }
  } catch (error) {
    await close()
    throw error
  }
}

const pollEveryMs = 100
const callLimitMs = 120_000
const downloadBytes = 1_000_000
const withRetryAfter = new Set([503, 507])

/** What a caller saw. Status 0 means a broken connection. */
type Seen = { status: number; ms: number }
/** Bytes of a file, and the size of the parts in which they are uploaded. */
type Content = { bytes: Buffer; part: number }

/**
 * Brings a fault over a portal with six people who complete cases, an upload that has a third of its bytes, and a mail. Asserts that
 * callers see only the expected statuses (503 and 507 with Retry-After), that everything works again without a restart, and that
 * nothing acknowledged is lost or done twice: cases, uploaded bytes, the mail. A complete download has all bytes. Prints in the full
 * run what callers saw, and how long after its end the portal took a change, sent the mail, and finished the upload and a download.
 */
export async function endure(stage: Stage, fault: Fault): Promise<void> {
  const load = startLoad(stage.node.url, stage.people, isLong ? 6 : 2)
  try {
    await endureFault(stage, fault, load)
  } catch (error) {
    console.error(stage.node.output())
    throw error
  } finally {
    // The next fault of this portal counts the cases again.
    await load.finish().catch(() => {})
  }
}

async function endureFault(stage: Stage, fault: Fault, load: Load): Promise<void> {
  const { installation, node, people, mailServer } = stage
  const { database } = installation.services
  const sender = { app: node, person: people.alice }
  const part = fault.partBytes ?? 1_000_000
  const content: Content = { bytes: randomBytes(3 * part), part }
  const { bytes } = content
  const { body } = await as(node, people.alice).call('orders.create', {
    body: { type: 0, patientName: 'Kestrel Example' },
  })
  const order = body.data
  const file = await announceFile(sender, order.id, { name: 'upper.stl', sizeBytes: bytes.length })
  expect((await patchUpload(sender, file.id, 0, bytes.subarray(0, part))).status).toBe(204)
  const download = fault.downloadStatuses ? await createDownload(stage, order.id) : undefined
  await load.untilMore(6)
  // The load treats a refused token as a fault.
  const isLoadOver = fault.statuses.includes(401)
  if (isLoadOver) await load.finish()

  const startedMs = performance.now()
  await fault.begin()
  // A PostgreSQL that is down takes the mail afterwards.
  let mailId = await enqueueMail(installation).catch(() => undefined)
  const [calls, sent, loaded] = await Promise.all([
    callThrough(stage, fault, startedMs),
    timed(() => patchUpload(sender, file.id, part, bytes.subarray(part, 2 * part))),
    download && timed(download),
  ])
  await fault.end()
  const endedMs = performance.now()
  const since = () => performance.now() - endedMs
  const [changeMs, uploadMs, mailMs, downloadMs] = await Promise.all([
    untilTrue('a change', async () => (await createOrder(stage)).status === 200).then(since),
    finishUpload(stage, file.id, content).then(since),
    untilTrue('the mail', async () => {
      mailId ??= await enqueueMail(installation)
      return mailServer.received().includes(mailId)
    }).then(since),
    download && untilTrue('a download', async () => (await download()).status === 200).then(since),
  ])
  if (!isLoadOver) await load.untilMore(10)
  await load.finish()
  const seen = { changes: calls, upload: [sent], ...(loaded && { download: [loaded] }) }
  report(fault, seen, { changeMs, uploadMs, mailMs, ...(downloadMs !== undefined && { downloadMs }) })

  expect(calls.map(({ status }) => status).filter((one) => ![200, ...fault.statuses].includes(one))).toEqual(
    [],
  )
  expect([204, ...fault.uploadStatuses]).toContain(sent.status)
  if (withRetryAfter.has(sent.status)) expect(Number(sent.headers['retry-after'])).toBeGreaterThan(0)
  if (loaded) expect([200, ...(fault.downloadStatuses ?? [])]).toContain(loaded.status)
  expect(await findLost(database, load.acknowledged)).toEqual([])
  expect(await findFaults(database)).toEqual([])
  const mails = mailServer.received().filter((one) => one === mailId).length
  expect(mails).toBeLessThanOrEqual(fault.mayRepeatMail ? 2 : 1)
}

/** Enqueues a mail. @returns its Message-ID */
async function enqueueMail({ services }: Installation): Promise<string> {
  const messageId = `<${newId()}@pontic.test>`
  const mail = { messageId, to: 'bob@pontic.example', subject: 'Case', text: 'Case', html: '<p>Case</p>' }
  await services.database.transaction((tx) => enqueueJob(tx, 'mail.send', { ...mail, links: [] }))
  return messageId
}

async function createOrder({ node, people }: Stage): Promise<{ status: number; retryAfter: string | null }> {
  try {
    const body = { type: 0 as const, patientName: 'Kestrel Example' }
    const { status, headers } = await as(node, people.alice).call(
      'orders.create',
      { body },
      { 'idempotency-key': newId() },
    )
    return { status, retryAfter: headers.get('retry-after') }
  } catch {
    return { status: 0, retryAfter: null }
  }
}

/** Uploads a file. @returns a function that downloads it, and fails the test if a complete answer has other bytes */
async function createDownload(
  { node, people }: Stage,
  orderId: string,
): Promise<() => Promise<{ status: number }>> {
  const bytes = randomBytes(downloadBytes)
  const { id } = await uploadFile(node, people.alice, orderId, { name: 'lower.stl', bytes })
  const address = node.url + addressOf('files.download', { params: { id: orderId, fileId: id } })
  const headers = { authorization: `Bearer ${people.alice.token}` }
  return async () => {
    const answer = await readAnswer(address, headers)
    if (answer.status === 200) expect(hashOf(answer.body)).toBe(hashOf(bytes))
    if (withRetryAfter.has(answer.status)) expect(Number(answer.retryAfter)).toBeGreaterThan(0)
    return { status: answer.status }
  }
}

async function readAnswer(address: string, headers: Record<string, string>) {
  try {
    const answer = await fetch(address, { headers })
    const body = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, body, retryAfter: answer.headers.get('retry-after') }
  } catch {
    return { status: 0, body: Buffer.alloc(0), retryAfter: null }
  }
}

/** Makes calls one after the other while a fault lasts. @returns what they saw */
async function callThrough(stage: Stage, fault: Fault, startedMs: number): Promise<Seen[]> {
  const seen: Seen[] = []
  while (seen.length < fault.calls || performance.now() - startedMs < (fault.lastsMs ?? 0)) {
    const { status, retryAfter, ms } = await timed(() => createOrder(stage))
    if (withRetryAfter.has(status)) expect(Number(retryAfter)).toBeGreaterThan(0)
    seen.push({ status, ms })
    await wait(pollEveryMs)
  }
  return seen
}

async function timed<Result extends object>(work: () => Promise<Result>): Promise<Result & { ms: number }> {
  const startedMs = performance.now()
  const result = await work()
  return { ...result, ms: performance.now() - startedMs }
}

/** Continues an upload at the offset that the portal names, like the web app, until the file is verified. */
async function finishUpload(
  { node, people }: Stage,
  fileId: string,
  { bytes, part }: Content,
): Promise<void> {
  const sender = { app: node, person: people.alice }
  await untilTrue('the upload', async () => {
    const head = await sendTus(sender, 'HEAD', `/restful/uploads/${fileId}`)
    if (head.status !== 200) return false
    const offset = Number(head.headers['upload-offset'])
    // The first part was acknowledged before the fault.
    expect(offset).toBeGreaterThanOrEqual(part)
    if (offset === bytes.length) return true
    const answer: TusAnswer = await patchUpload(sender, fileId, offset, bytes.subarray(offset))
    return answer.status === 204
  })
  const finish = { body: { fileId, sha256: hashOf(bytes) } }
  await untilTrue(
    'the file',
    async () => (await as(node, people.alice).call('files.finish', finish)).body.data?.state === 'verified',
  )
}

async function untilTrue(what: string, isSo: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(() => isSo().catch(asFalse), { ...patience, timeout: callLimitMs, message: what })
    .toBe(true)
}

function asFalse(error: unknown): false {
  if (error instanceof Error && error.name === 'AssertionError') throw error
  return false
}

function report({ name }: Fault, seen: Record<string, readonly Seen[]>, after: Record<string, number>): void {
  if (!isLong) return
  const answers = Object.entries(seen).map(([key, some]) => {
    const counts = Map.groupBy(some, ({ status }) => status)
    const statuses = [...counts].map(([status, { length }]) => `${length} × ${status || 'no answer'}`)
    const longest = Math.max(...some.map(({ ms }) => ms))
    return `${key} ${statuses.join(', ')} (longest ${toSeconds(longest)})`
  })
  const times = Object.entries(after).map(([key, ms]) => `${key.replace('Ms', '')} ${toSeconds(ms)}`)
  console.log(`fault ${name}: ${answers.join('; ')}; back after its end: ${times.join(', ')}`)
}

const toSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
