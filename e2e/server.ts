import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root, serverEntry } from '../scripts/places.ts'
import { findFreePort } from '../scripts/ports.ts'

const stopLimitMs = 15_000

/** Starts a server and waits until it is ready. @param logName file in `.cache/reports` */
export async function startServer(settings: Record<string, string>, logName: string): Promise<ChildProcess> {
  const folder = join(root, '.cache/reports')
  mkdirSync(folder, { recursive: true })
  const log = createWriteStream(join(folder, logName))
  const child = spawn(process.execPath, [serverEntry], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const onOutput = (part: Buffer) => {
      log.write(part)
      output = (output + part.toString()).slice(-20_000)
      if (output.includes('pontic: ready on')) resolve()
    }
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.\n${output}`)))
  })
  return child
}

/** Stops a server with SIGTERM, and with SIGKILL if it still runs after 15 s. */
export async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const killer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
  await gone
  clearTimeout(killer)
}

/** Another node of the portal, with the same database and files, that a test may stop and start. */
export type OwnNode = {
  url: string
  kill: () => Promise<void>
  start: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts another node of the portal on a free port. `kill` ends it with SIGKILL. */
export async function startOwnNode(): Promise<OwnNode> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const shared = JSON.parse(process.env.PONTIC_E2E_SETTINGS ?? '{}') as Record<string, string>
  const settings = { ...shared, PONTIC_PORT: String(port), PONTIC_PUBLIC_URL: url }
  let child = await startServer(settings, `e2e-node-${port}.log`)
  return {
    url,
    kill: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
    },
    start: async () => {
      child = await startServer(settings, `e2e-node-${port}.log`)
    },
    stop: () => stopServer(child),
  }
}
