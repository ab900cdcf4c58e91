import { type ChildProcess, spawn } from 'node:child_process'
import { printStep, root, serverEntry } from './places.ts'

/** Exit code of the app for invalid settings, which a restart would not fix. */
export const settingsExitCode = 78

/** Option of V8 that limits its space for new objects to a third of the default. The app then needs below 300 MB under load. */
export const youngSpace = '--max-semi-space-size=16'
const firstDelayMs = 500
/** Short, so that people can go on within ten seconds after the cause of repeated crashes has ended. */
const longestDelayMs = 5_000
const healthyAfterMs = 60_000
const defaultStopLimitMs = 20_000

/** Options for running the app. */
export type AppOptions = {
  env: Record<string, string>
  /** Arguments of Node, before the entry file. */
  nodeArgs: string[]
  /** The file to run; `serverEntry` by default. */
  entry?: string
  /** After this time without a crash the delay is the first one again; a minute by default. */
  healthyAfterMs?: number
  /** Called with the delay before each restart after a crash. */
  onCrash?: (delayMs: number) => void
  /** Milliseconds after SIGTERM until SIGKILL, 20,000 by default. */
  stopLimitMs?: number
  /** Called when the app has ended with exit code 0 or `settingsExitCode` and is not restarted. */
  onEnd: (exitCode: number) => void
}

/** A supervised app. */
export type App = {
  /** Restarts the app with other environment variables. */
  restart: (env: Record<string, string>) => Promise<void>
  /** Stops the app with SIGTERM, and with SIGKILL if it still runs after `stopLimitMs`. Resolves when it has ended. */
  stop: () => Promise<void>
}

/**
 * Starts the server as a child process and restarts it when it crashes. The delay grows from 0.5 s to 5 s, and is 0.5 s again after an
 * app has run for a minute.
 */
export function superviseApp(options: AppOptions): App {
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopping = false
  let delayMs = firstDelayMs
  let env = options.env

  function start(): void {
    const startedMs = performance.now()
    child = spawn(process.execPath, [youngSpace, ...options.nodeArgs, options.entry ?? serverEntry], {
      cwd: root,
      env: { ...process.env, ...env },
      // follow-parent.ts reads descriptor 3. The app has its own process group, so that Ctrl-C reaches only this process.
      stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
      detached: true,
    })
    child.once('error', (error) => console.error(`pontic: the app could not be started: ${error.message}`))
    child.once('close', (code, signal) => {
      child = undefined
      if (isStopping) return
      if (code === 0 || code === settingsExitCode) return options.onEnd(code)
      if (performance.now() - startedMs > (options.healthyAfterMs ?? healthyAfterMs)) delayMs = firstDelayMs
      options.onCrash?.(delayMs)
      printStep(`the app ended (${signal ?? `exit code ${code}`}); starting it again in ${delayMs / 1000} s`)
      timer = setTimeout(start, delayMs)
      delayMs = Math.min(delayMs * 2, longestDelayMs)
    })
  }

  async function stop(): Promise<void> {
    isStopping = true
    clearTimeout(timer)
    const running = child
    if (!running) return
    const gone = new Promise((resolve) => running.once('close', resolve))
    running.kill('SIGTERM')
    const killer = setTimeout(() => running.kill('SIGKILL'), options.stopLimitMs ?? defaultStopLimitMs)
    await gone
    clearTimeout(killer)
  }

  async function restart(newEnv: Record<string, string>): Promise<void> {
    await stop()
    env = newEnv
    isStopping = false
    start()
  }

  start()
  return { restart, stop }
}

/** Calls `stop` on Ctrl-C, SIGTERM or SIGHUP and then exits. A second signal exits at once. */
export function stopOnSignals(stop: () => Promise<void>): void {
  let isStopping = false
  const onSignal = () => {
    if (isStopping) process.exit(130)
    isStopping = true
    printStep('stopping')
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
}
