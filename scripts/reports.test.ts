import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { countPlaywright, countVitest, formatCounts, formatFailures, sumCounts } from './reports.ts'

const folder = mkdtempSync(join(tmpdir(), 'pontic-reports-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(report: unknown): string {
  const file = join(folder, 'report.json')
  writeFileSync(file, typeof report === 'string' ? report : JSON.stringify(report))
  return file
}

const vitestReport = (changes: object) => ({
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [
    { name: 'a.test.ts', status: 'passed', message: '', assertionResults: [{ status: 'passed' }] },
  ],
  ...changes,
})

const e2eReport = (changes: object) => ({
  stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0 },
  suites: [],
  errors: [],
  ...changes,
})

test('the counts of a Vitest run without failures equal those of its report', () => {
  expect(countVitest(write(vitestReport({})), 0)).toEqual({ passed: 5, failed: 0, skipped: 2, failures: [] })
})

test('a failed test is printed with its file, its title and its message', () => {
  const file = join(import.meta.dirname, 'one.test.ts')
  const failureMessages = ['\u001b[31mexpected 1 to be 2\u001b[39m\n    at one.test.ts:3']
  const assertionResults = [
    { fullName: 'counts', status: 'failed', failureMessages },
    { fullName: 'adds', status: 'passed', failureMessages: [] },
  ]
  const testResults = [{ name: file, status: 'failed', message: '', assertionResults }]
  const { failed, failures } = countVitest(write(vitestReport({ testResults })), 1)
  expect(failed).toBe(1)
  expect(formatFailures(failures)).toBe(
    'FAILED scripts/one.test.ts › counts\n  expected 1 to be 2\n      at one.test.ts:3\n',
  )
})

test('a test file that cannot be loaded is a failure', () => {
  const testResults = [
    { name: '/x.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
  ]
  const { failed, failures } = countVitest(write(vitestReport({ testResults })), 1)
  expect(failed).toBe(1)
  expect(failures[0]?.message).toBe('no such module')
})

test('a run that failed without a failed test is a failure', () => {
  expect(countVitest(write(vitestReport({})), 1).failed).toBe(1)
  expect(countPlaywright(write(e2eReport({})), 1).failures).toHaveLength(1)
})

test('a run without a readable report is a failure', () => {
  expect(countVitest(join(folder, 'none.json'), 0).failed).toBe(1)
  expect(countPlaywright(write('{'), 0).failures).toHaveLength(1)
})

test('an e2e test that passed only on a retry is a failure, at any depth of suites', () => {
  const spec = (title: string, status: string) => ({
    title,
    file: 'a.spec.ts',
    line: 7,
    tests: [{ status, results: [{ errors: [{ message: `${title} broke` }] }, { errors: [] }] }],
  })
  const report = e2eReport({
    stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 },
    suites: [
      {
        specs: [spec('one', 'unexpected')],
        suites: [{ specs: [spec('two', 'flaky'), spec('three', 'expected')] }],
      },
    ],
  })
  expect(countPlaywright(write(report), 1)).toEqual({
    passed: 3,
    failed: 2,
    skipped: 2,
    failures: [
      { test: 'e2e/a.spec.ts:7 › one', message: 'one broke' },
      { test: 'e2e/a.spec.ts:7 › two', message: 'two broke' },
    ],
  })
})

test('the totals are the sums of all phases, with the failures of all phases', () => {
  const failure = { test: 'one', message: 'broke' }
  const sum = sumCounts([
    { passed: 5, failed: 0, skipped: 0, failures: [] },
    { passed: 2, failed: 1, skipped: 3, failures: [failure] },
  ])
  expect(formatCounts(sum)).toBe('7 passed, 1 failed, 3 skipped')
  expect(sum.failures).toEqual([failure])
})
