import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '@pontic/client'
import { afterAll, beforeAll, expect } from 'vitest'
import { countWaitingMails, findFaults, findLost } from './consistency.ts'
import { type Outcome, openPage, signInClient, uploadThrough } from './interrupted-uploads.ts'
import { createPartners, isLong, killsOf, setUpTimeoutMs } from './kill-nodes.ts'
import { startLoad } from './load.ts'
import type { Installation, Node } from './nodes.ts'
import type { People } from './people.ts'

const pollEveryMs = 500

type Staged = { installation: Installation; people: People; node: Node; alice: Client; kills: number }

/**
 * Opens an installation with one node for the tests of a file, and closes it after them.
 * @param what name of the process that is killed repeatedly
 * @param killAndStart kills the process, starts it again, and resolves when the portal answers
 * @param kills how often; by default a hundred times in every test of the full run
 * @param settingsOf settings of the node
 * @returns `staged`: what was opened, and two assertions. `expectWholeUpload`: a file is uploaded and downloaded unchanged, and no kill loses acknowledged
 *   bytes. `expectNoStepLost`: six people complete cases, no acknowledged step is lost, and an open page receives changes
 *   again.
 */
export function stageKills<Place extends Installation>(
  what: string,
  open: () => Promise<Place>,
  killAndStart: (node: Node, installation: Place) => Promise<void>,
  kills = killsOf(3, 100),
  settingsOf: (installation: Place) => Readonly<Record<string, string>> = () => ({}),
) {
  let installation: Place
  let staged: Staged
  beforeAll(async () => {
    installation = await open()
    const people = await createPartners(installation)
    const node = await installation.addNode(settingsOf(installation))
    await node.start()
    const alice = await signInClient(installation, node.url, people.alice)
    staged = { installation, people, node, alice, kills }
  }, setUpTimeoutMs)
  afterAll(async () => {
    staged?.alice.dispose()
    await installation?.close()
  })
  const kill = () => killAndStart(staged.node, installation)
  // Prints the results of the full run only.
  const report = (line: string) => void (isLong && console.log(`kill -9 of ${what}, ${kills} times: ${line}`))
  return {
    staged: () => staged,
    expectWholeUpload: () => expectWholeUpload(staged, kill, report),
    expectNoStepLost: (changesBetweenKills: number) =>
      expectNoStepLost(staged, changesBetweenKills, kill, report),
  }
}

async function expectWholeUpload(
  { installation, alice, kills }: Staged,
  kill: () => Promise<void>,
  report: (line: string) => void,
): Promise<Outcome> {
  const outcome = await uploadThrough(installation, alice, kills, kill)
  const { upload, sentSha256, downloadedSha256, breaks } = outcome
  expect(upload).toMatchObject({ status: 'done', file: { state: 'verified', sha256: sentSha256 } })
  expect(downloadedSha256).toBe(sentSha256)
  expect(breaks).toHaveLength(kills)
  for (const { acknowledgedBytes, savedBytes } of breaks)
    expect(savedBytes).toBeGreaterThanOrEqual(acknowledgedBytes)
  expect(await findFaults(installation.services.database)).toEqual([])
  report(`an upload of ${upload.sizeBytes} bytes resumed and ended with an equal SHA-256`)
  return outcome
}

async function expectNoStepLost(
  { installation, people, node, alice, kills }: Staged,
  changesBetweenKills: number,
  kill: () => Promise<void>,
  report: (line: string) => void,
): Promise<void> {
  const page = openPage(alice)
  const load = startLoad(node.url, people, 6)
  await page.untilOpenings(1)
  for (let turn = 0; turn < kills; turn++) {
    await load.untilMore(changesBetweenKills)
    expect(load.runningCount()).toBeGreaterThan(0)
    await kill()
    // Waits for the new stream first, because an event from before the kill may still arrive on the old one.
    await page.untilOpenings(turn + 2)
    await page.untilHeard()
  }
  await load.untilMore(changesBetweenKills)
  await load.finish()
  page.close()
  const { database } = installation.services
  expect(load.repeatedCount()).toBeGreaterThan(0)
  expect(await findLost(database, load.acknowledged)).toEqual([])
  expect(await findFaults(database)).toEqual([])
  expect(page.openings()).toBeGreaterThanOrEqual(kills + 1)
  // Mails that the killed process was sending are sent after two minutes, which only the full run waits for.
  while (isLong && (await countWaitingMails(database)) > 0) await wait(pollEveryMs)
  const { length } = load.acknowledged
  report(`${length} acknowledged steps, 0 lost, ${load.repeatedCount()} calls repeated`)
}
