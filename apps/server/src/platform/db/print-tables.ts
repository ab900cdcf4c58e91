import type { Client } from 'pg'

type Column = {
  table: string
  column: string
  type: string
  isNullable: boolean
  hasDefault: boolean
  isGenerated: boolean
  isIdentity: boolean
}

const columnsQuery = `
  select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
         -- No column of a view is null. PostgreSQL does not know that.
         not a.attnotnull and c.relkind <> 'v' as "isNullable", a.atthasdef and a.attgenerated = '' as "hasDefault",
         -- A partitioned table has a sequence as its default instead of an identity, which PostgreSQL 15 does not allow there.
         a.attgenerated <> '' as "isGenerated", a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like 'nextval(%' as "isIdentity"
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition and a.attnum > 0 and not a.attisdropped
  order by c.relname collate "C", a.attnum`

const choicesQuery = `
  select c.relname as table, a.attname as column, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
  where k.contype = 'c' and array_length(k.conkey, 1) = 1 and c.relnamespace = 'public'::regnamespace
    and not c.relispartition`

const lineMax = 110

const scalars: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  date: 'string',
  boolean: 'boolean',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  bytea: 'Buffer',
  // Used only for arrays, whose elements the driver returns as text.
  'timestamp with time zone': 'string',
}

/** Columns whose values have a type of the contract. For an array, the type of its elements. */
const contractTypes: Record<string, string> = {
  'account.language': 'Language',
  'api_key.scopes': 'KeyPermission',
  'laboratory_requirements.requirements': 'LabRequirement',
  'list_export.language': 'Language',
  'order_event.from_status': 'OrderStatus',
  'order_event.kind': 'TimelineKind',
  'order_event.to_status': 'OrderStatus',
  'order_file.kind': 'FileKind',
  'order_file.role': 'FileRole',
  'org_status_count.status': 'OrderStatus',
  'org_status_slot.status': 'OrderStatus',
  'platform_status_count.status': 'OrderStatus',
  'pull_item.reason': 'PullReason',
  'pull_run.failure': 'ErrorKey',
  'push_setting.events': 'PushEvent',
}

/** Returns the TypeScript type of a column. A check of the form `column in (…)` becomes a union. */
function typeOf(column: Column, choices: ReadonlyMap<string, string>): string {
  const base = baseTypeOf(column, choices)
  const optional = column.isNullable ? ' | null' : ''
  if (column.isGenerated || column.isIdentity) return `ColumnType<${base}${optional}, never, never>`
  if (base === 'Time') {
    if (column.isNullable) return 'Time | null'
    return column.hasDefault ? 'TimeWithDefault' : 'Time'
  }
  if (column.type === 'jsonb') return 'Generated<unknown>'
  const whole = `${base}${optional}`
  return column.hasDefault ? `Generated<${whole}>` : whole
}

function baseTypeOf(column: Column, choices: ReadonlyMap<string, string>): string {
  const name = `${column.table}.${column.column}`
  const choice = choices.get(name)
  if (choice !== undefined) return choice
  if (column.type === 'timestamp with time zone') return column.isIdentity ? 'string' : 'Time'
  if (column.type === 'jsonb') return 'unknown'
  const isList = column.type.endsWith('[]')
  const scalar = contractTypes[name] ?? scalars[column.type.replace('[]', '')]
  if (scalar === undefined)
    throw new Error(
      `${column.table}.${column.column} has a type that has no TypeScript equivalent: ${column.type}`,
    )
  return isList ? `${scalar}[]` : scalar
}

function choiceOf(definition: string): string | undefined {
  const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[([^\]]+)\]\)\)\)$/.exec(definition)?.[1]
  if (list === undefined) return undefined
  return list
    .split(', ')
    .map((item) => item.replace(/::.*$/, ''))
    .join(' | ')
}

// A union longer than a line has one choice per line, as Biome formats it.
function printColumn(name: string, type: string): string {
  const line = `    ${name}: ${type}`
  if (line.length <= lineMax || !/^'[^<]+$/.test(type)) return line
  return [`    ${name}:`, ...type.split(' | ').map((choice) => `      | ${choice}`)].join('\n')
}

/**
 * Prints the tables and views of the schema `public` as Kysely types, from the catalogs of a migrated database.
 * @returns the text of `tables.ts`
 */
export async function printTables(client: Client): Promise<string> {
  const columns = (await client.query<Column>(columnsQuery)).rows
  const checks = await client.query<{ table: string; column: string; definition: string }>(choicesQuery)
  const choices = new Map<string, string>()
  for (const row of checks.rows) {
    const choice = choiceOf(row.definition)
    if (choice !== undefined) choices.set(`${row.table}.${row.column}`, choice)
  }
  const lines = [
    '// Printed from the catalogs by `npx vitest run apps/server/src/platform/db/database.test.ts -u`.',
    'import type {',
    ...[...new Set(Object.values(contractTypes))].sort().map((type) => `  ${type},`),
    "} from '@pontic/contract'",
    "import type { ColumnType, Generated } from 'kysely'",
    '',
    '/** timestamptz: read as ISO 8601 with microseconds; written as the same or as a Date. */',
    'type Time = ColumnType<string, Date | string, Date | string>',
    'type TimeWithDefault = ColumnType<string, Date | string | undefined, Date | string>',
    '',
    '/** The tables and views of the schema `public`. */',
    'export type Tables = {',
  ]
  const tables = Map.groupBy(columns, (column) => column.table)
  for (const [table, own] of tables) {
    lines.push(`  ${table}: {`)
    for (const column of own) lines.push(printColumn(column.column, typeOf(column, choices)))
    lines.push('  }')
  }
  return `${lines.join('\n')}\n}\n`
}
