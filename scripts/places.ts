import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute path of the checkout. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '')

/** The data folder of `npm start` and `npm run dev`: `PONTIC_DATA`, or `data` in the checkout. */
export const dataFolder = resolve(root, process.env.PONTIC_DATA ?? 'data')

/** The server's entry file. */
export const serverEntry = join(root, 'apps/server/src/main.ts')

/** The JavaScript file of a package's command, to be run with our own Node. */
export function findTool(path: string): string {
  return join(root, 'node_modules', path)
}

/** Prints a progress line of a command in the common form. */
export function printStep(line: string): void {
  console.log(`pontic: ${line}`)
}

/** Ends the command with a message about what is missing. */
export function exitWithError(line: string): never {
  console.error(`pontic: ${line}`)
  process.exit(1)
}

/** Seconds since `startMs` (of `performance.now()`), as `1.2 s`. */
export function since(startMs: number): string {
  return `${((performance.now() - startMs) / 1000).toFixed(1)} s`
}
