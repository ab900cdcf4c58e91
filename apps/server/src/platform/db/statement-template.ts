import { CompiledQuery, type RawBuilder } from 'kysely'
import type { Db, Tx } from './database.ts'

type Template = { text: string; parameters: ((values: Values) => unknown)[] }
type Values = Readonly<Record<string, unknown>>

const templates = new Map<string, Template>()
const slotPrefix = 'slot:'

/** Returns a placeholder for the value `name`. `executeTemplate` passes the value in its place. */
export const slotOf = (name: string): string => slotPrefix + name

/**
 * Executes a statement whose text is built and compiled only once, because that takes the server longer than reading the rows.
 * @param key identifies the text. Two statements with the same key have the same text
 * @param values the values of the slots
 * @param build builds the statement with `slotOf(name)` in place of each value. Anything else that it uses must be in the key
 */
export async function executeTemplate<Row>(
  db: Db | Tx,
  key: string,
  values: Values,
  build: () => RawBuilder<Row>,
): Promise<Row[]> {
  const template = templates.get(key) ?? compile(db, key, build())
  const parameters = template.parameters.map((valueFrom) => valueFrom(values))
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(template.text, parameters))
  return rows
}

function compile(db: Db | Tx, key: string, statement: RawBuilder<unknown>): Template {
  const { sql: text, parameters } = statement.compile(db)
  const template = { text, parameters: parameters.map(toGetter) }
  templates.set(key, template)
  return template
}

function toGetter(parameter: unknown): (values: Values) => unknown {
  if (typeof parameter !== 'string' || !parameter.startsWith(slotPrefix)) return () => parameter
  const name = parameter.slice(slotPrefix.length)
  return (values) => values[name]
}
