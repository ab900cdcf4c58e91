/** `npm run check`: all checks that do not run the product. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { printMeasures } from './measures.ts'
import { findTool, root, since } from './places.ts'

/** The result of a step. `output` is the output of its tool. */
export type StepResult = { name: string; passed: boolean; output: string }

type Step = { name: string; script: string; args: string[] }

const steps: Step[] = [
  { name: 'types (tsc)', script: findTool('typescript/bin/tsc'), args: ['-p', '.', '--pretty', 'false'] },
  {
    name: 'lint and format (biome)',
    script: findTool('@biomejs/biome/bin/biome'),
    args: ['ci', '--error-on-warnings', '--max-diagnostics=100', '--colors=off', '.'],
  },
  { name: 'import rule and measures', script: join(root, 'scripts/check-imports.ts'), args: [] },
  { name: 'style sheets', script: join(root, 'scripts/check-styles.ts'), args: [] },
  { name: 'generated docs are fresh', script: join(root, 'scripts/docs.ts'), args: ['--check'] },
  { name: 'requirements ledger', script: join(root, 'scripts/check-requirements.ts'), args: [] },
  { name: 'texts of all languages', script: join(root, 'scripts/texts.ts'), args: [] },
  { name: 'citations', script: join(root, 'scripts/check-citations.ts'), args: [] },
]

/**
 * Runs all checks, two at a time, and prints a line for each, followed by the output of a failed tool.
 * @returns one result for each step
 */
export async function runChecks(): Promise<StepResult[]> {
  const waiting = steps.filter(({ script }) => existsSync(script))
  const results: StepResult[] = []
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) results.push(await runStep(step))
  }
  await Promise.all([work(), work()])
  return results
}

async function runStep({ name, script, args }: Step): Promise<StepResult> {
  const startMs = performance.now()
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const parts: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => parts.push(part.toString()))
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
  const passed = code === 0
  const output = parts.join('').trim()
  const lastLine = passed ? (output.split('\n').at(-1) ?? '') : 'see below'
  const note = passed && !/breaches|rows|files|texts/.test(lastLine) ? '' : `: ${lastLine}`
  console.log(`  ${passed ? '✓' : '✗'} ${name} (${since(startMs)})${note}`)
  if (!passed) console.log(output.replaceAll(/^/gm, '    '))
  return { name, passed, output }
}

if (import.meta.main) {
  const results = await runChecks()
  for (const line of printMeasures()) console.log(`  ${line}`)
  const failed = results.filter(({ passed }) => !passed).length
  console.log(`check: ${results.length - failed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}
