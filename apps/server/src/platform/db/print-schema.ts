import type { Client } from 'pg'

type Line = { line: string }

const tables = `
  select c.relname as name, coalesce(' partition by ' || pg_get_partkeydef(c.oid), '') as partitions, string_agg(
    '  ' || quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
    || case when a.attgenerated <> '' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
            when a.attidentity = 'a' then ' generated always as identity'
            when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end
    || case when a.attnotnull then ' not null' else '' end, E',\\n' order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  group by c.oid, c.relname order by c.relname collate "C"`

// Not-null constraints, which PostgreSQL 18 also lists, are omitted, because the columns contain them.
const constraints = `
  select format('alter table %I add constraint %I %s;', c.relname, k.conname, pg_get_constraintdef(k.oid)) as line
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and k.contype in ('p', 'u', 'f', 'c')
  order by c.relname collate "C", k.conname collate "C"`

const indexes = `
  select pg_get_indexdef(i.indexrelid) || ';' as line from pg_index i
  join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace and not c.relispartition
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
  order by c.relname collate "C"`

const functions = `
  select pg_get_functiondef(p.oid) || ';' as line from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by p.proname collate "C"`

const triggers = `
  select pg_get_triggerdef(t.oid) || ';' as line from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and not c.relispartition
  order by c.relname collate "C", t.tgname collate "C"`

const views = `
  select format(E'create view %I as\n%s', c.relname, pg_get_viewdef(c.oid)) as line from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by c.relname collate "C"`

const rules = `
  select definition as line from pg_rules where schemaname = 'public' order by tablename collate "C", rulename collate "C"`

const grants = `
  select format('grant %s on %I to pontic_app;',
    string_agg(lower(g.privilege_type), ', ' order by g.privilege_type collate "C"), g.table_name) as line
  from information_schema.role_table_grants g where g.table_schema = 'public' and g.grantee = 'pontic_app'
  group by g.table_name order by g.table_name collate "C"`

// Privileges on single columns only: those on a whole table are listed for each column, too.
const columnGrants = `
  select format('grant %s (%s) on %I to pontic_app;', lower(g.privilege_type),
    string_agg(g.column_name, ', ' order by g.column_name collate "C"), g.table_name) as line
  from information_schema.column_privileges g where g.table_schema = 'public' and g.grantee = 'pontic_app'
    and not exists (select from information_schema.role_table_grants w where w.table_schema = g.table_schema
      and w.table_name = g.table_name and w.grantee = g.grantee and w.privilege_type = g.privilege_type)
  group by g.privilege_type, g.table_name order by g.table_name collate "C", g.privilege_type collate "C"`

/**
 * Prints the schema `public` from the PostgreSQL catalogs as sorted SQL, for reviews of migrations. Partitions are omitted, because
 * their months depend on the clock.
 * @returns the text of `schema.sql`
 */
export async function printSchema(client: Client): Promise<string> {
  const parts = [
    '-- Printed from the catalogs by `npx vitest run apps/server/src/platform/db/database.test.ts -u`.',
  ]
  const found = await client.query<{ name: string; partitions: string; columns: string }>(tables)
  for (const table of found.rows)
    parts.push(`create table ${table.name} (\n${table.columns}\n)${table.partitions};`)
  for (const query of [constraints, indexes, views, rules, functions, triggers, grants, columnGrants]) {
    const { rows } = await client.query<Line>(query)
    parts.push(rows.map((row) => row.line.trim()).join('\n'))
  }
  return `${parts.join('\n\n')}\n`
}
