/**
 * Which rows of the threat list have a test that carries their number. Prints the rows still without one; fails when a
 * row lacks a test although the calls it attacks exist.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './places.ts'

const rowCount = 69

/** Rows whose calls exist, wholly or in part: they must have a test. */
const due = [
  ...range(1, 6),
  ...range(8, 12),
  14,
  15,
  18,
  20,
  ...range(29, 36),
  40,
  ...range(42, 46),
  47,
  ...range(51, 57),
  ...range(59, 63),
  65,
  66,
  67,
  68,
  69,
]

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/**
 * Numbers of the threat rows that tests of a source name.
 * @param source text of a test file; a row counts where a title of a test names it, `'T05: …'`
 */
export function findThreatRows(source: string): number[] {
  const titles = source.matchAll(/\b(?:test|it|describe)(?:\.\w+)*(?:\([^()]*\))?\(\s*(['"`])(.*?)\1/gs)
  return [...titles].flatMap(([, , title = '']) =>
    [...title.matchAll(/\bT(\d\d)\b/g)].map(([, digits]) => Number(digits)),
  )
}

/** Judges which rows are missing. @returns rows without a test, and those of them that should have one */
export function judgeThreats(tested: ReadonlySet<number>): { missing: number[]; overdue: number[] } {
  const missing = range(1, rowCount).filter((row) => !tested.has(row))
  return { missing, overdue: missing.filter((row) => due.includes(row)) }
}

const nameOf = (row: number) => `T${String(row).padStart(2, '0')}`

if (import.meta.main) {
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.test.ts', '*.spec.ts'], {
    cwd: root,
  })
  const files = list
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((path) => join(root, path))
  const sources = files.filter((path) => existsSync(path)).map((path) => readFileSync(path, 'utf8'))
  const { missing, overdue } = judgeThreats(new Set(sources.flatMap(findThreatRows)))
  if (overdue.length > 0) {
    console.error(`threat rows whose calls exist, without a test: ${overdue.map(nameOf).join(' ')}`)
    process.exitCode = 1
  }
  console.log(
    `${rowCount - missing.length} of ${rowCount} rows have a test; without: ${missing.map(nameOf).join(' ')}`,
  )
}
