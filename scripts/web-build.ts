import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { compressAssets } from './compress-assets.ts'
import { findTool, root } from './places.ts'

const dist = join(root, 'apps/web/dist')
const stamp = join(root, '.cache/web-build')
const sources = [
  'apps/web/**/*',
  'packages/*/src/**/*',
  'packages/*/package.json',
  'package-lock.json',
  'tsconfig.json',
]

/**
 * Builds the web app into `apps/web/dist` if a source, the lock file or PONTIC_VARIANT changed since the last build. The old build
 * is replaced at the end, so that a running server never sees an incomplete one. Compresses the files of the build.
 * @returns `fresh` if the last build is up to date, else `built`
 * @throws Error with the output of the build
 */
export async function buildWebWhenStale(): Promise<'built' | 'fresh'> {
  const state = await buildUncompressed()
  await compressAssets(dist)
  return state
}

/** As `buildWebWhenStale`, but does not compress the files, so that the portal can start earlier (`compressInBackground`). */
export async function buildUncompressed(): Promise<'built' | 'fresh'> {
  const wanted = hashSources()
  if (existsSync(join(dist, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted)
    return 'fresh'
  const half = `${dist}.${process.pid}`
  try {
    const output = await runVite([
      'build',
      join(root, 'apps/web'),
      '--outDir',
      half,
      '--emptyOutDir',
      '--logLevel',
      'warn',
    ])
    if (!existsSync(join(half, 'index.html')))
      throw new Error(`The build of the web app made no page.\n${output}`)
    rmSync(dist, { recursive: true, force: true })
    renameSync(half, dist)
  } finally {
    rmSync(half, { recursive: true, force: true })
  }
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(stamp, wanted)
  return 'built'
}

/**
 * Compresses the files of the build in a process with a low priority.
 * @returns a function that stops it
 */
export function compressInBackground(): () => void {
  const child = spawn(process.execPath, [join(root, 'scripts/compress-assets.ts'), dist], { stdio: 'ignore' })
  child.on('error', () => {})
  return () => void child.kill()
}

function hashSources(): string {
  const hash = createHash('sha256').update(`${process.env.PONTIC_VARIANT || 'full'}\0`)
  const exclude = (name: string) => /(^|\/)(node_modules|dist(\.\d+)?)(\/|$)|\.test\.tsx?$/.test(name)
  for (const name of globSync(sources, { cwd: root, exclude }).sort()) {
    const file = join(root, name)
    if (!exclude(name) && statSync(file).isFile()) hash.update(`${name}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

async function runVite(args: string[]): Promise<string> {
  const child = spawn(process.execPath, [findTool('vite/bin/vite.js'), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  let output = ''
  child.stdout.on('data', (part: Buffer) => (output += part.toString()))
  child.stderr.on('data', (part: Buffer) => (output += part.toString()))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`The web app could not be built.\n${output.trim()}`)
  return output
}
