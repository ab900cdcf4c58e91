import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { youngSpace } from '../scripts/app-process.ts'
import { root, serverEntry } from '../scripts/places.ts'
import { findFreePort } from '../scripts/ports.ts'
import type { DatabaseUrls } from './cluster.ts'

/** A process that listens on a port of 127.0.0.1. */
export type Peer = { port: number; pid: number; stop: () => Promise<void> }

/** A node of the portal. `listeningMs` is the time from its start to the first accepted connection. */
export type Portal = Peer & { url: string; listeningMs: number }

const stopLimitMs = 15_000
const startLimitMs = 60_000
const ticksPerSecond = 100

/** Returns the settings of a node in production that runs no jobs. */
export const portalSettings = (
  { appUrl }: Pick<DatabaseUrls, 'appUrl'>,
  dataFolder: string,
  url: string,
): Record<string, string> => ({
  PONTIC_MODE: 'production',
  PONTIC_ROLE: 'web',
  PONTIC_PUBLIC_URL: url,
  PONTIC_DATA: dataFolder,
  PONTIC_DATABASE_URL: appUrl,
  PONTIC_SECRET_KEY: 'measurements only, known to everybody',
  // No mail server listens on this port. None is needed, because a node with the role web sends no mails.
  PONTIC_SMTP_URL: 'smtp://127.0.0.1:9',
})

/** Starts a node with production settings. Its log is a file in `.cache/bench`. */
export async function startPortal(
  database: Pick<DatabaseUrls, 'appUrl'>,
  dataFolder: string,
  settings: Record<string, string> = {},
): Promise<Portal> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const env = { ...portalSettings(database, dataFolder, url), PONTIC_PORT: String(port), ...settings }
  const startedMs = performance.now()
  const child = spawnLogged([youngSpace, serverEntry], env, 'portal')
  await waitForPort(child, port)
  return { ...peerOf(child, port), url, listeningMs: performance.now() - startedMs }
}

/** Starts a script of this folder that listens on `PORT`. */
export async function startScript(name: string, env: Record<string, string>): Promise<Peer> {
  return await startNode([join(root, 'bench', name)], { ...env, PORT: String(await findFreePort()) }, name)
}

/** Starts a Node program that listens on `PORT`. Its log is a file in `.cache/bench`. */
export async function startNode(
  args: string[],
  env: Record<string, string> & { PORT: string },
  name: string,
): Promise<Peer> {
  const port = Number(env.PORT)
  const child = spawnLogged(args, env, name)
  await waitForPort(child, port)
  return peerOf(child, port)
}

/** Starts another program that listens on `port`. */
export async function startProgram(command: string, args: string[], port: number): Promise<Peer> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  await waitForPort(child, port)
  return peerOf(child, port)
}

function spawnLogged(args: string[], env: Record<string, string>, name: string): ChildProcess {
  const folder = join(root, '.cache/bench')
  mkdirSync(folder, { recursive: true })
  const log = createWriteStream(join(folder, `${name}.log`))
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.pipe(log)
  child.stderr.pipe(log)
  return child
}

async function waitForPort(child: ChildProcess, port: number): Promise<void> {
  const untilMs = performance.now() + startLimitMs
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')} ended with ${child.exitCode}.`)
    if (performance.now() > untilMs) throw new Error(`${child.spawnargs.join(' ')} does not listen.`)
    await wait(5)
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (isAnswered: boolean) => {
      socket.destroy()
      resolve(isAnswered)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}

function peerOf(child: ChildProcess, port: number): Peer {
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    const killer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
    await gone
    clearTimeout(killer)
  }
  return { port, pid: child.pid ?? 0, stop }
}

/** The times of `/proc/<pid>/stat` in milliseconds. `reapedMs` is the CPU time of ended child processes. */
type ProcessTimes = { parent: number; ownMs: number; reapedMs: number }

function readTimes(pid: number | string): ProcessTimes {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in parentheses may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const msOf = (place: number) =>
    ((Number(fields[place]) + Number(fields[place + 1])) / ticksPerSecond) * 1000
  return { parent: Number(fields[1]), ownMs: msOf(11), reapedMs: msOf(13) }
}

/** Reads the CPU time of all threads of a process in milliseconds (Linux). */
export const readCpuMs = (pid: number): number => readTimes(pid).ownMs

/** Reads the CPU time of a process and of all its child processes, also of ended ones, in milliseconds (Linux). */
export function readFamilyCpuMs(pid: number): number {
  const { ownMs, reapedMs } = readTimes(pid)
  let sumMs = ownMs + reapedMs
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const child = readTimes(name)
      if (child.parent === pid) sumMs += child.ownMs
    } catch {
      // The process has ended since the folder was read. Its time counts in the next reading.
    }
  }
  return sumMs
}
