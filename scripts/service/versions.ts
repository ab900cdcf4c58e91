import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve, sep } from 'node:path'
import { printStep, root } from '../places.ts'
import { findCurrentVersion, type Installation, versionFolder } from './installation.ts'

/** A folder with the sources of a version, and how to remove it if it is temporary. */
export type Source = { folder: string; remove: () => void }

const oldVersionsMax = 2

// The same folders and files as in .gitignore. A downloaded archive has no Git.
const ignored =
  /^(?:\.git|node_modules|data|dist|dist\..*|\.cache|test-results|playwright-report|\.env|\.DS_Store|.*\.(?:log|tsbuildinfo))$/

/**
 * Finds the sources of a version: a folder, or a Git tag of this checkout. Without either, this checkout.
 * @throws Error if there is neither a folder nor a tag with this name
 */
export function findSource(wanted?: string): Source {
  const keep = () => {}
  if (wanted === undefined) return { folder: root, remove: keep }
  if (existsSync(wanted)) {
    const folder = resolve(wanted)
    if (!existsSync(join(folder, 'apps/server/src/main.ts')))
      throw new Error(`${folder} is not a checkout of Pontic.`)
    return { folder, remove: keep }
  }
  const git = (...args: string[]) => spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' })
  // Without a remote, or without a connection, the tag may exist already.
  git('fetch', '--quiet', '--tags')
  const commit = git('rev-parse', '--verify', '--quiet', `${wanted}^{commit}`).stdout?.trim()
  if (!commit) throw new Error(`${wanted} is neither a folder nor a Git tag of ${root}.`)
  const folder = mkdtempSync(join(tmpdir(), 'pontic-source-'))
  const archive = join(folder, '.source.log')
  execFileSync('git', ['-C', root, 'archive', '--format=tar', '-o', archive, commit])
  execFileSync('tar', ['-xf', archive, '-C', folder])
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Lists the source files of a folder, relative to it, in order. */
function listFiles(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .filter(({ name }) => !ignored.test(name))
    .flatMap((entry) => {
      const path = join(below, entry.name)
      return entry.isDirectory() ? listFiles(folder, path) : [path]
    })
    .sort()
}

/** Name of the version in a folder: the number of its package and a digest of its sources, such as `0.1.0-3fa9c2d41b07`. */
export function nameVersion(folder: string): string {
  const hash = createHash('sha256')
  for (const path of listFiles(folder)) {
    if (lstatSync(join(folder, path)).isSymbolicLink()) continue
    hash.update(`${path}\0`).update(readFileSync(join(folder, path)))
  }
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return `${version}-${hash.digest('hex').slice(0, 12)}`
}

/**
 * Installs the sources in a folder as a version: copies them, installs the dependencies and builds the web app. Does nothing but
 * check the build of the web app if the version is installed already. Other versions are not touched.
 * @param variant languages of the web app
 * @returns the name of the version
 * @throws Error with the output of the step that failed
 */
export function installVersion(installation: Installation, source: string, variant: string): string {
  const version = nameVersion(source)
  const folder = versionFolder(installation, version)
  if (relative(source, installation.home).split(sep)[0] !== '..')
    throw new Error(`${installation.home} is inside ${source}: choose another folder with --home.`)
  if (existsSync(folder)) {
    buildWeb(folder, variant)
    return version
  }
  printStep(`installing version ${version}`)
  const half = `${folder}.half`
  removeHalves(installation)
  mkdirSync(half, { recursive: true })
  for (const path of listFiles(source))
    cpSync(join(source, path), join(half, path), { verbatimSymlinks: true })
  copyBuilt(installation, source, half)
  runIn(half, process.execPath, [join(half, 'scripts/setup.mjs')], 'The dependencies could not be installed')
  buildWeb(half, variant)
  // The sources may belong to a checkout that only its owner can read. The service has its own user.
  execFileSync('chmod', ['-R', 'a+rX', half])
  renameSync(half, folder)
  return version
}

/** Removes what interrupted installations have left. */
function removeHalves({ home }: Installation): void {
  for (const name of globSync('versions/*.half', { cwd: home }))
    rmSync(join(home, name), { recursive: true, force: true })
}

/**
 * Brings dependencies with the same lock file, and the built web app, from the source or the current version. Set-up and build
 * then find what they would make. Hard links save 800 MB for each version.
 */
function copyBuilt(installation: Installation, source: string, half: string): void {
  const current = findCurrentVersion(installation)
  const folders = [source, ...(current ? [versionFolder(installation, current)] : [])]
  const lockOf = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8')
  const installed = folders.find(
    (one) => existsSync(join(one, 'node_modules/.pontic-lock')) && lockOf(one) === lockOf(half),
  )
  if (installed !== undefined) linkFolder(join(installed, 'node_modules'), join(half, 'node_modules'))
  const built = folders.find((one) => existsSync(join(one, '.cache/web-build')))
  if (built === undefined) return
  for (const path of ['apps/web/dist', '.cache/web-build'])
    if (existsSync(join(built, path))) cpSync(join(built, path), join(half, path), { recursive: true })
}

function linkFolder(from: string, to: string): void {
  if (spawnSync('cp', ['-al', from, to], { stdio: 'ignore' }).status === 0) return
  // Another file system, or a system without `cp -l`.
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
}

function buildWeb(folder: string, variant: string): void {
  const code = `
    import { buildWebWhenStale } from ${JSON.stringify(join(folder, 'scripts/web-build.ts'))}
    await buildWebWhenStale()`
  const args = ['--input-type=module', '--eval', code]
  runIn(folder, nodeOf(folder), args, 'The web app could not be built', { PONTIC_VARIANT: variant })
}

/** Path of the Node of an installed version. */
export const nodeOf = (folder: string) => join(folder, 'node_modules/node/bin/node')

function runIn(folder: string, program: string, args: string[], fault: string, env: NodeJS.ProcessEnv = {}) {
  const done = spawnSync(program, args, { cwd: folder, encoding: 'utf8', env: { ...process.env, ...env } })
  if (done.status === 0) return
  throw new Error(`${fault}.\n${done.error?.message ?? `${done.stdout}${done.stderr}`.trim()}`)
}

/** Lists the installed versions, the latest selected first. */
export function listVersions({ home }: Installation): string[] {
  const folder = join(home, 'versions')
  if (!existsSync(folder)) return []
  const changed = (name: string) => statSync(join(folder, name)).mtimeMs
  return readdirSync(folder)
    .filter((name) => !name.endsWith('.half'))
    .sort((one, other) => changed(other) - changed(one))
}

/** Notes that a version works, so that `listVersions` puts it first, and removes all but two older ones. */
export function keepVersion(installation: Installation, version: string): void {
  const now = new Date()
  utimesSync(versionFolder(installation, version), now, now)
  const old = listVersions(installation).filter((one) => one !== version)
  for (const one of old.slice(oldVersionsMax)) removeVersion(installation, one)
}

/** Removes an installed version. */
export function removeVersion(installation: Installation, version: string): void {
  const folder = versionFolder(installation, basename(version))
  rmSync(folder, { recursive: true, force: true })
}
