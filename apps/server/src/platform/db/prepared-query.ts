import pg, { type Connection, type FieldDef, type QueryResult } from 'pg'

type Row = Record<string, unknown>
type Texts = readonly (string | null)[]

/** Columns and parsers of the rows of a statement. Connections on which the statement has the same columns share one shape. */
type Shape = {
  fields: FieldDef[]
  names: string[]
  parsers: ((text: string) => unknown)[]
  empty: Row
}

/**
 * The statements that a connection has described. `collecting` and `silent` are objects derived from the connection that collect
 * messages instead of sending them. `silent` also does not request a description.
 */
type Described = {
  shapes: Map<string, Shape>
  messages: Buffer[]
  collecting: Connection
  silent: Connection
}

/** Members of pg's `Query` that this file uses or overrides. Most of them are private. */
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

const describedBy = new WeakMap<Connection, Described>()
const shapes = new Map<string, Shape>()

function describedOf(connection: Connection): Described {
  const known = describedBy.get(connection)
  if (known !== undefined) return known
  const messages: Buffer[] = []
  const collecting = Object.create(connection, {
    _send: { value: (message: Buffer) => void messages.push(message) },
  }) as Connection
  const silent = Object.create(collecting, { describe: { value: () => undefined } }) as Connection
  const described = { shapes: new Map<string, Shape>(), messages, collecting, silent }
  describedBy.set(connection, described)
  return described
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
 * A prepared statement that a connection describes only once. pg itself requests the column description at every execution and
 * creates its parsers again, which costs more than reading a page of rows. It also sends each message of an execution as a
 * buffer of its own. The columns of a statement are fixed when a connection prepares it: after a change of the schema, PostgreSQL
 * refuses the statement instead of returning other columns.
 */
class PreparedQuery extends Query {
  #described: Described | undefined
  #shape: Shape | undefined

  constructor(name: string, text: string, values: readonly unknown[]) {
    super(text, values)
    this.name = name
  }

  override prepare(connection: Connection): void {
    this.#described = describedOf(connection)
    this.#shape = this.#described.shapes.get(this.name)
    if (this.#shape !== undefined) this._result.fields = this.#shape.fields
    const { messages, collecting, silent } = this.#described
    super.prepare(this.#shape === undefined ? collecting : silent)
    // Several small buffers take the system longer to send than one.
    const packet = Buffer.concat(messages.splice(0))
    if (connection.stream.writable) connection.stream.write(packet)
  }

  override handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.#shape = shapeOf(this.name, fields, this._result._types)
    this.#described?.shapes.set(this.name, this.#shape)
    this._result.fields = this.#shape.fields
  }

  override handleDataRow({ fields }: { fields: Texts }): void {
    if (this._canceledDueToError || this.#shape === undefined) return
    try {
      this._result.rows.push(readRow(this.#shape, fields))
    } catch (error) {
      // Skips the rest of the response; pg then reports this error.
      this._canceledDueToError = error
    }
  }
}

/** The callback that pg calls with the result. */
export type ResultCallback = (error: Error | undefined, result: QueryResult) => void
type Submit = (query: PreparedQuery, callback: ResultCallback) => void

/**
 * Executes a named prepared statement on a connection.
 * @param submit the connection's own `query`
 * @param statement no two texts may have the same `name`
 * @param callback called with the result instead of returning a promise, as pg's pool requires
 */
export function executePrepared(
  submit: Submit,
  statement: { name: string; text: string; values: readonly unknown[] },
  callback: ResultCallback | undefined,
): Promise<QueryResult> | undefined {
  const query = new PreparedQuery(statement.name, statement.text, statement.values)
  if (callback !== undefined) return void submit(query, callback)
  const asked = new Promise<QueryResult>((resolve, reject) => {
    submit(query, (error, result) => (error ? reject(error) : resolve(result)))
  })
  return asked.catch((error: Error) => {
    // Replaces the stack of the protocol parser with that of the caller.
    Error.captureStackTrace(error)
    throw error
  })
}
