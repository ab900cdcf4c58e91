import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Replayed, readsVersion, type Slot } from './replay.ts'

/** SQL statements that a client sends one after the other. `calls` is the number of portal calls that they replace. */
export type Script = { statements: readonly Replayed[]; calls: number }

type Prepared = { text: string; variables: string[] }

/** Formats a script for pgbench. Values become variables, which the prepared mode of pgbench binds. */
function toText({ statements }: Script, prefix: string): Prepared {
  const variables: string[] = []
  const lines = statements.map((statement, at) => {
    // A colon before a letter or digit, as in the name of a channel, would be a variable of pgbench.
    let text = statement.text.replaceAll(/(?<!:):(?=\w)/g, ': ')
    // Replaces the last parameter first, because $1 is a prefix of $10.
    for (const [index, slot] of [...statement.slots.entries()].toReversed()) {
      const name = `${prefix}s${at}v${index}`
      if ('value' in slot && slot.value) variables.push('-D', `${name}=${slot.value}`)
      text = text.replaceAll(`$${index + 1}`, placeOf(slot, name))
    }
    return readsVersion(statement) ? `${text} \\gset` : `${text};`
  })
  return { text: `${lines.join('\n')}\n`, variables }
}

/**
 * Returns the SQL of a value: `gen_random_uuid()` for new ids, a literal for null and '', which variables of pgbench do not
 * support, and a variable for all other values.
 */
function placeOf(slot: Slot, name: string): string {
  if ('count' in slot)
    return `array[${Array.from({ length: slot.count }, () => 'gen_random_uuid()').join(',')}]`
  if ('fresh' in slot) return 'gen_random_uuid()'
  if ('read' in slot) return ':version'
  if (slot.value === null) return 'null'
  if (slot.hasIds) return `regexp_replace(:${name}, '"id":"[^"]+"', '"id":"' || gen_random_uuid() || '"')`
  return slot.value === '' ? "''" : `:${name}`
}

/**
 * Runs pgbench in prepared mode for some seconds.
 * @param clients for each client, the scripts from which it chooses at random
 * @returns portal calls per second
 * @throws Error with pgbench's output
 */
export async function runPgbench(
  databaseUrl: string,
  clients: readonly (readonly Script[])[],
  seconds: number,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'pontic-pgbench-'))
  try {
    // If all clients have the same scripts, they share one pgbench process; otherwise each has its own.
    const isShared = clients.every((scripts) => scripts === clients[0])
    const groups = isShared
      ? [{ scripts: clients[0] ?? [], count: clients.length }]
      : clients.map((scripts) => ({ scripts, count: 1 }))
    const rates = await Promise.all(
      groups.map(({ scripts, count }, index) => {
        const prepared = scripts.map((script, at) => toText(script, `x${at}`))
        const files = prepared.flatMap(({ text }, at) => {
          const path = join(folder, `${index}-${at}.sql`)
          writeFileSync(path, text)
          return ['-f', path]
        })
        const args = ['-n', '-M', 'prepared', '-c', String(count), '-T', String(seconds), ...files]
        return run([...args, ...prepared.flatMap(({ variables }) => variables)], databaseUrl)
      }),
    )
    const callsEach = clients[0]?.[0]?.calls ?? 1
    return rates.reduce((sum, rate) => sum + rate, 0) * callsEach
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function run(args: string[], databaseUrl: string): Promise<number> {
  const url = new URL(databaseUrl)
  const child = spawn('pgbench', args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PGHOST: url.searchParams.get('host') ?? url.hostname,
      PGPORT: url.port,
      PGUSER: url.username,
      PGPASSWORD: decodeURIComponent(url.password),
      PGDATABASE: url.pathname.slice(1),
    },
  })
  let output = ''
  child.stdout.on('data', (part: Buffer) => (output += part.toString()))
  child.stderr.on('data', (part: Buffer) => (output += part.toString()))
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const rate = /tps = ([\d.]+)/.exec(output)?.[1]
  if (code !== 0 || rate === undefined || /ERROR/.test(output))
    throw new Error(`pgbench: ${output.slice(-2000)}`)
  return Number(rate)
}
