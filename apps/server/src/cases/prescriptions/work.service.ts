import { listPrescriptions, listWorkParts, type OrderType } from '@pontic/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { type StoredPrescriptions, toPrescriptions } from './completeness.service.ts'

const batchRows = 500

/**
 * Stores what the prescriptions of an order name, so that lists need not read them. Call it after the prescriptions or the type of the
 * order has changed.
 * @param type the new type of the order, if it is not stored yet
 */
export async function saveWork(tx: Tx, orderId: string, type: OrderType | null = null): Promise<void> {
  const { rows } = await sql<Row>`select o.id, coalesce(${type}::smallint, o.type) as type, p.body, p.more
    from orders o left join prescription p on p.order_id = o.id where o.id = ${orderId}`.execute(tx)
  await storeWork(tx, rows)
}

/** Stores the work of all orders with a prescription whose work is not known. */
export async function fillWork({ database }: Pick<Services, 'database'>): Promise<void> {
  for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await database.transaction(async (tx) => {
      const { rows } =
        await sql<Row>`select o.id, o.type, p.body, p.more from orders o join prescription p on p.order_id = o.id
        where o.work is null and o.id > ${last} order by o.id limit ${sql.lit(batchRows)} for no key update of o`.execute(
          tx,
        )
      await storeWork(tx, rows)
      return rows
    })
    last = rows.at(-1)?.id ?? last
    if (rows.length < batchRows) return
  }
}

type Row = { id: string; type: OrderType } & NonNullable<StoredPrescriptions>

async function storeWork(db: Db | Tx, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const works = rows.map(({ id, type, body, more }) => {
    const prescriptions = listPrescriptions(toPrescriptions(body === null ? null : { body, more }, type))
    return { id, work: prescriptions.flatMap(listWorkParts) }
  })
  await sql`update orders o set work = w.work from jsonb_to_recordset(${JSON.stringify(works)}::jsonb) w (id uuid, work jsonb)
    where o.id = w.id`.execute(db)
}
