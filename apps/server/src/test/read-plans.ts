import type { Pool, PoolClient } from 'pg'

/** A captured SQL statement. */
export type AskedStatement = { text: string; values: readonly unknown[] }

/** A scan in a query plan. `rows` includes the rows that it discarded. */
export type TableScan = { table: string; by: string; rows: number }

/** Captures the statements of a pool's connections. @returns a function that returns the statements since its last call */
export function recordStatements(pool: Pool): () => AskedStatement[] {
  const known = new WeakSet<PoolClient>()
  let asked: AskedStatement[] = []
  pool.on('acquire', (client) => {
    if (known.has(client)) return
    known.add(client)
    const query = client.query.bind(client) as (...input: unknown[]) => unknown
    const recorded = (...input: unknown[]) => {
      const [text, values] = input
      if (typeof text === 'string') asked.push({ text, values: Array.isArray(values) ? values : [] })
      return query(...input)
    }
    client.query = recorded as typeof client.query
  })
  return () => {
    const found = asked
    asked = []
    return found
  }
}

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

/** Explains a read-only statement and lists the rows that each scan of its plan read. */
export async function readScans(pool: Pool, { text, values }: AskedStatement): Promise<TableScan[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Makes random pages as cheap as sequential ones, because the few pages of the test tables are in memory.
    await client.query('set local random_page_cost = 1')
    const { rows } = await client.query(`explain (analyze, format json) ${text}`, [...values])
    return scansOf((rows[0] as { 'QUERY PLAN': [{ Plan: Node }] })['QUERY PLAN'][0].Plan)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/**
 * Explains a statement without executing it and lists the scans of these tables, as `orders by orders_clinic_created`, each
 * once and sorted. A scan without an index names its type, such as `orders by Seq Scan`.
 */
export async function listScans(
  pool: Pool,
  { text, values }: AskedStatement,
  tables: readonly string[],
): Promise<string[]> {
  const { rows } = await pool.query(`explain (format json) ${text}`, [...values])
  const found = nodesOf((rows[0] as { 'QUERY PLAN': [{ Plan: Node }] })['QUERY PLAN'][0].Plan)
  const scans = found.flatMap((node) => {
    const table = node['Relation Name']
    if (table === undefined || !tables.includes(table)) return []
    const isBitmap = node['Node Type'] === 'Bitmap Heap Scan'
    const indexes = (isBitmap ? nodesOf(node) : [node]).flatMap((one) => one['Index Name'] ?? [])
    return (indexes.length > 0 ? indexes : [node['Node Type']]).map((by) => `${table} by ${by}`)
  })
  return [...new Set(scans)].sort()
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

function scansOf(node: Node): TableScan[] {
  const below = (node.Plans ?? []).flatMap(scansOf)
  const table = node['Relation Name']
  if (table === undefined) return below
  const read =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const by = node['Index Name'] ?? node['Node Type']
  return [{ table, by, rows: Math.round(read * node['Actual Loops']) }, ...below]
}
