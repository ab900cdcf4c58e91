/** `npm run dev`: runs Vite with hot reload, which proxies calls to the server. The server restarts when its sources change. */
import { join } from 'node:path'
import { createServer } from 'vite'
import { type App, stopOnSignals, superviseApp } from './app-process.ts'
import { openDatabase } from './database.ts'
import { dataFolder, exitWithError, printStep, root } from './places.ts'
import { findFreePort } from './ports.ts'

const port = Number(process.env.PONTIC_PORT ?? 8080)
const serverPaths = '^/(restful|oauth|dev|docs|openapi\\.json|healthz|readyz|metrics)(/|\\?|$)'

async function dev(): Promise<void> {
  const serverPort = await findFreePort()
  let app: App | undefined
  const database = await openDatabase(() => void app?.restart(settings()))
  const settings = () => ({
    PONTIC_MODE: process.env.PONTIC_MODE ?? 'demo',
    PONTIC_DATA: dataFolder,
    // There is no proxy that could send requests to another node.
    PONTIC_DRAIN_SECONDS: process.env.PONTIC_DRAIN_SECONDS ?? '0',
    PONTIC_PORT: String(serverPort),
    PONTIC_PUBLIC_URL: process.env.PONTIC_PUBLIC_URL ?? `http://127.0.0.1:${port}`,
    ...database.env(),
  })
  // The Vite configuration of the web app proxies calls to this port of the server.
  process.env.PONTIC_PORT = String(serverPort)
  const web = await createServer({
    root: join(root, 'apps/web'),
    server: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      proxy: { [serverPaths]: { target: `http://127.0.0.1:${serverPort}` } },
    },
  })
  // Vite would exit on SIGTERM or at the end of standard input, before PostgreSQL and the server have ended.
  process.removeAllListeners('SIGTERM')
  process.stdin.removeAllListeners('end')
  const stop = async () => {
    await app?.stop()
    await web.close()
    await database.stop()
  }
  stopOnSignals(stop)
  app = superviseApp({
    env: settings(),
    nodeArgs: ['--watch', '--watch-preserve-output'],
    onEnd: (exitCode) => void stop().then(() => process.exit(exitCode)),
  })
  await web.listen()
  printStep(
    `web app with hot reload on http://127.0.0.1:${port}; the server restarts when its sources change`,
  )
}

await dev().catch((error: unknown) => exitWithError((error as Error).message))
