/** `npm start`: builds the web app if needed and runs PostgreSQL and the server until Ctrl-C. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type App, stopOnSignals, superviseApp } from './app-process.ts'
import { openDatabase } from './database.ts'
import { dataFolder, exitWithError, printStep, root, serverEntry, since } from './places.ts'
import { describeListener } from './port-owner.ts'
import { isPortTaken } from './ports.ts'
import { buildUncompressed, compressInBackground } from './web-build.ts'

const port = Number(process.env.PONTIC_PORT ?? 8080)
const host = process.env.PONTIC_HOST ?? '127.0.0.1'

async function start(): Promise<void> {
  if (!existsSync(serverEntry)) exitWithError(`${serverEntry} is missing: this checkout is incomplete.`)
  if (await isPortTaken(port, host))
    exitWithError(
      `port ${port} is taken by ${describeListener(port)}. Stop it, or choose another: PONTIC_PORT=8090 npm start`,
    )
  const startMs = performance.now()
  let app: App | undefined
  // The database is created while the web app is built.
  const opening = openDatabase(() => void app?.restart(settings()))
  opening.catch(() => {})
  let stopCompression: (() => void) | undefined
  const stop = async () => {
    stopCompression?.()
    await app?.stop()
    await (await opening).stop()
  }
  stopOnSignals(stop)
  const web = await buildUncompressed().catch(async (error: unknown) => {
    await stop()
    throw error
  })
  printStep(web === 'built' ? `web app built in ${since(startMs)}` : 'web app is up to date')
  const database = await opening
  const settings = () => ({
    PONTIC_MODE: process.env.PONTIC_MODE ?? 'demo',
    PONTIC_DATA: dataFolder,
    // There is no proxy that could send requests to another node.
    PONTIC_DRAIN_SECONDS: process.env.PONTIC_DRAIN_SECONDS ?? '0',
    PONTIC_PORT: String(port),
    ...database.env(),
  })
  printStep('starting the app; Ctrl-C ends everything')
  app = superviseApp({
    env: settings(),
    nodeArgs: ['--import', join(root, 'scripts/follow-parent.ts')],
    onEnd: (exitCode) => void stop().then(() => process.exit(exitCode)),
  })
  // Until they are compressed, the server sends the files as they are.
  stopCompression = compressInBackground()
}

await start().catch((error: unknown) => exitWithError((error as Error).message))
