/**
 * `npm run bench [-- name …]`: measures the portal and comparable programs alternately and prints the figures. Asserts nothing.
 * `--write` writes the last figures of each part to docs/performance.md. `--orders`, `--rounds`, `--seconds` and `--megabytes`
 * set the scale.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureBackup } from '../bench/backup.ts'
import { measureCost } from '../bench/cost.ts'
import { measureCounters } from '../bench/counters.ts'
import { measureDaily } from '../bench/daily.ts'
import { type Scale, type Section, toMarkdown } from '../bench/figures.ts'
import { measureFiles } from '../bench/files.ts'
import { measureFirstStart } from '../bench/first-start.ts'
import { measureLists } from '../bench/lists.ts'
import { measureManage } from '../bench/manage.ts'
import { measurePages } from '../bench/pages.ts'
import { measurePipeline } from '../bench/pipeline.ts'
import { measureProducts } from '../bench/products.ts'
import { measureS3 } from '../bench/s3-files.ts'
import { measureScale } from '../bench/scale.ts'
import { measureStorm } from '../bench/storm.ts'
import { measureTools } from '../bench/tools.ts'
import { measureTurns } from '../bench/turns.ts'
import { measureViewer } from '../bench/viewer.ts'
import { measureViewerUse } from '../bench/viewer-use.ts'
import { exitWithError, printStep, root, since } from './places.ts'

const parts: Record<string, (scale: Scale) => Promise<Section>> = {
  lists: measureLists,
  counters: measureCounters,
  peers: measureProducts,
  scale: measureScale,
  cost: measureCost,
  manage: measureManage,
  files: measureFiles,
  s3: measureS3,
  backup: measureBackup,
  pages: measurePages,
  daily: measureDaily,
  storm: measureStorm,
  turns: measureTurns,
  viewer: measureViewer,
  'viewer-use': measureViewerUse,
  pipeline: measurePipeline,
  tools: measureTools,
  start: measureFirstStart,
}
const kept = join(root, '.cache/bench')
const page = join(root, 'docs/performance.md')

/** The stored figures of a part. */
type Measured = { date: string; section: Section }

function readKept(name: string): Measured | undefined {
  const file = join(kept, `${name}.json`)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Measured) : undefined
}

/** Reads the sections of docs/performance.md by title, in their order. */
function readPage(): Map<string, string> {
  const text = existsSync(page) ? readFileSync(page, 'utf8') : ''
  const written = text.split(/^(?=## )/m).slice(1)
  return new Map(written.map((part) => [/^## (.*)/.exec(part)?.[1] ?? '', part]))
}

function writePage(): void {
  // Sections without stored figures stay unchanged, because they were measured on another machine.
  const sections = readPage()
  for (const name of Object.keys(parts)) {
    const measured = readKept(name)
    if (measured === undefined) continue
    const dated = [`Measured on ${measured.date}.`, ...measured.section.notes]
    sections.set(measured.section.title, toMarkdown({ ...measured.section, notes: dated }))
  }
  const head = [
    '# Performance',
    '',
    'Printed by `npm run bench -- --write`. All values of a table come from one run with interleaved rounds, on ' +
      `${availableParallelism()} cores that also run PostgreSQL, the peers and the load. Compare the ratios: absolute ` +
      'rates depend on the machine.',
    '',
  ]
  writeFileSync(
    page,
    `${[head.join('\n'), ...[...sections.values()].map((part) => `${part.trimEnd()}\n`)].join('\n').trimEnd()}\n`,
  )
  printStep('docs/performance.md is written')
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean' },
    orders: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    megabytes: { type: 'string', default: '200' },
  },
})
const scale: Scale = {
  orders: Number(values.orders),
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  uploadBytes: Number(values.megabytes) * 1_000_000,
}
const unknown = positionals.filter((name) => !(name in parts))
if (unknown.length > 0)
  exitWithError(`no part is called ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`)
if (Object.values(scale).some((number) => !(number > 0))) exitWithError('counts are numbers above 0')

const [load = 0] = loadavg()
if (load > availableParallelism() / 2)
  printStep(`the machine is busy (load ${load.toFixed(1)}): the figures will tell little`)

mkdirSync(kept, { recursive: true })
const chosen = Object.entries(parts).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
)
for (const [name, measure] of chosen) {
  const startMs = performance.now()
  printStep(`measuring ${name}`)
  const section = await measure(scale)
  const measured: Measured = { date: new Date().toISOString().slice(0, 10), section }
  writeFileSync(join(kept, `${name}.json`), JSON.stringify(measured))
  console.log(`\n${toMarkdown(section)}`)
  printStep(`${name} took ${since(startMs)}`)
}
if (values.write) writePage()
process.exit(0)
