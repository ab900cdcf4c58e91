import { expect } from 'vitest'
import { readQueue } from '../office/health/health.queries.ts'
import { unlockAbandonedJobs } from '../platform/jobs/abandoned.ts'
import { insertPartnership } from './insert-rows.ts'
import { type Installation, type Node, openInstallation } from './nodes.ts'
import { createPeople, type People } from './people.ts'

/** Whether this is the full run (`npm run test:long`). */
export const isLong = process.env.PONTIC_TEST_LONG === '1'

/** Timeout for creating a cluster and starting a node on a busy machine. */
export const setUpTimeoutMs = 180_000
/** Timeout of a test that kills a process repeatedly. */
export const killTimeoutMs = isLong ? 7_200_000 : 180_000
/** Timeout and interval for polling real processes. */
export const patience = { timeout: 60_000, interval: 100 }

/** Returns the number of kills of a process: `PONTIC_TEST_KILLS` or `fullRun` in the full run, otherwise `quickRun`. */
export const killsOf = (quickRun: number, fullRun = 10): number =>
  isLong ? Number(process.env.PONTIC_TEST_KILLS ?? fullRun) : quickRun

/** Opens an installation for tests that kill nodes, with people. The clinic and the laboratory are partners. */
export async function openForKills(): Promise<{ installation: Installation; people: People }> {
  const installation = await openInstallation()
  return { installation, people: await createPartners(installation) }
}

/** Creates the people of an installation. The clinic and the laboratory are partners. */
export async function createPartners(installation: Installation): Promise<People> {
  const people = await createPeople(installation)
  await insertPartnership(installation, people.alice, people.bob)
  return people
}

/**
 * Kills a node while it runs jobs, and starts it again. Resolves when `count` returns `wanted`.
 * @param mend runs while the node is down, for example to release a lock
 * @param count returns the number of results
 */
export async function killAndRecover(
  { services }: Installation,
  node: Node,
  {
    mend,
    count,
    wanted,
  }: { mend: () => Promise<void> | void; count: () => Promise<number> | number; wanted: number },
): Promise<void> {
  await node.kill()
  await mend()
  // Another node would release the jobs after a minute. Here no other node is running, so the test releases them.
  const freeAndCount = async () => {
    await unlockAbandonedJobs(services.database, 0)
    return (await readQueue(services.database.db)).running
  }
  await expect.poll(freeAndCount, patience).toBe(0)
  await node.start()
  await expect.poll(count, patience).toBe(wanted)
}
