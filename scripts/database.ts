import { setTimeout as wait } from 'node:timers/promises'
import { printStep, dataFolder as startFolder } from './places.ts'
import { type Postgres, startPostgres } from './postgres.ts'

/** The database of `npm start`, `npm run dev` and an installed service. */
export type Database = {
  /** Returns the URLs of the built-in PostgreSQL as settings of the app; empty if the user has set `PONTIC_DATABASE_URL`. */
  env: () => Record<string, string>
  stop: () => Promise<void>
}

const lookEveryMs = 500
const retryAfterMs = 2_000

/**
 * Opens the database that `PONTIC_DATABASE_URL` names, or starts the built-in PostgreSQL and restarts it when it ends.
 * @param onMoved called when a restart had to use another port
 * @param dataFolder folder of the built-in PostgreSQL
 */
export async function openDatabase(onMoved: () => void, dataFolder = startFolder): Promise<Database> {
  if (process.env.PONTIC_DATABASE_URL) {
    printStep('using the PostgreSQL of PONTIC_DATABASE_URL')
    return { env: () => ({}), stop: async () => {} }
  }
  let postgres = await startPostgres({ dataFolder })
  let isStopping = false
  printStep(
    `PostgreSQL ${postgres.isAdopted ? 'runs already' : 'started'} on port ${postgres.port}, data in ${dataFolder}`,
  )
  const watch = (async () => {
    while (!isStopping) {
      await wait(lookEveryMs)
      if (isStopping || postgres.isRunning()) continue
      const port = postgres.port
      printStep('PostgreSQL is gone; starting it again')
      postgres = await restart(postgres, dataFolder, () => isStopping)
      if (postgres.port !== port) onMoved()
    }
  })()
  const stop = async () => {
    isStopping = true
    await watch
    await postgres.stop()
  }
  return {
    env: () => ({ PONTIC_DATABASE_URL: postgres.appSocketUrl, PONTIC_DATABASE_OWNER_URL: postgres.ownerUrl }),
    stop,
  }
}

async function restart(old: Postgres, dataFolder: string, isStopping: () => boolean): Promise<Postgres> {
  while (!isStopping()) {
    try {
      // Removes what the old one has left. A full disk makes even this fail.
      await old.stop()
      const postgres = await startPostgres({ dataFolder })
      printStep(`PostgreSQL is back on port ${postgres.port}`)
      return postgres
    } catch (error) {
      console.error(`pontic: ${(error as Error).message}`)
      await wait(retryAfterMs)
    }
  }
  return old
}
