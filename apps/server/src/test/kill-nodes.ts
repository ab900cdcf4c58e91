import { expect } from 'vitest'
import { readQueue } from '../office/health/health.queries.ts'
import { freeAbandonedJobs } from '../platform/jobs/abandoned.ts'
import { makePartners } from './make.ts'
import { type Installation, type Node, openInstallation } from './nodes.ts'
import { createPeople, type People } from './people.ts'

/** Whether this is the long run. */
export const isLong = process.env.PONTIC_TEST_LONG === '1'

/** A new cluster and a first start, on a busy machine. */
export const setUpTimeoutMs = 180_000
export const killTimeoutMs = isLong ? 1_800_000 : 180_000
/** How long what a real process does is waited for, and how often one looks. */
export const patience = { timeout: 60_000, interval: 100 }

/** How often a node is killed: ten times in the long run. */
export const killsOf = (quickRun: number): number => (isLong ? 10 : quickRun)

/** An installation for nodes that are killed, with its people; alice and bob are partners. */
export async function openForKills(): Promise<{ installation: Installation; people: People }> {
  const installation = await openInstallation()
  return { installation, people: await createPartners(installation) }
}

/** The people of an installation; alice and bob are partners. */
export async function createPartners(installation: Installation): Promise<People> {
  const people = await createPeople(installation)
  await makePartners(installation, people.alice, people.bob)
  return people
}

/**
 * Kills the one node that does jobs in their midst and starts it again. Resolves once what it had begun has come to `wanted`.
 * @param mend happens while the node is dead, such as the end of what it was held by
 * @param count how much is there
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
  // What a node itself does after a minute; at once, while none lives whose jobs could be taken for a dead one's.
  const freeAndCount = async () => {
    await freeAbandonedJobs(services.database, 0)
    return (await readQueue(services.database.db)).running
  }
  await expect.poll(freeAndCount, patience).toBe(0)
  await node.start()
  await expect.poll(count, patience).toBe(wanted)
}
