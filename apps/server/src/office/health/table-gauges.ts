import { sql } from 'kysely'
import { countMonthsAhead } from '../../platform/audit/audit-months.service.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { Services } from '../../platform/services.ts'

/** State of a table. A partitioned table has the sums of its partitions. */
type TableFacts = {
  name: string
  liveRows: number
  deadRows: number
  /** Size with indexes and TOAST. */
  bytes: number
  /** Seconds since the last vacuum, or since that of the partition that was vacuumed last; null if there was none. */
  vacuumAgeSeconds: number | null
}

const tablesMax = 20

/** Adds the figures that show whether vacuum keeps up with the largest tables, and whether the audit log has partitions. */
export function addTableGauges(metrics: Metrics, { database }: Services): void {
  metrics.addGaugesBy(
    'table',
    {
      pontic_table_live_rows: 'Estimated rows of the twenty largest tables.',
      pontic_table_dead_rows:
        'Estimated row versions that vacuum has not removed yet, of the twenty largest tables.',
      pontic_table_bytes: 'Size of the twenty largest tables with their indexes.',
      pontic_table_vacuum_age_seconds: 'Seconds since the last vacuum of the twenty largest tables.',
    },
    async () =>
      new Map(
        (await listLargestTables(database.db)).map((table) => [
          table.name,
          {
            pontic_table_live_rows: table.liveRows,
            pontic_table_dead_rows: table.deadRows,
            pontic_table_bytes: table.bytes,
            pontic_table_vacuum_age_seconds: table.vacuumAgeSeconds,
          },
        ]),
      ),
  )
  metrics.addGauges(
    {
      pontic_database_transaction_age:
        'Transactions since the oldest row that vacuum has not frozen. PostgreSQL stops writing at two billion.',
      pontic_audit_months_ahead: 'Whole months after the present one that have partitions in the audit log.',
    },
    async () => ({
      pontic_database_transaction_age: await readTransactionAge(database.db),
      pontic_audit_months_ahead: await countMonthsAhead(database.db),
    }),
  )
}

async function listLargestTables(db: Db | Tx): Promise<TableFacts[]> {
  const { rows } = await sql<TableFacts>`
    select coalesce(p.relname, s.relname)::text as name, sum(s.n_live_tup)::bigint as "liveRows",
      sum(s.n_dead_tup)::bigint as "deadRows", sum(pg_total_relation_size(s.relid))::bigint as bytes,
      extract(epoch from now() - max(greatest(s.last_vacuum, s.last_autovacuum)))::float8 as "vacuumAgeSeconds"
    from pg_stat_user_tables s left join pg_inherits i on i.inhrelid = s.relid left join pg_class p on p.oid = i.inhparent
    group by 1 order by bytes desc limit ${sql.lit(tablesMax)}`.execute(db)
  return rows
}

async function readTransactionAge(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ age: number }>`
    select age(datfrozenxid) as age from pg_database where datname = current_database()`.execute(db)
  return rows[0]?.age ?? 0
}
