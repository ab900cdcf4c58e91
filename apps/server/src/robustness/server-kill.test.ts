import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '@pontic/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage, signInClient, uploadThrough } from '../test/interrupted.ts'
import { startLoad } from '../test/load.ts'
import { makePartners } from '../test/make.ts'
import { type Installation, type Node, openInstallation } from '../test/nodes.ts'
import { createPeople, type People } from '../test/people.ts'
import { countWaitingMails, findFaults, findLost } from '../test/recount.ts'

const isLong = process.env.PONTIC_TEST_LONG === '1'
const kills = isLong ? 10 : 3
const lookEveryMs = 500
// Ten thousand in the long run, counted anew at its end.
const changesBetweenKills = isLong ? 1_000 : 20

/** What the long run tells beside its result. */
const report = (line: string) =>
  void (isLong && console.log(`kill -9 of the server, ${kills} times: ${line}`))

// A first start, on a busy machine.
const setUpTimeoutMs = 180_000
const timeoutMs = isLong ? 1_800_000 : 180_000

let installation: Installation
let node: Node
let people: People
let alice: Client

beforeAll(async () => {
  installation = await openInstallation()
  people = await createPeople(installation)
  await makePartners(installation, people.alice, people.bob)
  node = await installation.addNode()
  await node.start()
  alice = await signInClient(installation, node.url, people.alice)
}, setUpTimeoutMs)
afterAll(async () => {
  alice?.dispose()
  await installation?.close()
})

async function killAndStart(): Promise<void> {
  await node.kill()
  await node.start()
}

test(
  'alice’s upload outlives its server, killed again and again, and ends with an equal digest',
  async () => {
    const outcome = await uploadThrough(installation, alice, kills, killAndStart)
    expect(outcome.upload).toMatchObject({ status: 'done', file: { state: 'verified' } })
    expect(outcome.upload.file?.sha256).toBe(outcome.sentSha256)
    expect(outcome.downloadedSha256).toBe(outcome.sentSha256)
    expect(outcome.breaks).toHaveLength(kills)
    for (const { acknowledgedBytes, savedBytes } of outcome.breaks) {
      expect(savedBytes).toBeGreaterThanOrEqual(acknowledgedBytes)
      expect(savedBytes).toBeLessThan(outcome.upload.sizeBytes)
    }
    expect(await findFaults(installation.services.database)).toEqual([])
    report(`an upload of ${outcome.upload.sizeBytes} bytes resumed and ended with an equal SHA-256`)
  },
  timeoutMs,
)

test(
  'no step of a case that was acknowledged is lost when the server is killed between two words',
  async () => {
    const page = openPage(alice)
    const load = startLoad(node.url, people, 6)
    for (let turn = 0; turn < kills; turn++) {
      await load.untilMore(changesBetweenKills)
      expect(load.runningCount()).toBeGreaterThan(0)
      await killAndStart()
      await page.untilHeard()
    }
    await load.untilMore(changesBetweenKills)
    await load.finish()
    page.close()
    const { database } = installation.services
    expect(load.repeatedCount()).toBeGreaterThan(0)
    expect(await findLost(database, load.acknowledged)).toEqual([])
    expect(await findFaults(database)).toEqual([])
    expect(page.openings()).toBeGreaterThan(kills)
    // Within two minutes, also what the killed process was sending: too long for the short run.
    while (isLong && (await countWaitingMails(database)) > 0) await wait(lookEveryMs)
    const { length } = load.acknowledged
    report(`${length} acknowledged steps, 0 lost, ${load.repeatedCount()} calls repeated`)
  },
  timeoutMs,
)
