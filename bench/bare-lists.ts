/**
 * Program that runs the SQL statements of the portal with `node:http` and `pg` only, without permissions or checks. Reads the
 * statements of each path from the file `STATEMENTS` and listens on `PORT`.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import pg, { type PoolClient, type QueryResult } from 'pg'
import { type Replayed, readsVersion, valuesOf } from './replay.ts'

const paths = JSON.parse(readFileSync(process.env.STATEMENTS ?? '', 'utf8')) as Record<string, Replayed[]>
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 })
const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text) ?? `s${names.size}`
  names.set(text, known)
  return known
}

async function run(client: PoolClient, statements: readonly Replayed[]): Promise<unknown[]> {
  let version = ''
  let last: QueryResult | undefined
  const rows: unknown[] = []
  for (const statement of statements) {
    const { text } = statement
    const values = valuesOf(statement, version)
    last = await client.query(values.length > 0 ? { name: nameOf(text), text, values } : text)
    if (readsVersion(statement)) version = String(last.rows[0]?.version)
    rows.push(last.rows)
  }
  return rows
}

const server = createServer((request, response) => {
  const statements = paths[request.url ?? '']
  const reply = async () => {
    if (statements === undefined) throw new Error('No such path.')
    const client = await pool.connect()
    try {
      return await run(client, statements)
    } finally {
      client.release()
    }
  }
  reply().then(
    (rows) => {
      const body = JSON.stringify({ code: 0, message: '', data: rows })
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      })
      response.end(body)
    },
    (error: Error) => response.writeHead(500).end(error.message),
  )
})
server.listen(Number(process.env.PORT), '127.0.0.1')
