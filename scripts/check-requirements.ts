/**
 * Checks the ledger `docs/requirements.json`. It has a row for each route, screen, field, state, rule, message, call and constant
 * of the specification. A row names a place in the code and tests, or the capability that will implement it. The check fails on
 * code or tests that do not exist, on rows without code or tests, on repeated ids, and on calls of the route table without a row.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Route, routes } from '@pontic/contract'
import { root } from './places.ts'
import { listTestTitles } from './test-titles.ts'

/** Capabilities that may implement a requirement later. */
export const capabilities = ['people', 'case', 'platform', 'viewer', 'languages'] as const

/**
 * A requirement.
 * - `code`: `path#words`, where the file contains the words.
 * - `test`: one or several `path#title`, where the file contains exactly one test with that title, as written in its source
 *   (including `${…}` and `%s`).
 * - `openFor`: the capability that will implement the requirement. The row needs no code and no test until then.
 */
export type Requirement = {
  id: string
  section: number
  kind: 'route' | 'screen' | 'field' | 'state' | 'rule' | 'message' | 'call' | 'constant'
  text: string
  code?: string
  test?: string | readonly string[]
  openFor?: (typeof capabilities)[number]
}

/** Returns the text of a file of the checkout; undefined if the file does not exist. */
export type ReadText = (path: string) => string | undefined

/** Checks the ledger. @returns a line for each fault, with the id of its row */
export function findRequirementFaults(rows: readonly Requirement[], read: ReadText): string[] {
  const ids = new Set<string>()
  return rows.flatMap((row) => {
    const isRepeated = ids.has(row.id)
    ids.add(row.id)
    const faults = [...(isRepeated ? ['the id is repeated'] : []), ...findFaults(row, read)]
    return faults.map((fault) => `${row.id}: ${fault}`)
  })
}

function findFaults({ openFor, code, test = [] }: Requirement, read: ReadText): string[] {
  if (openFor !== undefined)
    return capabilities.includes(openFor) ? [] : [`is open for an unknown capability: ${openFor}`]
  const tests = typeof test === 'string' ? [test] : test
  return [
    ...(code ? findCodeFault(code, read) : ['has no code']),
    ...(tests.length > 0 ? tests.flatMap((one) => findTestFault(one, read)) : ['has no test']),
  ]
}

function findCodeFault(place: string, read: ReadText): string[] {
  const { path, words } = splitPlace(place)
  const text = read(path)
  if (text === undefined) return [`code: ${path} does not exist`]
  return words !== '' && text.includes(words) ? [] : [`code: ${path} does not contain “${words}”`]
}

function findTestFault(place: string, read: ReadText): string[] {
  const { path, words: title } = splitPlace(place)
  const text = read(path)
  if (text === undefined) return [`test: ${path} does not exist`]
  const count = listTestTitles(path, text).filter((one) => one === title).length
  return count === 1 ? [] : [`test: ${path} has ${count} tests with the title “${title}”`]
}

function splitPlace(place: string): { path: string; words: string } {
  const [path = '', words = ''] = place.split(/#(.*)/s)
  return { path, words }
}

/** Lists the calls of the route table that no row of the ledger names in `code`. */
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
    const file = join(root, path)
    texts.set(path, existsSync(file) ? readFileSync(file, 'utf8') : undefined)
  }
  return texts.get(path)
}

if (import.meta.main) {
  const rows: Requirement[] = JSON.parse(readText('docs/requirements.json') ?? '[]')
  const unlisted = findUnlistedCalls(rows, routes).map((name) => `no row names the call ${name}`)
  const faults = [...findRequirementFaults(rows, readText), ...unlisted]
  for (const fault of faults) console.error(fault)
  const open = rows.filter((row) => row.openFor !== undefined).length
  console.log(`${rows.length} rows: ${rows.length - open} kept, ${open} open, ${faults.length} faults`)
  if (faults.length > 0) process.exitCode = 1
}
