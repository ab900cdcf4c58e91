import type { RawBuilder } from 'kysely'
import type { Db, Tx } from './database.ts'

type RowsOf<Statements extends readonly RawBuilder<unknown>[]> = {
  -readonly [At in keyof Statements]: Statements[At] extends RawBuilder<infer Row> ? Row[] : never
}

/**
 * Sends several statements on one connection, usually of a transaction, in one packet, which saves round trips. PostgreSQL executes them in order. Each has its own
 * snapshot, so a statement after a lock sees the changes that the lock has waited for. The values of a statement cannot depend on the
 * rows of an earlier one.
 * @returns the rows of each statement
 * @throws the error of the first statement that failed
 */
export async function executeTogether<const Statements extends readonly RawBuilder<unknown>[]>(
  tx: Db | Tx,
  statements: Statements,
): Promise<RowsOf<Statements>> {
  const compiled = statements.map((statement) => statement.compile(tx))
  const settled = await tx
    .getExecutor()
    .provideConnection((connection) =>
      Promise.allSettled(compiled.map((query) => connection.executeQuery(query))),
    )
  const rows = settled.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value.rows
  })
  return rows as RowsOf<Statements>
}
