import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './places.ts'

export const lockFile = 'package-lock.json'

type LockedPackage = { name?: string; version: string; resolved?: string; integrity?: string }

/**
 * Prints the lock file with an address of each package. The host stands for the configured registry: `replace-registry-host` in
 * `.npmrc` tells npm to replace it. Without addresses, npm first reads the list of all versions of each package, which
 * doubles the time of `npm ci`. `npm install` writes the host of the registry that it used.
 * @returns the text of the file
 */
export function printLockFile(): string {
  const lock = JSON.parse(readFileSync(join(root, lockFile), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  for (const [path, entry] of Object.entries(lock.packages))
    if (entry.integrity) lock.packages[path] = withAddress(path, entry)
  return `${JSON.stringify(lock, null, 2)}\n`
}

/** Returns the entry of a package with its address where npm writes it. */
function withAddress(path: string, entry: LockedPackage): LockedPackage {
  const { name = path.split('node_modules/').at(-1) ?? '', version, resolved: _, ...rest } = entry
  const resolved = `https://registry.invalid/${name}/-/${name.split('/').at(-1)}-${version}.tgz`
  return { ...(entry.name && { name }), version, resolved, ...rest }
}
