import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type App, type AppOptions, superviseApp } from './app-process.ts'
import { root } from './places.ts'
import { isAlive } from './processes.ts'

/** A program that writes a line with its process id and a setting at each start and end, and runs until it is stopped. */
const program = `
import { appendFileSync } from 'node:fs'
const write = (word) => appendFileSync(process.env.DIARY, word + ' ' + process.pid + ' ' + process.env.COLOUR + '\\n')
process.on('SIGTERM', () => { write('end'); process.exit(0) })
write('start')
if (process.env.EXIT_CODE) process.exit(Number(process.env.EXIT_CODE))
setInterval(() => {}, 1000)
`

let folder = ''
let entry = ''
let diary = ''
let app: App | undefined
let starter: ChildProcess | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pontic-app-'))
  entry = join(folder, 'program.mjs')
  diary = join(folder, 'diary')
  writeFileSync(entry, program)
  writeFileSync(diary, '')
})

afterEach(async () => {
  await app?.stop()
  app = undefined
  starter?.kill('SIGKILL')
  starter = undefined
  rmSync(folder, { recursive: true, force: true })
})

/** Reads the lines of the log file, such as `['start', '4711', 'red']`. */
function readDiary(): string[][] {
  const lines = readFileSync(diary, 'utf8').trim()
  return lines === '' ? [] : lines.split('\n').map((line) => line.split(' '))
}

function supervise(env: Record<string, string>, onEnd: AppOptions['onEnd'] = () => {}): App {
  app = superviseApp({ env: { DIARY: diary, COLOUR: 'red', ...env }, nodeArgs: [], entry, onEnd })
  return app
}

async function waitForEntries(count: number): Promise<string[][]> {
  await expect.poll(() => readDiary().length).toBe(count)
  return readDiary()
}

test('an app that was killed is restarted', async () => {
  supervise({})
  const [first] = await waitForEntries(1)
  process.kill(Number(first?.[1]), 'SIGKILL')
  const [, second] = await waitForEntries(2)
  expect(second?.[0]).toBe('start')
  expect(second?.[1]).not.toBe(first?.[1])
})

test('the pause before a restart grows with each crash, and begins anew after the app has run well', async () => {
  const delaysMs: number[] = []
  const options: AppOptions = {
    ...{ env: { DIARY: diary, COLOUR: 'red' }, nodeArgs: [], entry, onEnd: () => {} },
    onCrash: (delayMs) => delaysMs.push(delayMs),
    healthyAfterMs: Number.POSITIVE_INFINITY,
  }
  app = superviseApp(options)
  const killNext = async (count: number) => {
    const entries = await waitForEntries(count)
    process.kill(Number(entries.at(-1)?.[1]), 'SIGKILL')
    await expect.poll(() => delaysMs.length).toBe(count)
  }
  await killNext(1)
  await killNext(2)
  // From here on each run counts as long enough.
  options.healthyAfterMs = 0
  await killNext(3)
  await killNext(4)
  expect(delaysMs).toEqual([500, 1_000, 500, 500])
})

test('an app that reports invalid settings is not restarted', async () => {
  const exitCode = await new Promise((resolve) => supervise({ EXIT_CODE: '78' }, resolve))
  expect(exitCode).toBe(78)
  expect(readDiary()).toHaveLength(1)
})

test('a restart ends the old app and then starts a new one with the new settings', async () => {
  const running = supervise({})
  const [first] = await waitForEntries(1)
  await running.restart({ DIARY: diary, COLOUR: 'blue' })
  const entries = await waitForEntries(3)
  expect(entries.map(([word, , colour]) => [word, colour])).toEqual([
    ['start', 'red'],
    ['end', 'red'],
    ['start', 'blue'],
  ])
  expect(isAlive(Number(first?.[1]))).toBe(false)
})

test('an app ends when the process that started it is killed', async () => {
  const nodeArgs = JSON.stringify(['--import', join(root, 'scripts/follow-parent.ts')])
  const code = `
    import { superviseApp } from ${JSON.stringify(join(root, 'scripts/app-process.ts'))}
    superviseApp({ env: {}, nodeArgs: ${nodeArgs}, entry: ${JSON.stringify(entry)}, onEnd() {} })
  `
  const env = { ...process.env, DIARY: diary, COLOUR: 'red' }
  starter = spawn(process.execPath, ['--input-type=module', '--eval', code], { env, stdio: 'ignore' })
  await waitForEntries(1)
  starter.kill('SIGKILL')
  const [, last] = await waitForEntries(2)
  expect(last?.[0]).toBe('end')
})
