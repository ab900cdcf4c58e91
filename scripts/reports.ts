import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './places.ts'

const linesOfFailure = 12
const charactersOfLine = 200

/** A failed test. `test` has its file, line and title. */
export type Failure = { test: string; message: string }

/** Counts of a phase's test results, with the failed tests. */
export type Counts = { passed: number; failed: number; skipped: number; failures: Failure[] }

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

type PlaywrightSuite = {
  specs: {
    title: string
    file: string
    line: number
    tests: { status: string; results: { errors: { message?: string }[] }[] }[]
  }[]
  suites?: PlaywrightSuite[]
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
}

/**
 * Counts the results of a Vitest JSON report. These count as one failure each: a file that could not be loaded, a run that
 * failed outside of all tests, and a run without a report.
 * @param exitCode exit code of the run
 */
export function countVitest(file: string, exitCode: number | null): Counts {
  const report = readReport<VitestReport>(file)
  if (!report) return withoutReport(file)
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }): Failure[] => {
    const test = relative(root, name)
    if (status === 'failed' && assertionResults.length === 0) return [{ test, message }]
    return assertionResults
      .filter((one) => one.status === 'failed')
      .map((one) => ({ test: `${test} › ${one.fullName}`, message: one.failureMessages.join('\n') }))
  })
  const skipped = report.numPendingTests + report.numTodoTests
  return { passed: report.numPassedTests, skipped, ...toCounts(failures, exitCode) }
}

/** Counts the results of a Playwright JSON report like `countVitest`. A test that passed only on a retry counts as failed. */
export function countPlaywright(file: string, exitCode: number | null): Counts {
  const report = readReport<PlaywrightReport>(file)
  if (!report) return withoutReport(file)
  const failures = [
    ...report.errors.map(({ message = '' }) => ({ test: 'e2e', message })),
    ...report.suites.flatMap(failuresOf),
  ]
  const { expected, skipped } = report.stats
  return { passed: expected, skipped, ...toCounts(failures, exitCode) }
}

function failuresOf({ specs, suites = [] }: PlaywrightSuite): Failure[] {
  const failed = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => ({
        test: `e2e/${file}:${line} › ${title}`,
        message: results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)).join('\n'),
      })),
  )
  return [...failed, ...suites.flatMap(failuresOf)]
}

function toCounts(failures: Failure[], exitCode: number | null): Pick<Counts, 'failed' | 'failures'> {
  if (failures.length > 0 || exitCode === 0) return { failed: failures.length, failures }
  const message = `All tests passed, but the run ended with ${exitCode}: see what it printed outside of them.`
  return { failed: 1, failures: [{ test: 'the run', message }] }
}

function withoutReport(file: string): Counts {
  const message = `It left no report in ${relative(root, file)}.`
  return { passed: 0, failed: 1, skipped: 0, failures: [{ test: 'the run', message }] }
}

/** Adds up the counts of several phases. */
export function sumCounts(all: Counts[]): Counts {
  return all.reduce(
    (sum, { passed, failed, skipped, failures }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
      failures: [...sum.failures, ...failures],
    }),
    { passed: 0, failed: 0, skipped: 0, failures: [] },
  )
}

/** Formats counts as `12 passed, 0 failed, 0 skipped`. */
export function formatCounts({
  passed,
  failed,
  skipped,
}: Pick<Counts, 'passed' | 'failed' | 'skipped'>): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

/**
 * Formats the failed tests with the beginning of their messages. `npm test` prints them last, so that readers do not search a
 * long output. Empty without failures.
 */
export function formatFailures(failures: Failure[]): string {
  return failures
    .map(({ test, message }) => {
      const lines = stripVTControlCharacters(message).split('\n').slice(0, linesOfFailure)
      return [`FAILED ${test}`, ...lines.map((line) => `  ${line.slice(0, charactersOfLine)}`), ''].join('\n')
    })
    .join('\n')
}

function readReport<Report>(file: string): Report | undefined {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return undefined
  }
}
