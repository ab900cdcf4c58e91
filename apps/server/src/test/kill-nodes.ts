import { expect } from 'vitest'
import { readQueue } from '../office/health/health.queries.ts'
import { unlockAbandonedJobs } from '../platform/jobs/abandoned.ts'
import { insertPartnership } from './insert-rows.ts'
import { type Installation, type Node, openInstallation } from './nodes.ts'
import { createPeople, type People } from './people.ts'

/** Whether this is the full run. */
export const isLong = process.env.PONTIC_TEST_LONG === '1'

/** For a new cluster and a first start on a busy machine. */
export const setUpTimeoutMs = 180_000
export const killTimeoutMs = isLong ? 1_800_000 : 180_000
/** Timeout and interval for polling real processes. */
export const patience = { timeout: 60_000, interval: 100 }

/** Number of kills of a node: ten in the full run. */
export const killsOf = (quickRun: number): number => (isLong ? 10 : quickRun)

/** Opens an installation for nodes to kill, with its people; alice and bob are partners. */
export async function openForKills(): Promise<{ installation: Installation; people: People }> {
  const installation = await openInstallation()
  return { installation, people: await createPartners(installation) }
}

/** Creates the people of an installation; alice and bob are partners. */
export async function createPartners(installation: Installation): Promise<People> {
  const people = await createPeople(installation)
  await insertPartnership(installation, people.alice, people.bob)
  return people
}

/**
 * Kills the node that runs jobs while they run, and starts it again. Resolves when the count reaches `wanted`.
 * @param mend runs while the node is down, such as releasing what blocked it
 * @param count current number of results
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
  // A node does this after a minute; here it runs at once, because no other node is alive.
  const freeAndCount = async () => {
    await unlockAbandonedJobs(services.database, 0)
    return (await readQueue(services.database.db)).running
  }
  await expect.poll(freeAndCount, patience).toBe(0)
  await node.start()
  await expect.poll(count, patience).toBe(wanted)
}
