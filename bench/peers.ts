import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { printStep, root } from '../scripts/places.ts'

const folder = join(root, 'bench')
const installed = join(folder, 'node_modules/.pontic-lock.json')

/**
 * Imports a package that only the measurements need. Runs `npm ci` in this folder if the lock file has changed.
 * @returns the module's exports, typed by the caller
 */
export async function importPeer<Module>(name: string): Promise<Module> {
  installPeers()
  const path = createRequire(join(folder, 'package.json')).resolve(name)
  return (await import(pathToFileURL(path).href)) as Module
}

function installPeers(): void {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return
  printStep('installing the peers of the measurements')
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` }
  const args = ['ci', '--workspaces=false', '--loglevel=error']
  const done = spawnSync('npm', args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  if (done.status !== 0)
    throw new Error('The peers of the measurements could not be installed: npm ci in bench.')
  writeFileSync(installed, lock)
}
