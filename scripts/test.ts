/**
 * `npm test`: runs the check, then unit and integration tests concurrently with the e2e tests. Prints the failures and a line of
 * totals at the end. With `--long`, tests make all their kills, fuzz rounds and mutations. `--only=check|unit|e2e` runs one phase.
 */
import { spawn } from 'node:child_process'
import { globSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runChecks } from './check.ts'
import { findOrInstallTestChromium } from './chromium.ts'
import { exitWithError, findTool, root, since } from './places.ts'
import {
  type Counts,
  countPlaywright,
  countVitest,
  formatCounts,
  formatFailures,
  sumCounts,
} from './reports.ts'
import { buildWebWhenStale } from './web-build.ts'

const reports = join(root, '.cache/reports')
const unitReport = join(reports, 'unit.json')
const e2eReport = join(reports, 'e2e.json')

/** Output of a phase. A deferred output is printed when it is released, so that the lines of two phases do not mix. */
type Output = { isDeferred: boolean; write: (part: string | Buffer) => void; release: () => void }

type Phase = { name: string; title: string; run: (output: Output) => Promise<Counts> }

const phases: Phase[] = [
  { name: 'check', title: 'check: types, lint, import rule, generated files', run: check },
  { name: 'unit', title: 'unit and integration tests, against a real PostgreSQL', run: testUnits },
  { name: 'e2e', title: 'e2e tests, in a real Chromium', run: testEndToEnd },
]

async function check(): Promise<Counts> {
  const results = await runChecks()
  const failures = results
    .filter(({ passed }) => !passed)
    .map(({ name, output }) => ({ test: `check › ${name}`, message: output }))
  return { passed: results.length - failures.length, failed: failures.length, skipped: 0, failures }
}

async function testUnits(output: Output): Promise<Counts> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]
  return countVitest(
    unitReport,
    await runNode([findTool('vitest/vitest.mjs'), 'run', ...reporters], {}, output),
  )
}

async function testEndToEnd(output: Output): Promise<Counts> {
  if (globSync('e2e/**/*.spec.ts', { cwd: root }).length === 0)
    return { passed: 0, failed: 0, skipped: 0, failures: [] }
  const startMs = performance.now()
  if ((await buildWebWhenStale()) === 'built') writeStep(output, `web app built in ${since(startMs)}`)
  const chromium = findOrInstallTestChromium()
  writeStep(output, `browser: ${chromium}`)
  // Does not set PONTIC_CHROMIUM, because tests would treat it as the user's choice. playwright.config.ts finds the browser.
  const env = { PONTIC_E2E_REPORT: e2eReport }
  return countPlaywright(e2eReport, await runNode([findTool('@playwright/test/cli.js'), 'test'], env, output))
}

async function runNode(args: string[], env: Record<string, string>, output: Output): Promise<number | null> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: output.isDeferred ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...env },
  })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', output.write)
  return await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
}

function createOutput(isDeferred: boolean): Output {
  const parts: (string | Buffer)[] = []
  let isReleased = !isDeferred
  return {
    isDeferred,
    write: (part) => void (isReleased ? process.stdout.write(part) : parts.push(part)),
    release: () => {
      isReleased = true
      for (const part of parts.splice(0)) process.stdout.write(part)
    },
  }
}

const writeStep = (output: Output, line: string) => output.write(`pontic: ${line}\n`)

async function runPhase({ title, run }: Phase, output: Output): Promise<Counts> {
  const startMs = performance.now()
  writeStep(output, title)
  const counts = await run(output).catch((error: unknown): Counts => {
    const { message } = error as Error
    writeStep(output, message)
    return { passed: 0, failed: 1, skipped: 0, failures: [{ test: title, message }] }
  })
  writeStep(output, `${formatCounts(counts)} in ${since(startMs)}`)
  return counts
}

/** Runs phases at the same time. The output of each one appears when the phase before it has ended. */
async function runTogether(together: readonly Phase[]): Promise<Counts[]> {
  const started = together.map((phase, index) => {
    const output = createOutput(index > 0)
    return { output, result: runPhase(phase, output) }
  })
  const counts: Counts[] = []
  for (const { output, result } of started) {
    output.release()
    counts.push(await result)
  }
  return counts
}

const { values } = parseArgs({ options: { long: { type: 'boolean' }, only: { type: 'string' } } })
if (values.long) process.env.PONTIC_TEST_LONG = '1'
const chosen = phases.filter(({ name }) => values.only === undefined || name === values.only)
if (chosen.length === 0) exitWithError(`--only takes one of ${phases.map(({ name }) => name).join(', ')}`)
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const counts = await runTogether(chosen.filter(({ name }) => name === 'check'))
// Runs these phases together, because each leaves processors idle while it waits for jobs, killed servers and pages.
counts.push(...(await runTogether(chosen.filter(({ name }) => name !== 'check'))))
const sum = sumCounts(counts)
if (process.env.CI === 'true' && sum.skipped > 0) console.error('pontic: CI allows no skipped tests')
const isGood = sum.failed === 0 && sum.passed > 0 && !(process.env.CI === 'true' && sum.skipped > 0)
if (sum.failures.length > 0) console.log(`\n${formatFailures(sum.failures)}`)
console.log(formatCounts(sum))
process.exitCode = isGood ? 0 : 1
