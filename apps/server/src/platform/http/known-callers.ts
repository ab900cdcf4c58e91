import { businessTypes } from '@pontic/contract'
import type { Database } from '../db/database.ts'
import type { Actor } from './scope.ts'

/** A caller as of their last call. `row` is the JSON of the row of their session. */
export type KnownCaller = { tokenSha256: Buffer; row: string; actor: Actor }

const knownMax = 5_000
const known = new WeakMap<Database, Map<string, KnownCaller>>()
const keyOf = (tokenSha256: Buffer): string => tokenSha256.toString('base64')

/**
 * Returns the caller of an access token as of their last call on this node. The session may have ended since, so the caller must be
 * checked with `readBesideSession` or `writeBesideSession`. Callers of the platform are not known, because their reads write audit records.
 */
export const findKnownCaller = (database: Database, tokenSha256: Buffer): KnownCaller | undefined =>
  known.get(database)?.get(keyOf(tokenSha256))

/** Remembers a caller whose session is valid. The oldest one is forgotten when there are 5,000. */
export function rememberCaller(database: Database, caller: KnownCaller): void {
  if (caller.actor.organization.businessType === businessTypes.platform) return
  const callers = known.get(database) ?? new Map<string, KnownCaller>()
  known.set(database, callers)
  const key = keyOf(caller.tokenSha256)
  callers.delete(key)
  callers.set(key, caller)
  const [oldest] = callers.keys()
  if (callers.size > knownMax && oldest !== undefined) callers.delete(oldest)
}

/** Forgets a caller whose session has ended. */
export const forgetCaller = (database: Database, tokenSha256: Buffer): void =>
  void known.get(database)?.delete(keyOf(tokenSha256))
