import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { connect, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { canInstall, findOnPath, installFromDebian } from '../../../../scripts/debian.ts'

const pollEveryMs = 50

/** Returns a free port of 127.0.0.1. */
export const findPort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

/** Replaces a part of a shipped configuration that depends on the installation. @throws Error if the part is missing */
export function replacePart(text: string, part: RegExp, by: string): string {
  if (!part.test(text)) throw new Error(`The configuration has no ${part}.`)
  return text.replace(part, by)
}

/**
 * Returns whether commands are installed, for `describe.skipIf`. As root on Debian, first installs the missing packages.
 * @param commands such as `sshd`
 */
export function havePeer(commands: readonly string[], packages: string[]): boolean {
  const isMissing = () => commands.some((command) => findOnPath(command) === undefined)
  if (isMissing() && canInstall()) installFromDebian(packages, 'tests with real peers')
  return !isMissing()
}

/** A server process of a test. `output` is its output so far. */
export type PeerProcess = { output: () => string; isRunning: () => boolean; stop: () => Promise<void> }

/** Starts a server that runs in the foreground and ends with the test process. */
export function startPeer(command: string, args: readonly string[], env = process.env): PeerProcess {
  const path = findOnPath(command) ?? command
  const setpriv = findOnPath('setpriv')
  const [file, all] = setpriv ? [setpriv, ['--pdeathsig', 'KILL', path, ...args]] : [path, [...args]]
  const child: ChildProcess = spawn(file, all, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const keep = (text: Buffer) => {
    output = (output + text).slice(-100_000)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  let isRunning = true
  const gone = new Promise<void>((resolve) =>
    child.once('close', () => {
      isRunning = false
      resolve()
    }),
  )
  return {
    output: () => output,
    isRunning: () => isRunning,
    stop: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** Runs a command. @returns its output @throws Error with its error output if it failed */
export function runTool(command: string, args: readonly string[]): string {
  const done = spawnSync(command, args, { encoding: 'utf8', timeout: 60_000 })
  if (done.status !== 0) throw new Error(`${command} ended with ${done.status}: ${done.stderr}`)
  return done.stdout
}

/** Resolves when a local port accepts connections. @throws Error with the output of the server if it ends */
export async function untilListening(port: number, { isRunning, output }: PeerProcess): Promise<void> {
  while (!(await isOpen(port))) {
    if (!isRunning()) throw new Error(`The server ended: ${output()}`)
    await wait(pollEveryMs)
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
