import { eraseAccountWithName } from '../../people/accounts/closing.service.ts'
import type { Services } from '../../platform/services.ts'
import { type ErasureRecord, readErasureRecord } from '../../platform/storage/erasure-record.ts'
import { listDoneErasures, lockUnerasedAccount } from './due-erasures.queries.ts'
import { eraseOrder } from './empty-case.service.ts'
import { replayStarted } from './patients.hooks.ts'

const batchRows = 500

/**
 * Repeats erasures after the database was restored to an earlier state. Skips erasures that are done in the database,
 * so that a run without a restore is cheap. Runs the hook `replayStarted` first.
 * @returns the number of orders and accounts that were erased again
 */
export async function replayErasures(services: Services): Promise<{ cases: number; accounts: number }> {
  const { database, storage } = services
  await replayStarted.run(database.db)
  const ids = await storage.listRecords()
  const found = { cases: 0, accounts: 0 }
  for (let from = 0; from < ids.length; from += batchRows) {
    const batch = ids.slice(from, from + batchRows)
    const done = await listDoneErasures(database.db, batch)
    for (const id of batch) {
      if (done.has(id)) continue
      const record = await readErasureRecord(services, id)
      found.cases += await replayCases(services, record)
      if (await replayAccount(services, record)) found.accounts++
    }
  }
  return found
}

async function replayCases(services: Services, record: ErasureRecord): Promise<number> {
  let count = 0
  for (const { id, code } of record.cases ?? []) {
    const { isErased } = await services.database.transaction((tx) =>
      eraseOrder({ tx, services }, { orderId: id, code }),
    )
    if (isErased) count++
  }
  return count
}

async function replayAccount(services: Services, { id, accountName }: ErasureRecord): Promise<boolean> {
  if (accountName === undefined) return false
  return await services.database.transaction(async (tx) => {
    if (!(await lockUnerasedAccount(tx, id))) return false
    await eraseAccountWithName({ tx, services }, id, accountName)
    return true
  })
}
