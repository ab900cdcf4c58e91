import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute path of the checkout. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '')

/** The data folder of `npm start` and `npm run dev`: `PONTIC_DATA`, or `data` in the checkout. */
export const dataFolder = resolve(root, process.env.PONTIC_DATA ?? 'data')

/** The server's entry file. */
export const serverEntry = join(root, 'apps/server/src/main.ts')

/** Returns the absolute path of a JavaScript file in `node_modules`, such as a command that a package installs. */
export function findTool(path: string): string {
  return join(root, 'node_modules', path)
}

/** Prints a progress line of a command in the format that all commands share. */
export function printStep(line: string): void {
  console.log(`pontic: ${line}`)
}

/** Prints a message and ends the command with an error. */
export function exitWithError(line: string): never {
  console.error(`pontic: ${line}`)
  process.exit(1)
}

/** Formats the seconds since `startMs` (of `performance.now()`) as `1.2 s`. */
export function since(startMs: number): string {
  return `${((performance.now() - startMs) / 1000).toFixed(1)} s`
}
