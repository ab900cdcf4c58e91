import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Database } from './db/database.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Traces } from './metrics/traces.ts'
import type { Encryptor } from './secrets/encryptor.ts'
import type { SmsSender } from './sms/sms-sender.ts'
import type { FileStorage } from './storage/storage.ts'

/** The services of a node that handlers and jobs use in addition to their transaction. */
export type Services = {
  config: Config
  database: Database
  storage: FileStorage
  mailer: Mailer
  /** Undefined if no SMS gateway is configured. */
  smsSender: SmsSender | undefined
  /** Encrypts and hashes values that a copy of the database must not reveal. */
  encryptor: Encryptor
  /** The only clock of features: expiries are computed and checked with it, never with SQL's `now()`. */
  now: () => Date
  log: Logger
  /** Aborted when the node begins to stop. */
  stopping: AbortSignal
  /** Undefined if PONTIC_METRICS_ADDRESS is not set. */
  metrics: Metrics | undefined
  /** Undefined if PONTIC_TRACES_URL is not set. */
  traces: Traces | undefined
  /** Calls `cut` once when the session is revoked or loses permissions. @returns a function that stops watching */
  watchSession: (session: WatchedSession, cut: () => void) => () => void
}

/** The session that opened a stream or an upload. */
export type WatchedSession = { sessionId: string; accountId: string; organizationId: string }
