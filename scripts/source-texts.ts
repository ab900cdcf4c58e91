import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './places.ts'

/** A source file with its path relative to the checkout. */
export type SourceText = { path: string; text: string }

/** Reads the sources that match a pattern, without installed packages and build output. */
export function readSources(pattern: string): SourceText[] {
  return globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/node_modules|\/dist/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}
