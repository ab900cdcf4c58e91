import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { printStep, root } from '../scripts/places.ts'

const folder = join(root, 'bench')
const products = join(folder, 'products')

/**
 * Imports a package that only the measurements need. Runs `npm ci` in this folder if the lock file has changed.
 * @returns the module's exports, typed by the caller
 */
export async function importPeer<Module>(name: string): Promise<Module> {
  install(folder)
  const path = createRequire(join(folder, 'package.json')).resolve(name)
  return (await import(pathToFileURL(path).href)) as Module
}

/**
 * Installs the products of `bench/products` if their lock file has changed. They have a folder of their own because they take
 * 1 GB, which the other measurements do not need.
 * @returns the path of their `node_modules`
 */
export function installProducts(): string {
  install(products)
  return join(products, 'node_modules')
}

function install(where: string): void {
  const stamp = join(where, 'node_modules/.pontic-lock.json')
  const lock = readFileSync(join(where, 'package-lock.json'), 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  printStep('installing the peers of the measurements')
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` }
  const args = ['ci', '--workspaces=false', '--loglevel=error']
  const done = spawnSync('npm', args, { cwd: where, env, stdio: ['ignore', 'ignore', 'inherit'] })
  if (done.status !== 0)
    throw new Error(`The peers of the measurements could not be installed: npm ci in ${where}.`)
  writeFileSync(stamp, lock)
}
