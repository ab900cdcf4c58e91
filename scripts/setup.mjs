/**
 * First step of `npm start`, `npm test` and the other npm scripts, on a machine that may have only Node 20 and npm. Installs
 * the dependencies if the lock file has changed. One of them is Node 24 (`node_modules/.bin/node`), which runs every later
 * step. Uses only modules of Node.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamp = join(root, 'node_modules', '.pontic-lock')
const innerNode = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
const isWindows = process.platform === 'win32'

/** Ends the process with a message about what is missing and how to get it. */
function refuse(message) {
  console.error(`setup: ${message}`)
  process.exit(1)
}

/** Hash of everything that determines an installation: the lock file, the approved install scripts and the platform. */
function hashWanted() {
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(JSON.stringify(allowScripts ?? {}))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
}

/** Whether npm's own record shows that everything in the lock file is installed, as after a manual `npm install`. */
function isInstalled() {
  try {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
    const record = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')).packages
    return Object.entries(packages).every(
      ([path, { version, optional }]) =>
        !path.startsWith('node_modules/') || optional || (path in record && record[path].version === version),
    )
  } catch {
    // Without a record nothing is installed.
    return false
  }
}

/** The version of the installed Node, or an empty string if there is none. */
function innerVersion() {
  const found = spawnSync(innerNode, ['--version'], { encoding: 'utf8', shell: isWindows })
  return found.status === 0 ? found.stdout.trim() : ''
}

const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  refuse(
    `Node ${process.versions.node} is too old: install Node 20 or newer from https://nodejs.org and try again.`,
  )
}
if (!existsSync(join(root, 'package-lock.json')))
  refuse('package-lock.json is missing: this checkout is not whole.')

const wanted = hashWanted()
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8').trim() : ''
if (innerVersion() === '' || (installed !== wanted && !isInstalled())) {
  const why = innerVersion() === '' ? 'nothing is installed yet' : 'the lock file changed'
  console.log(`setup: ${why}; npm ci brings the dependencies and Node 24 (1 to 3 minutes)`)
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: isWindows,
  })
  if (npm.error)
    refuse(`npm could not be started (${npm.error.message}). It comes with Node: https://nodejs.org`)
  if (npm.status !== 0) {
    refuse('npm ci failed; its own message is above. Mostly the network or a full disk is the reason.')
  }
  const version = innerVersion()
  if (version === '') {
    refuse(
      'npm ran no install scripts, so Node 24 is missing: `npm config set ignore-scripts false`, then try again.',
    )
  }
  console.log(`setup: done, Node ${version.slice(1)} runs everything from here`)
}
if (installed !== wanted) writeFileSync(stamp, `${wanted}\n`)
