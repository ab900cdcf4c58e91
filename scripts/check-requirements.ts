/**
 * The requirements ledger: `docs/requirements.json` has a row for each route, screen, field, state, rule, message, call
 * and constant of the specification, with its place in the code and its test, or the capability it is open for.
 * Fails on a place or a test that does not exist, on rows with neither, and on ids that stand twice.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Route, routes } from '@pontic/contract'
import { root } from './places.ts'

/** Capabilities that open rows wait for. */
export const capabilities = ['people', 'case', 'platform', 'viewer', 'languages'] as const

/**
 * A requirement. `code` and `test` are `path#words`: the words must stand in that file. `openFor` marks what a later
 * capability brings; such a row has no test yet.
 */
export type Requirement = {
  id: string
  section: number
  kind: 'route' | 'screen' | 'field' | 'state' | 'rule' | 'message' | 'call' | 'constant'
  text: string
  code?: string
  test?: string
  openFor?: (typeof capabilities)[number]
}

/** Reads a file of the checkout, or undefined. */
export type ReadText = (path: string) => string | undefined

/**
 * Judges the ledger.
 * @returns a line a fault: what is wrong with which row
 */
export function judgeRequirements(rows: readonly Requirement[], read: ReadText): string[] {
  const seen = new Set<string>()
  return rows.flatMap((row) => {
    const faults: string[] = []
    if (seen.has(row.id)) faults.push('stands twice')
    seen.add(row.id)
    if (row.openFor !== undefined) {
      if (!capabilities.includes(row.openFor)) faults.push(`waits for an unknown capability: ${row.openFor}`)
    } else for (const part of ['code', 'test'] as const) faults.push(...judgePlace(part, row[part], read))
    return faults.map((fault) => `${row.id}: ${fault}`)
  })
}

function judgePlace(part: 'code' | 'test', place: string | undefined, read: ReadText): string[] {
  if (!place) return [`has no ${part}`]
  const [path = '', words = ''] = place.split(/#(.*)/s)
  const text = read(path)
  if (text === undefined) return [`${part}: there is no ${path}`]
  return words !== '' && text.includes(words) ? [] : [`${part}: ${path} does not hold “${words}”`]
}

/** Calls of the route table that no row of the ledger names. */
export function findUnlistedCalls(
  rows: readonly Requirement[],
  table: Readonly<Record<string, Route>>,
): string[] {
  const named = rows.map((row) => row.code ?? '').join('\n')
  return Object.keys(table).filter((name) => !named.includes(`'${name}'`))
}

const texts = new Map<string, string | undefined>()
function readText(path: string): string | undefined {
  if (!texts.has(path)) {
    const whole = join(root, path)
    texts.set(path, existsSync(whole) ? readFileSync(whole, 'utf8') : undefined)
  }
  return texts.get(path)
}

if (import.meta.main) {
  const rows = JSON.parse(readText('docs/requirements.json') ?? '[]') as Requirement[]
  const unlisted = findUnlistedCalls(rows, routes).map((name) => `no row names the call ${name}`)
  const faults = [...judgeRequirements(rows, readText), ...unlisted]
  for (const fault of faults) console.error(fault)
  const open = rows.filter((row) => row.openFor !== undefined).length
  console.log(`${rows.length} rows: ${rows.length - open} kept, ${open} open, ${faults.length} faults`)
  if (faults.length > 0) process.exitCode = 1
}
