import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { countPlaywright, countVitest, formatCounts, sumCounts } from './reports.ts'

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
  testResults: [{ status: 'passed', assertionResults: [{}] }],
  ...changes,
})

test('the counts of a good Vitest run are taken as they are', () => {
  expect(countVitest(write(vitestReport({})), 0)).toEqual({ passed: 5, failed: 0, skipped: 2 })
})

test('a test file that cannot be loaded is a failure', () => {
  const testResults = [{ status: 'failed', assertionResults: [] }]
  expect(countVitest(write(vitestReport({ testResults })), 1).failed).toBe(1)
})

test('a run that failed without a failed test is a failure', () => {
  expect(countVitest(write(vitestReport({})), 1).failed).toBe(1)
  expect(
    countPlaywright(write({ stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0 } }), 1).failed,
  ).toBe(1)
})

test('a run without a readable report is a failure', () => {
  expect(countVitest(join(folder, 'none.json'), 0).failed).toBe(1)
  expect(countPlaywright(write('{'), 0).failed).toBe(1)
})

test('an e2e test that passed only on a second try is a failure', () => {
  const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }
  expect(countPlaywright(write({ stats }), 1)).toEqual({ passed: 3, failed: 2, skipped: 2 })
})

test('the last line is the sum of all phases', () => {
  const sum = sumCounts([
    { passed: 5, failed: 0, skipped: 0 },
    { passed: 2, failed: 1, skipped: 3 },
  ])
  expect(formatCounts(sum)).toBe('7 passed, 1 failed, 3 skipped')
})
