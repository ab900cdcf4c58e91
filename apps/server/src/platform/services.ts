import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Database } from './db/database.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Encryptor } from './secrets/encryptor.ts'
import type { SmsSender } from './sms/sms-sender.ts'
import type { FileStorage } from './storage/storage.ts'

/** What handlers and jobs use besides their transaction; one object per node. */
export type Services = {
  config: Config
  database: Database
  storage: FileStorage
  mailer: Mailer
  /** Undefined if no SMS gateway is configured. */
  smsSender: SmsSender | undefined
  /** Encrypts and hashes values that the database alone must not reveal. */
  encryptor: Encryptor
  /** The only clock of features: expiries are computed and checked with it, never with SQL's `now()`. */
  now: () => Date
  log: Logger
  /** Calls `cut` when the session ends or loses permissions; returns a function that stops watching. */
  watchSession: (session: WatchedSession, cut: () => void) => () => void
}

/** The owner of a running stream or upload. */
export type WatchedSession = { sessionId: string; accountId: string; organizationId: string }
