import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Database } from './db/database.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Sealer } from './secrets/sealer.ts'
import type { Texter } from './sms/texter.ts'
import type { FileStorage } from './storage/storage.ts'

/** What handlers and jobs reach beside their transaction; one object a node. */
export type Services = {
  config: Config
  database: Database
  storage: FileStorage
  mailer: Mailer
  /** Undefined where no SMS gateway is set. */
  texter: Texter | undefined
  /** Encrypts and hashes what the database alone must not tell. */
  sealer: Sealer
  /** The only clock of features: expiries are computed and judged with it, never with SQL's `now()`. */
  now: () => Date
  log: Logger
  /** Calls `cut` once the session has ended or lost rights; returns the function that stops watching. */
  watchSession: (session: WatchedSession, cut: () => void) => () => void
}

/** Whom a running stream or upload belongs to. */
export type WatchedSession = { sessionId: string; accountId: string; organizationId: string }
