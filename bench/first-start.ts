import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../scripts/places.ts'
import { findFreePort } from '../scripts/ports.ts'
import { atMost, medianOf, type Scale, type Section } from './figures.ts'

const roundsMax = 3
const pollEveryMs = 100
const startLimitMs = 600_000
const wantedSeconds = 45

/** Seconds from `npm start` to the installed dependencies, the built web app, and the first page. */
type Times = { installed: number; built: number; page: number }

const format = (seconds: number) => `${seconds.toFixed(1)} s`

/** Environment of a terminal: without what `npm run` adds, above all the Node of this checkout. */
function terminalEnv(more: Record<string, string>): Record<string, string | undefined> {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:npm_|PONTIC_|NODE_)/i.test(name))
  const path = process.env.PATH?.split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return { ...Object.fromEntries(own), PATH: path?.join(delimiter), ...more }
}

/** Runs `npm start` in a new clone until the first page answers, and stops it. The clone stays. */
async function startOnce(clone: string, cache: string): Promise<Times> {
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, clone])
  const port = await findFreePort()
  const times: Times = { installed: 0, built: 0, page: 0 }
  const startMs = performance.now()
  const seconds = () => (performance.now() - startMs) / 1000
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: terminalEnv({ PONTIC_PORT: String(port), npm_config_cache: cache }),
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, which gets the signal that Ctrl-C would send.
    detached: true,
  })
  let output = ''
  const onOutput = (part: Buffer) => {
    output += part
    if (times.installed === 0 && output.includes('setup: done')) times.installed = seconds()
    if (times.built === 0 && output.includes('web app built')) times.built = seconds()
  }
  child.stdout.on('data', onOutput)
  child.stderr.on('data', onOutput)
  const gone = new Promise((resolve) => child.once('close', resolve))
  try {
    while (
      !(await fetch(`http://127.0.0.1:${port}/`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (child.exitCode !== null || seconds() * 1000 > startLimitMs)
        throw new Error(`npm start does not answer:\n${output}`)
      await wait(pollEveryMs)
    }
    times.page = seconds()
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT')
    await gone
  }
  return times
}

/** Removes the database of a clone, which is elsewhere for root. */
function removeDatabase(clone: string): void {
  try {
    const { cluster } = JSON.parse(readFileSync(join(clone, 'data/postgres.json'), 'utf8')) as {
      cluster: string
    }
    rmSync(cluster, { recursive: true, force: true })
  } catch {
    // It did not come to a database.
  }
}

/** Measures the time from `npm start` in an empty clone to the first page, with an empty and with a filled cache of npm. */
export async function measureFirstStart({ rounds }: Scale): Promise<Section> {
  const empty: Times[] = []
  const filled: Times[] = []
  const folder = mkdtempSync(join(tmpdir(), 'pontic-start-'))
  const clones: string[] = []
  try {
    for (let round = 0; round < Math.min(rounds, roundsMax); round++) {
      for (const list of [empty, filled]) {
        const clone = join(folder, `pontic-${clones.length}`)
        clones.push(clone)
        list.push(await startOnce(clone, join(folder, `cache-${round}`)))
      }
    }
  } finally {
    // Not between the rounds: ext4 creates files slowly for some time after it has deleted many.
    for (const clone of clones) removeDatabase(clone)
    rmSync(folder, { recursive: true, force: true })
  }
  const median = (list: Times[], part: keyof Times) => medianOf(list.map((times) => times[part]))
  const row = (name: string, list: Times[]) => [
    name,
    ...(['installed', 'built', 'page'] as const).map((part) => format(median(list, part))),
    list.map(({ page }) => format(page)).join(', '),
  ]
  return {
    title: 'First start',
    notes: [
      'Time from `npm start` in an empty clone until the first page answers: npm installs the dependencies and Node 24, Vite builds the web app, and PostgreSQL is created. The network and the registry are part of it.',
    ],
    columns: ['cache of npm', 'installed', 'built', 'first page (median)', 'each round'],
    rows: [row('empty', empty), row('filled', filled)],
    verdicts: [
      atMost('first page, empty cache', median(empty, 'page'), wantedSeconds, format),
      atMost('first page, filled cache', median(filled, 'page'), wantedSeconds, format),
    ],
  }
}
