#!/usr/bin/env node
/**
 * The command `npx pontic` of a checkout, on a machine that may have only Node 20 and npm. Installs the dependencies if needed,
 * and runs the command with their Node 24. Uses only modules of Node.
 */
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import './setup.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const innerNode = join(root, 'node_modules/node/bin/node')

const child = spawn(innerNode, [join(root, 'scripts/service/pontic.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
})
// Ctrl-C reaches the command itself, which belongs to the same process group. This process ends after it.
process.on('SIGINT', () => {})
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.once('error', (error) => {
  console.error(`pontic: Node 24 could not be started: ${error.message}`)
  process.exit(1)
})
child.once('close', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
