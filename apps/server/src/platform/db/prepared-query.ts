import pg, { type Connection, type FieldDef, type QueryResult } from 'pg'

type Row = Record<string, unknown>
type Texts = readonly (string | null)[]

/** How the rows of a statement are read; one for all connections, since most describe it alike. */
type Shape = {
  fields: FieldDef[]
  names: string[]
  parsers: ((text: string) => unknown)[]
  empty: Row
}

/** What a connection has told of its statements. `silent`: the connection that is not asked to tell it again. */
type Told = { shapes: Map<string, Shape>; silent: Connection }

/** What pg keeps to itself of a query and what it calls while an answer comes in. */
type Submitted = {
  name: string
  callback: (error: Error | undefined, result: QueryResult) => void
  prepare(connection: Connection): void
  handleRowDescription(message: { fields: FieldDef[] }): void
  handleDataRow(message: { fields: Texts }): void
  _canceledDueToError: unknown
  _result: { fields: FieldDef[]; rows: Row[]; _types: typeof pg.types }
}
const Query = pg.Query as unknown as new (text: string, values: readonly unknown[]) => Submitted

const toldBy = new WeakMap<Connection, Told>()
const shapes = new Map<string, Shape>()

function toldOf(connection: Connection): Told {
  const known = toldBy.get(connection)
  if (known !== undefined) return known
  const silent = Object.create(connection, { describe: { value: () => undefined } }) as Connection
  const told = { shapes: new Map<string, Shape>(), silent }
  toldBy.set(connection, told)
  return told
}

function isOf(shape: Shape | undefined, fields: readonly FieldDef[]): shape is Shape {
  return (
    shape?.fields.length === fields.length &&
    fields.every(
      ({ name, dataTypeID }, index) =>
        name === shape.fields[index]?.name && dataTypeID === shape.fields[index].dataTypeID,
    )
  )
}

function shapeOf(name: string, fields: FieldDef[], types: typeof pg.types): Shape {
  const known = shapes.get(name)
  if (isOf(known, fields)) return known
  const names = fields.map((field) => field.name)
  const shape = {
    fields,
    names,
    parsers: fields.map((field) => types.getTypeParser(field.dataTypeID, 'text')),
    empty: { ...Object.fromEntries(names.map((column) => [column, null])) },
  }
  shapes.set(name, shape)
  return shape
}

function readRow({ names, parsers, empty }: Shape, texts: Texts): Row {
  const row = { ...empty }
  for (let index = 0; index < names.length; index++) {
    const text = texts[index]
    if (text !== null && text !== undefined) row[names[index]!] = parsers[index]!(text)
  }
  return row
}

/**
 * A prepared statement, which a connection describes once. pg asks for the description of the columns at every call and
 * makes its parsers anew, which costs more than to read a page of rows. A connection keeps a statement's columns as they
 * were when it was prepared: after a change of the schema PostgreSQL refuses the statement rather than answer otherwise.
 */
class PreparedQuery extends Query {
  #told: Told | undefined
  #shape: Shape | undefined

  constructor(name: string, text: string, values: readonly unknown[]) {
    super(text, values)
    this.name = name
  }

  override prepare(connection: Connection): void {
    this.#told = toldOf(connection)
    this.#shape = this.#told.shapes.get(this.name)
    if (this.#shape !== undefined) this._result.fields = this.#shape.fields
    super.prepare(this.#shape === undefined ? connection : this.#told.silent)
  }

  override handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.#shape = shapeOf(this.name, fields, this._result._types)
    this.#told?.shapes.set(this.name, this.#shape)
    this._result.fields = this.#shape.fields
  }

  override handleDataRow({ fields }: { fields: Texts }): void {
    if (this._canceledDueToError || this.#shape === undefined) return
    try {
      this._result.rows.push(readRow(this.#shape, fields))
    } catch (error) {
      // The rest of the answer is passed over; pg then reports this in its place.
      this._canceledDueToError = error
    }
  }
}

/** What pg calls with an answer. */
export type AskedCallback = (error: Error | undefined, result: QueryResult) => void
type Submit = (query: PreparedQuery, callback: AskedCallback) => void

/**
 * Asks a connection a statement by its name.
 * @param submit the connection's own `query`
 * @param statement `name` is the text's alone: a connection knows no two texts under one name
 * @param callback is told instead of the promise, as pg's pool wants it
 */
export function askPrepared(
  submit: Submit,
  statement: { name: string; text: string; values: readonly unknown[] },
  callback: AskedCallback | undefined,
): Promise<QueryResult> | undefined {
  const query = new PreparedQuery(statement.name, statement.text, statement.values)
  if (callback !== undefined) return void submit(query, callback)
  const asked = new Promise<QueryResult>((resolve, reject) => {
    submit(query, (error, result) => (error ? reject(error) : resolve(result)))
  })
  return asked.catch((error: Error) => {
    // Where the statement was asked, rather than where its answer was read.
    Error.captureStackTrace(error)
    throw error
  })
}
